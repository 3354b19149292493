import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aDialect, anEvent, decoded } from '../../../../test/support/hooks.ts';
import type { Ending, EventName, Handler, Json, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { tries } from '../../../../test/support/tier.ts';

const IDS = ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'];

/** Every dialect with every neutral event that it knows, and whether a refusal has power there. */
const PLACES = IDS.flatMap((dialect) =>
  Object.values(aDialect(dialect).events).flatMap(({ means, block, answers }) =>
    means.map((event) => ({ dialect, event, powerful: block !== null && answers !== 'ignored' })),
  ),
);
const place = fc.constantFrom(...PLACES);
const powerfulPlace = fc.constantFrom(...PLACES.filter(({ powerful }) => powerful));

/** Keys and words that mean something to some dialect, so that answers are near misses rather than noise. */
const KEYS = [
  'decision',
  'reason',
  'continue',
  'stopReason',
  'systemMessage',
  'suppressOutput',
  'hookSpecificOutput',
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'additionalContext',
  'sessionTitle',
  'retry',
  'clearContext',
  'watchPaths',
  'worktreePath',
  'action',
  'content',
  'behavior',
  'block',
  'annotation',
  'replace_prompt',
  'replace_tool_input',
  'outcome',
  'message',
  'additional_context',
  'modified_input',
  'log',
  'ok',
  'blocked',
  'end_turn',
  'updated_input',
  'updated_output',
  '__proto__',
  'constructor',
  'toString',
];
const WORDS = [
  'allow',
  'deny',
  'ask',
  'approve',
  'block',
  'accept',
  'reject',
  'proceed',
  'retry',
  'stop',
  'continue',
  'cancel',
  'suppress',
  'error',
  'acknowledged',
  'DENY',
  '',
  '/trees/x',
  ...PLACES.map(({ event }) => event),
];

const { answer } = fc.letrec<{ answer: Json; object: JsonObject }>((tie) => ({
  answer: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...WORDS),
    fc.constantFrom(true, false, null, 0, 1, -0, 1e308),
    fc.string(),
    fc.array(tie('answer'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('answer'), { maxKeys: 6 }),
}));

/** What a hook may print: an answer, a broken one, two of them, a doubled key, or anything. */
const printed = fc.oneof(
  answer.map((value) => JSON.stringify(value)),
  answer.map((value) => JSON.stringify(value, null, 2).slice(0, -1)),
  fc.tuple(answer, answer).map(([one, two]) => `${JSON.stringify(one)}\n${JSON.stringify(two)}`),
  fc
    .tuple(fc.constantFrom(...KEYS), answer, answer)
    .map(([key, one, two]) => `{"${key}":${JSON.stringify(one)},"${key}":${JSON.stringify(two)}}`),
  fc.tuple(fc.constantFrom('{"a":', '['), fc.constantFrom(3, 70, 20_000)).map(([open, depth]) => open.repeat(depth)),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\uFEFF', '\0', '{}', '[]', 'null', '```json\n{"ok":false}\n```'),
);

const endings: fc.Arbitrary<Ending> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(0, 0, 0, 1, 2, 3, 126, 127, 137, 255).map((code): Ending => ({ how: 'exited', code })),
  },
  fc.constantFrom<Ending>(
    { how: 'answered' },
    { how: 'killed', signal: 'SIGKILL' },
    { how: 'timed-out', afterMs: 10 },
    { how: 'cancelled' },
    { how: 'not-started', why: 'gone' },
    { how: 'raised', why: 'KeyError' },
    { how: 'unavailable', why: 'no model' },
    { how: 'garbled', why: 'a list' },
  ),
);

const HANDLERS: readonly Handler[] = [
  { kind: 'command', form: 'shell', shell: 'bash', script: 'x' },
  { kind: 'http', url: 'http://x', headers: {}, allowedVariables: null },
  { kind: 'python', callable: 'a:b' },
  { kind: 'module', path: 'a.mjs', exportName: 'b' },
  { kind: 'prompt', prompt: 'p', model: null },
  { kind: 'agent', prompt: 'p', model: null, tools: null, maxTurns: null },
  { kind: 'function', call: () => undefined },
];

const run = fc.record({
  ending: endings,
  stdout: printed,
  stderr: printed,
  handler: fc.constantFrom(...HANDLERS),
  background: fc.boolean(),
});

const RUNS = tries(3000);

