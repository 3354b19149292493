import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aFrame, aHook, aMatcher, anEvent, aReport, aWorld, nameOf } from '../../../../test/support/hooks.ts';
import type { Hook, Json, AnyEvent, MatchResult, Report, Request, RunStatus } from '../model/index.ts';
import { NOTHING_SAID } from './fold.ts';
import type { Plan } from './plan.ts';
import { plan } from './plan.ts';
import type { Ports, Firing } from './ports.ts';
import { compileToolRule, prepareToolRules } from './rules/tool-rule.ts';
import type { DialectResult } from './run-dialect.ts';
import { runDialect } from './run-dialect.ts';

const UNDECIDED: MatchResult = { matches: true, why: 'slow', undecided: 'ever' };
const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'zero' } });

/** What each hook answers, by name; a hook that is not named exits with 0 and says nothing. */
type Script = Readonly<Record<string, ReportParts>>;

const planned = (dialect: string, hooks: readonly Hook[], event: AnyEvent = EVENT): Plan =>
  plan(
    hooks.map((hook) => ({ hook, inactiveBecause: null })),
    aFrame(dialect, event, { canWake: true }),
  );

function aFiring(run: Ports['run'], over: Partial<Ports> = {}): Firing {
  let count = 0;
  const nextRunId = (): string => `d-${++count}`;
  return { decisionId: 'd', ports: aWorld(run, over), signal: undefined, background: 'kept', nextRunId };
}

interface Played {
  readonly result: DialectResult;
  /** Names in the order in which hooks were started, with the payload they saw. */
  readonly started: readonly (readonly [string, Json])[];
}

async function play(made: Plan, script: Script, over: Partial<Ports> = {}): Promise<Played> {
  const started: (readonly [string, Json])[] = [];
  const run = async (request: Request): Promise<Report> => {
    started.push([
      nameOf(request),
      request.kind === 'command' ? (JSON.parse(Buffer.from(request.stdin).toString()) as Json) : null,
    ]);
    await setImmediate();
    return aReport(script[nameOf(request)] ?? {});
  };
  const result = await runDialect(made, aFiring(run, over));
  await Promise.all(result.started.flatMap(({ ended }) => ended ?? []));
  return { result, started };
}

const hooks = (...names: readonly string[]): readonly Hook[] => names.map((name) => aHook({ name }));
const statuses = ({ result }: Played): readonly (readonly [string, RunStatus, string | null])[] =>
  result.runs.map(({ name, status, why }) => [name, status, why]);
const startedNames = ({ started }: Played): readonly string[] => started.map(([name]) => name);
const inputs = ({ started }: Played, key: string): readonly Json[] =>
  started.map(([, payload]) => (payload as Record<string, Json>)[key] ?? null);

const rewrite = {
  kolega: (command: string): ReportParts => ({ stdout: { hookSpecificOutput: { updatedInput: { command } } } }),
  'agent-hooks': (command: string): ReportParts => ({ stdout: { modified_input: { command } } }),
  qoder: (command: string): ReportParts => ({
    stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command } } },
  }),
  kode: (command: string): ReportParts => ({ stdout: { replace_tool_input: { command } } }),
};

