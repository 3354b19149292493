import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, aHook, aReport, decoded } from '../../../../test/support/hooks.ts';
import { DIALECTS } from '../dialects/index.ts';
import { decode } from '../engine/decode.ts';
import type { Dialect, EventName, Verdict } from '../model/index.ts';
import { writeAnswer } from './write-answer.ts';
import { powersOf } from './powers-of.ts';
import { tries } from '../../../../test/support/tier.ts';

/** Every dialect with every native event and one neutral event that it stands for. */
const PLACES = DIALECTS.flatMap((dialect) =>
  Object.entries(dialect.events).flatMap(([native, { means }]) => means.map((event) => ({ dialect, native, event }))),
);

/** What a host of the dialect makes of the answer. */
function given(dialect: Dialect, native: string, event: EventName, said: Verdict): Verdict {
  const { stdout, stderr, exitCode } = writeAnswer(dialect, native, said);
  const frame = aFrame(dialect.id, event, {}, native);
  return decode(
    { hook: aHook({ dialect: dialect.id }), frame, background: false },
    aReport({ stdout, stderr, exit: exitCode }),
  );
}

/** What counts about a verdict: no wording of ours, no notes for the record. */
function gist({ decision, effect, reason, updatedInput, updatedToolOutput, updatedPrompt, ...rest }: Verdict): object {
  const { context = [], extra = {}, quiet = false } = rest;
  return JSON.parse(
    JSON.stringify({
      decision: decision ?? 'none',
      ...(decision === undefined ? {} : { effect, reason }),
      updatedInput,
      updatedToolOutput,
      updatedPrompt,
      context: context.join('\n'),
      extra,
      quiet,
    }),
  ) as object;
}

/** Whether a part of an answer has no effect on this one of the events that a native one stands for. */
const isWithoutEffect = ({ answer }: Dialect, native: string, event: EventName, part: string): boolean =>
  answer.fields.some(
    ({ gives, on, notWhen }) =>
      gives === part &&
      on?.includes(native) === true &&
      notWhen?.field === 'hook_event_name' &&
      notWhen.isOneOf.includes(event),
  );

const POWERS = PLACES.flatMap(({ dialect, native, event }) =>
  powersOf(dialect, native)
    .filter(({ part }) => !isWithoutEffect(dialect, native, event, part))
    .map((power) => ({ dialect, native, event, ...power, name: `${dialect.id} ${native} ${event} ${power.part}` })),
);

describe('what a hook can say, its host understands', () => {
  test.each(POWERS)('$name', ({ dialect, native, event, example }) => {
    expect(writeAnswer(dialect, native, example).unsupported).toEqual([]);
    const row = dialect.events[native];
    const isRefusal = example.decision === 'block';
    const needed: Verdict = row?.requires === undefined || isRefusal ? {} : { extra: { worktreePath: '/a/tree' } };
    const verdict = given(dialect, native, event, { ...needed, ...example });
    const extra = { ...needed.extra, ...example.extra, ...(isRefusal ? row?.blockExtra : {}) };
    expect(gist(verdict)).toEqual(gist({ ...example, extra }));
    const texts = verdict.messages?.map(({ text }) => text) ?? [];
    expect(texts).toEqual(expect.arrayContaining((example.messages ?? []).map(({ text }) => text)));
  });
});

describe('what a host has no words for', () => {
  const said = (id: string, native: string, verdict: Verdict): object => writeAnswer(aDialect(id), native, verdict);

  test('is known to the one who answers', () => {
    expect(said('kolega', 'PreToolUse', { decision: 'ask', reason: 'sure?' })).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
      unsupported: [{ part: 'ask', why: 'PreToolUse of kolega has no words for it' }],
    });
  });

  test('is everything where the host does not wait', () => {
    expect(said('polytoken', 'post_tool_use', { decision: 'block', effect: 'withhold_output', reason: 'no' })).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
      unsupported: [{ part: 'block', why: 'post_tool_use of polytoken waits for no answer' }],
    });
  });

  test('of a refusal is never said as its opposite: a turn that is to end is not kept going', () => {
    expect(said('agent-hooks', 'before_stop', { decision: 'block', effect: 'end_turn', reason: 'over' })).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
      unsupported: [
        { part: 'block', why: 'before_stop of agent-hooks cannot be stopped' },
        { part: 'message', why: 'before_stop of agent-hooks has no words for it' },
      ],
    });
  });

  test('of a refusal that names no effect is nothing but the block of the event itself', () => {
    expect(said('qoder', 'PostToolUse', { decision: 'block', reason: 'no' })).toEqual({
      stdout: '{"systemMessage":"no"}\n',
      stderr: '',
      exitCode: 0,
      unsupported: [{ part: 'block', why: 'PostToolUse of qoder cannot be stopped' }],
    });
  });

  test('of a refusal is said by what comes nearest', () => {
    expect(said('kode', 'tool_call_post', { decision: 'block', effect: 'end_turn', reason: 'stop' })).toEqual({
      stdout: '',
      stderr: 'stop\n',
      exitCode: 2,
      unsupported: [{ part: 'effect', why: 'tool_call_post of kode does withhold_output instead of end_turn' }],
    });
  });

  test('about an output that is withheld is said by putting the reason in its place', () => {
    expect(said('qoder', 'PostToolUse', { decision: 'block', effect: 'withhold_output', reason: 'secret' })).toEqual({
      stdout: '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"secret"}}\n',
      stderr: '',
      exitCode: 0,
      unsupported: [{ part: 'block', why: 'PostToolUse of qoder cannot be stopped: the reason replaces the output' }],
    });
  });
});