test('no answer can make decode throw, in any dialect, on any event, whatever the end', () => {
  fc.assert(
    fc.property(place, run, ({ dialect, event }, { ending, stdout, stderr, handler, background }) => {
      const value = parsed(stdout);
      const parts: ReportParts = { ending, stdout, stderr, ...(value === undefined ? {} : { value }) };
      const verdict = decoded(dialect, event, parts, { hook: { handler }, background });
      if (background) expect(verdict.decision).toBeUndefined();
      if (verdict.decision === 'block') expect(verdict.effect).toBeDefined();
    }),
    { numRuns: RUNS },
  );
});

describe('a refusal by its exit', () => {
  test('is never turned into a permission by what is printed', () => {
    fc.assert(
      fc.property(
        powerfulPlace,
        fc.integer({ min: 1, max: 255 }),
        printed,
        printed,
        ({ dialect, event }, code, stdout, stderr) => {
          const exit = dialect === 'kode' ? code : 2;
          expect(decoded(dialect, event, { exit, stdout, stderr }).decision).toBe('block');
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('keeps its effect whatever is printed', () => {
    fc.assert(
      fc.property(powerfulPlace, printed, printed, ({ dialect, event }, stdout, stderr) => {
        const silent = decoded(dialect, event, { exit: 2 });
        expect(decoded(dialect, event, { exit: 2, stdout, stderr }).effect).toBe(silent.effect);
      }),
      { numRuns: RUNS },
    );
  });
});

/** A refusing answer of each dialect that takes unknown keys. */
const REFUSALS: Readonly<Record<string, (event: EventName) => JsonObject>> = {
  kolega: () => ({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }),
  'agent-hooks': () => ({ decision: 'deny', reason: 'no' }),
  qoder: () => ({ decision: 'deny', reason: 'no' }),
  kode: () => ({ block: true, annotation: 'no' }),
};

/** The keys that each dialect knows, so that only unknown ones are added. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  kolega: ['hookSpecificOutput', 'continue'],
  'agent-hooks': ['decision', 'reason'],
  qoder: ['decision', 'reason', 'continue', 'hookSpecificOutput'],
  kode: ['block', 'annotation', 'replace_prompt', 'replace_tool_input'],
};

test('unknown keys beside a refusal never lose it in kolega, agent-hooks, qoder and kode', () => {
  const somewhere = fc.constantFrom(...PLACES.filter(({ dialect, powerful }) => powerful && dialect !== 'polytoken'));
  fc.assert(
    fc.property(
      somewhere,
      fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), answer, { maxKeys: 5 }),
      fc.boolean(),
      ({ dialect, event }, more, first) => {
        const known = KNOWN[dialect] ?? [];
        const unknown = Object.entries(more).filter(([key]) => !known.includes(key));
        const refusal = Object.entries(REFUSALS[dialect]?.(event) ?? {});
        const stdout = objectText(first ? [...unknown, ...refusal] : [...refusal, ...unknown]);
        expect(decoded(dialect, event, { stdout })).toMatchObject({ decision: 'block', reason: 'no' });
      },
    ),
    { numRuns: RUNS },
  );
});

test('a second value for a key never hides a refusal', () => {
  const somewhere = fc.constantFrom(...PLACES.filter(({ dialect, powerful }) => powerful && dialect !== 'polytoken'));
  fc.assert(
    fc.property(somewhere, answer, fc.boolean(), ({ dialect, event }, other, first) => {
      const refusal = Object.entries(REFUSALS[dialect]?.(event) ?? {});
      const [key = ''] = refusal[0] ?? [];
      const doubled: readonly (readonly [string, Json])[] = [[key, other]];
      const stdout = objectText(first ? [...doubled, ...refusal] : [...refusal, ...doubled]);
      expect(decoded(dialect, event, { stdout }).decision).toBe('block');
    }),
    { numRuns: RUNS },
  );
});

test('a verdict is a function of its report: the event is not changed', () => {
  fc.assert(
    fc.property(place, endings, printed, ({ dialect, event }, ending, stdout) => {
      const given = Object.freeze(anEvent(event, { tool_input: { a: 1 }, tool_name: 'mcp__x' }));
      const before = structuredClone(given);
      const once = decoded(dialect, given, { ending, stdout });
      expect(decoded(dialect, given, { ending, stdout })).toEqual(once);
      expect(given).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

/** JSON text of an object, keys in the given order and doubled as given. */
const objectText = (entries: readonly (readonly [string, Json])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