describe('one by one', () => {
  test.each(['kolega', 'agent-hooks', 'kode', 'polytoken'])('the first block in %s stops the rest', async (dialect) => {
    const played = await play(planned(dialect, hooks('a', 'b', 'c')), { b: { exit: 2, stderr: 'no' } });
    expect(startedNames(played)).toEqual(['a', 'b']);
    expect(statuses(played)).toEqual([
      ['a', 'passed', null],
      ['b', 'blocked', null],
      ['c', 'skipped', 'not run: test:b had blocked before'],
    ]);
    expect(played.result.folded.block).toEqual({ effect: 'deny_tool', reason: 'no', hook: 'test:b' });
  });

  test.each<['kolega' | 'agent-hooks' | 'kode', string]>([
    ['kolega', 'tool_input'],
    ['agent-hooks', 'tool_input'],
    ['kode', 'input'],
  ])('the next hook of %s sees %s as rewritten so far, and the last rewrite wins', async (dialect, key) => {
    const played = await play(planned(dialect, hooks('a', 'b', 'c')), {
      a: rewrite[dialect]('one'),
      b: rewrite[dialect]('two'),
    });
    expect(inputs(played, key)).toEqual([{ command: 'zero' }, { command: 'one' }, { command: 'two' }]);
    expect(played.result.folded).toEqual({ ...NOTHING_SAID, updatedInput: { command: 'two' } });
    expect(played.result.event).toEqual({ ...EVENT, tool_input: { command: 'two' } });
  });

  test('the next hook of kolega sees the output as rewritten so far', async () => {
    const event = anEvent('PostToolUse', { tool_name: 'Bash', tool_response: 'raw' });
    const output = { stdout: { hookSpecificOutput: { updatedToolOutput: 'clean' } } };
    const played = await play(planned('kolega', hooks('a', 'b'), event), { a: output });
    expect(inputs(played, 'tool_output')).toEqual(['raw', 'clean']);
  });

  test('a fault or a refusal without power stops nothing', async () => {
    const event = anEvent('SessionStart');
    const script = { a: { exit: 2, stderr: 'no' }, b: { exit: 1 } };
    const played = await play(planned('kolega', hooks('a', 'b', 'c'), event), script);
    expect(statuses(played)).toEqual([
      ['a', 'failed', null],
      ['b', 'failed', null],
      ['c', 'passed', null],
    ]);
    expect(played.result.folded.decision).toBe('none');
  });

  test('contexts of earlier hooks are kept when a later one of polytoken stops the run', async () => {
    const accept = (additional_context: string): ReportParts => ({ stdout: { outcome: 'accept', additional_context } });
    const script = { a: accept('one'), b: { stdout: { outcome: 'reject', reason: 'no secrets' } }, c: accept('three') };
    const { result } = await play(planned('polytoken', hooks('a', 'b', 'c'), anEvent('UserPromptSubmit')), script);
    expect(result.folded).toEqual({
      ...NOTHING_SAID,
      decision: 'block',
      block: { effect: 'reject_prompt', reason: 'no secrets', hook: 'test:b' },
      additionalContext: ['one'],
      contextHooks: ['test:a'],
    });
  });

  test('a blocking error of polytoken ends the run', async () => {
    const played = await play(planned('polytoken', hooks('a', 'b')), { a: { exit: 1, stderr: 'broken' } });
    expect(startedNames(played)).toEqual(['a']);
    expect(played.result.folded.block).toEqual({
      effect: 'deny_tool',
      reason: 'hook "a" exited with 1: broken',
      hook: 'test:a',
    });
  });
});

describe('qoder', () => {
  test('starts all hooks at once, each with the input as it was', async () => {
    const played = await play(planned('qoder', hooks('a', 'b', 'c')), {
      a: rewrite.qoder('one'),
      b: { exit: 2, stderr: 'no' },
      c: rewrite.qoder('three'),
    });
    expect(inputs(played, 'tool_input')).toEqual([{ command: 'zero' }, { command: 'zero' }, { command: 'zero' }]);
    expect(played.result.folded).toEqual({
      ...NOTHING_SAID,
      decision: 'block',
      block: { effect: 'deny_tool', reason: 'no', hook: 'test:b' },
      updatedInput: { command: 'three' },
    });
    expect(played.result.event).toEqual({ ...EVENT, tool_input: { command: 'three' } });
  });

  test('in sequence shows each hook the input as rewritten so far, and goes on after a deny', async () => {
    const sequential = [aHook({ name: 'a' }), aHook({ name: 'b', sequential: true }), aHook({ name: 'c' })];
    const played = await play(planned('qoder', sequential), { a: rewrite.qoder('one'), b: { exit: 2, stderr: 'no' } });
    expect(inputs(played, 'tool_input')).toEqual([{ command: 'zero' }, { command: 'one' }, { command: 'one' }]);
    expect(statuses(played).map(([, status]) => status)).toEqual(['passed', 'blocked', 'passed']);
  });
});