test('a note in the output goes with a refusal, unless there is more to say', () => {
  const extra = { appendToOutput: '[hook] look again' };
  expect(writeAnswer(aDialect('kolega'), 'SubagentStop', { extra })).toEqual({
    stdout: '',
    stderr: 'look again\n',
    exitCode: 2,
    unsupported: [],
  });
  const { stdout, unsupported } = writeAnswer(aDialect('kolega'), 'SubagentStop', { extra, context: ['more'] });
  expect([stdout, unsupported.map(({ part }) => part)]).toEqual([
    '{"hookSpecificOutput":{"additionalContext":"more"}}\n',
    ['appendToOutput'],
  ]);
});

describe('a hook that failed', () => {
  const failed: Verdict = {
    fault: { code: 'exit', message: 'hook "guard" exited with 1' },
    messages: [{ level: 'warning', text: 'hook "guard" exited with 1', hook: 'guard' }],
  };

  test('fails again where the action goes on all the same', () => {
    expect(writeAnswer(aDialect('kolega'), 'PreToolUse', failed)).toEqual({
      stdout: '',
      stderr: 'hook "guard" exited with 1\n',
      exitCode: 1,
      unsupported: [],
    });
  });

  test.each([
    ['kode', 'tool_call_pre'],
    ['polytoken', 'pre_tool_use'],
  ])('is silent where that would stop the action: %s', (id, native) => {
    const { exitCode, stdout, unsupported } = writeAnswer(aDialect(id), native, failed);
    expect([exitCode, stdout, unsupported.map(({ part }) => part)]).toEqual([0, '', ['fault']]);
  });
});

test('an event that the dialect does not have is a mistake of the caller', () => {
  expect(() => writeAnswer(aDialect('kode'), 'PreToolUse', {})).toThrow('kode has no event "PreToolUse"');
});

const REASONS = ['no', 'two\nlines', '"quoted"', '{"outcome":"allow"}', '{}', 'ünï'] as const;
const KEYS = [
  'decision',
  'reason',
  'continue',
  'stopReason',
  'systemMessage',
  'permissionDecision',
  'updatedInput',
  'hookEventName',
  'additionalContext',
  'updatedToolOutput',
  'block',
  'annotation',
  'replace_prompt',
  'replace_tool_input',
  'outcome',
  'modified_input',
  'additional_context',
  'prepend_to_prompt',
  'append_to_output',
  'worktreePath',
  'action',
  'content',
  'clearContext',
  'sessionTitle',
] as const;
const WORDS = [
  'allow',
  'deny',
  'ask',
  'block',
  'accept',
  'reject',
  'retry',
  'stop',
  'continue',
  'cancel',
  'suppress',
  'proceed',
  '/trees/x',
  'text',
  ...PLACES.map(({ native }) => native),
] as const;
const value = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...REASONS), fc.boolean(), fc.constant({ a: 1 }));
const flat = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 5 });

/** Answers as hooks give them, near enough to the tables to say something. */
const answers = fc.tuple(flat, flat, fc.boolean(), fc.constantFrom(...PLACES)).map(([outer, inner, nested, place]) => ({
  ...place,
  stdout: JSON.stringify(nested ? { ...outer, hookSpecificOutput: { hookEventName: place.native, ...inner } } : outer),
}));

test('whatever a hook has said can be said again', () => {
  fc.assert(
    fc.property(
      answers,
      fc.constantFrom(0, 0, 0, 2),
      fc.constantFrom('', 'no'),
      ({ dialect, native, event, stdout }, exit, stderr) => {
        const verdict = decoded(dialect.id, event, { stdout, exit, stderr }, { native });
        // A warning by stderr and exit code is no part of an answer.
        const warns = verdict.messages?.some(({ level }) => level === 'warning') === true;
        if (verdict.fault !== undefined || warns) return;
        expect(gist(given(dialect, native, event, verdict))).toEqual(gist(verdict));
        expect(writeAnswer(dialect, native, verdict).unsupported).toEqual([]);
      },
    ),
    { numRuns: tries(5000) },
  );
});

test('a refusal with power is a refusal in every dialect, whatever its reason', () => {
  const powerful = PLACES.filter(
    ({ dialect, native }) => dialect.events[native]?.block !== null && dialect.events[native]?.waits === true,
  );
  fc.assert(
    fc.property(fc.constantFrom(...powerful), fc.string({ unit: 'grapheme' }), ({ dialect, native, event }, reason) => {
      const verdict = given(dialect, native, event, { decision: 'block', reason });
      expect(verdict.decision).toBe('block');
      if (reason.trim() !== '') expect(verdict.reason?.trim()).toBe(reason.trim());
    }),
    { numRuns: tries(2000) },
  );
});