describe('an if rule of qoder in sequence', () => {
  const ruled = (name: string, rule: string): Hook =>
    aHook({ name, sequential: true, condition: compileToolRule(rule, 'names-or-searched-regex').matcher });
  const chain = [
    aHook({ name: 'rewriter', sequential: true }),
    ruled('after', 'Bash(touch *)'),
    ruled('before', 'Bash(zero)'),
    ruled('always', 'Bash'),
  ];

  test('is about the input as rewritten so far: it selects what it did not, and leaves out what it did', async () => {
    await prepareToolRules();
    const played = await play(planned('qoder', chain), { rewriter: rewrite.qoder('touch victim'), after: { exit: 2 } });
    expect(startedNames(played)).toEqual(['rewriter', 'after', 'always']);
    expect(played.result.folded.block?.hook).toBe('test:after');
    expect(statuses(played).map(([name, status]) => [name, status])).toEqual([
      ['rewriter', 'passed'],
      ['after', 'blocked'],
      ['before', 'skipped'],
      ['always', 'passed'],
    ]);
  });

  test('is asked once where nothing is rewritten', async () => {
    await prepareToolRules();
    expect(startedNames(await play(planned('qoder', chain), {}))).toEqual(['rewriter', 'before', 'always']);
  });
});

describe('a refusal by a hook whose matcher could not decide', () => {
  const unsure = aHook({ name: 'unsure', matcher: { ...aMatcher(), test: () => UNDECIDED } });
  const refused: Script = { unsure: { exit: 2, stderr: 'no' } };

  test('is a question about the tool call, and the run says why', async () => {
    const { result } = await play(planned('kolega', [unsure]), refused);
    expect(result.folded).toMatchObject({
      decision: 'ask',
      block: null,
      reason: expect.stringMatching(/^no \(its matcher/),
    });
    expect(result.runs).toMatchObject([{ status: 'passed', notes: [expect.stringContaining('could not be decided')] }]);
  });

  test('is a refusal of the tool call where no one can answer', async () => {
    const event = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: {}, non_interactive: true });
    const { result } = await play(planned('kolega', [unsure], event), refused);
    expect(result.folded).toMatchObject({ decision: 'block', block: { effect: 'deny_tool' } });
  });

  test('is a warning where nothing can be asked', async () => {
    const { result } = await play(planned('kolega', [unsure], anEvent('UserPromptSubmit', { prompt: 'x' })), refused);
    expect(result.folded).toMatchObject({ decision: 'none', block: null });
    expect(result.folded.messages.map(({ text }) => text)).toEqual([expect.stringContaining('does not count')]);
  });

  test('is one hook’s alone: what the others say stands', async () => {
    const { result } = await play(planned('kolega', [unsure, aHook({ name: 'sure' })]), {
      ...refused,
      sure: { exit: 2, stderr: 'never' },
    });
    expect(result.folded).toMatchObject({ decision: 'block', block: { hook: 'test:sure', reason: 'never' } });
  });
});

describe('background hooks', () => {
  const late = (name: string): Hook => aHook({ name, background: true });

  test('of agent-hooks start only if no other hook blocked', async () => {
    const blocked = await play(planned('agent-hooks', [late('late'), aHook({ name: 'now' })]), {
      now: { exit: 2, stderr: 'no' },
    });
    expect(startedNames(blocked)).toEqual(['now']);
    expect(statuses(blocked)).toEqual([
      ['now', 'blocked', null],
      ['late', 'skipped', 'not run: test:now had blocked before'],
    ]);
    const passed = await play(planned('agent-hooks', [late('late'), aHook({ name: 'now' }), late('later')]), {});
    expect(startedNames(passed)).toEqual(['now', 'late', 'later']);
    expect(statuses(passed)).toEqual([
      ['now', 'passed', null],
      ['late', 'background', null],
      ['later', 'background', null],
    ]);
  });

  test('of qoder start with the rest, whoever blocks', async () => {
    const played = await play(planned('qoder', [aHook({ name: 'now' }), late('late')]), {
      now: { exit: 2, stderr: 'no' },
    });
    expect(new Set(startedNames(played))).toEqual(new Set(['now', 'late']));
    expect(statuses(played)).toEqual([
      ['now', 'blocked', null],
      ['late', 'background', null],
    ]);
  });

  test('never block and are never waited for', async () => {
    const forever = new Promise<Report>(() => {});
    const run = (request: Request): Promise<Report> =>
      nameOf(request) === 'late' ? forever : Promise.resolve(aReport({}));
    const result = await runDialect(planned('qoder', [late('late'), aHook({ name: 'now' })]), aFiring(run));
    expect(result.folded).toBe(NOTHING_SAID);
    expect(result.runs.map(({ status }) => status)).toEqual(['background', 'passed']);
  });

  test('of qoder give their context to the next turn; those of agent-hooks only to the record', async () => {
    const told: string[] = [];
    const onContext = ({ hook, text }: { readonly hook: string; readonly text: string }): unknown =>
      told.push(`${hook}: ${text}`);
    await play(planned('qoder', [late('late')]), { late: { stdout: 'found a bug' } }, { onContext });
    await play(
      planned('agent-hooks', [late('late')]),
      { late: { stdout: { additional_context: 'unseen' } } },
      { onContext },
    );
    expect(told).toEqual(['test:late: found a bug']);
  });

  test('of qoder wake the model by exit 2 when they were told to, and only then', async () => {
    const woken: unknown[] = [];
    const waking = aHook({ name: 'scan', background: true, wake: { message: null, summary: 'Scan' } });
    const onWake = (call: unknown): unknown => woken.push(call);
    await play(planned('qoder', [waking]), { scan: { exit: 2, stderr: 'a secret' } }, { onWake });
    await play(planned('qoder', [waking]), { scan: { exit: 1, stderr: 'a crash' } }, { onWake });
    await play(planned('qoder', [late('scan')]), { scan: { exit: 2, stderr: 'no' } }, { onWake });
    expect(woken).toEqual([{ hook: 'test:scan', reminder: 'scan: a secret', summary: 'Scan' }]);
  });

  test('are handed over when somebody takes them', async () => {
    const jobs: unknown[] = [];
    const played = await play(
      planned('polytoken', hooks('a', 'b'), anEvent('PostToolUse')),
      {},
      {
        detach: (given) => {
          jobs.push(...given.map(({ hook, nativeEvent, event }) => [hook.name, nativeEvent, event]));
          return Promise.resolve();
        },
      },
    );
    expect(jobs).toEqual([
      ['a', 'post_tool_use', 'PostToolUse'],
      ['b', 'post_tool_use', 'PostToolUse'],
    ]);
    expect(startedNames(played)).toEqual([]);
    expect(statuses(played).map(([, status]) => status)).toEqual(['background', 'background']);
  });
});

test('the documented debug lines of agent-hooks are printed, and no other dialect has any', async () => {
  const lines: string[] = [];
  const onDebug = (line: string): unknown => lines.push(line);
  const some = [aHook({ name: 'check' }), aHook({ name: 'log', background: true })];
  await play(planned('agent-hooks', some), { check: { durationMs: 44.6 } }, { onDebug });
  await play(
    planned('agent-hooks', hooks('block-dangerous')),
    { 'block-dangerous': { exit: 2, stderr: 'Dangerous command blocked', durationMs: 45 } },
    { onDebug },
  );
  await play(
    planned('agent-hooks', hooks('broken')),
    { broken: { exit: 1, stderr: 'boom', durationMs: 2 } },
    { onDebug },
  );
  await play(planned('qoder', hooks('check')), {}, { onDebug });
  expect(lines.map((line) => line.replace(/(?<=Input: \{"event_type": "before_tool", ).*/, '…'))).toEqual([
    "[HOOK DEBUG] [SYNC] Starting hook 'check' for event 'before_tool'",
    '[HOOK DEBUG] Input: {"event_type": "before_tool", …',
    "[HOOK DEBUG] [SYNC] Completed hook 'check' in 45ms: blocked=False",
    "[HOOK DEBUG] [ASYNC] Starting hook 'log' for event 'before_tool'",
    '[HOOK DEBUG] Input: {"event_type": "before_tool", …',
    "[HOOK DEBUG] [ASYNC] Completed hook 'log' in 1ms: blocked=False",
    "[HOOK DEBUG] [SYNC] Starting hook 'block-dangerous' for event 'before_tool'",
    '[HOOK DEBUG] Input: {"event_type": "before_tool", …',
    "[HOOK DEBUG] [SYNC] Completed hook 'block-dangerous' in 45ms: blocked=True",
    '[HOOK DEBUG] Reason: Dangerous command blocked',
    "[HOOK DEBUG] [SYNC] Starting hook 'broken' for event 'before_tool'",
    '[HOOK DEBUG] Input: {"event_type": "before_tool", …',
    "[HOOK DEBUG] [SYNC] Completed hook 'broken' in 2ms: blocked=False",
    '[HOOK DEBUG] Error: hook "broken" exited with 1: boom',
  ]);
});

const NAMES = ['a', 'b', 'c', 'd'];

/** Runs four hooks at once, which finish in the given order. */
async function finishing(order: readonly string[], made: Plan, script: Script): Promise<DialectResult> {
  const waiting = new Map<string, () => void>();
  const run = (request: Request): Promise<Report> =>
    new Promise((resolve) => waiting.set(nameOf(request), () => resolve(aReport(script[nameOf(request)] ?? {}))));
  const result = runDialect(made, aFiring(run));
  for (const name of order) {
    // oxlint-disable-next-line no-await-in-loop -- one finishes after the other
    await setImmediate();
    waiting.get(name)?.();
  }
  return result;
}

const permutations = (items: readonly string[]): readonly (readonly string[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) =>
        permutations(items.filter((item) => item !== first)).map((others) => [first, ...others]),
      );

const specific = (fields: Readonly<Record<string, Json>>): ReportParts => ({
  stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } },
});

/** Answers that disagree in every way that qoder knows. */
const ANSWERS: readonly ReportParts[] = [
  {},
  { exit: 2, stderr: 'no' },
  { exit: 1, stderr: 'crash' },
  { ending: { how: 'timed-out', afterMs: 1000 } },
  { stdout: 'text' },
  { stdout: { decision: 'deny', reason: 'denied', systemMessage: 'told' } },
  { stdout: { decision: 'allow', reason: 'fine' } },
  { stdout: { continue: false, stopReason: 'enough' } },
  { stdout: { decision: 'perhaps' } },
  specific({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
  specific({ permissionDecision: 'allow', updatedInput: { command: 'one' } }),
  specific({ updatedInput: { command: 'two' }, additionalContext: 'context' }),
];

test('the outcome of qoder never depends on which hook happened to finish first', async () => {
  const made = planned('qoder', hooks(...NAMES));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ANSWERS), { minLength: 4, maxLength: 4 }), async (answers) => {
      const script: Script = Object.fromEntries(NAMES.map((name, index) => [name, answers[index] ?? {}]));
      const inOrder = await finishing(NAMES, made, script);
      const others = await Promise.all(permutations(NAMES).map((order) => finishing(order, made, script)));
      for (const other of others) expect(other).toEqual(inOrder);
    }),
    { numRuns: 40 },
  );
});

test('an event is never changed in place', async () => {
  const frozen = deepFrozen(EVENT);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'),
      fc.array(fc.constantFrom(...ANSWERS, rewrite.kolega('x'), rewrite.kode('x'), rewrite['agent-hooks']('x')), {
        minLength: 4,
        maxLength: 4,
      }),
      async (dialect, answers) => {
        const before = structuredClone(EVENT);
        await play(
          planned(dialect, hooks(...NAMES), frozen),
          Object.fromEntries(NAMES.map((name, index) => [name, answers[index] ?? {}])),
        );
        expect(frozen).toEqual(before);
      },
    ),
    { numRuns: 60 },
  );
});

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
