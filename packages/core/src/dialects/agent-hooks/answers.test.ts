import { describe, expect, test } from 'vitest';
import { aFault, badOutput, decoded, proceeding, refusal, refusalBeside } from '../../../../../test/support/hooks.ts';
import type { Effect, EventName, Json, Verdict } from '../../model/index.ts';

/** All eleven events can be blocked. */
const POWERS: readonly (readonly [EventName, Effect])[] = [
  ['SessionStart', 'abort_session'],
  ['SessionEnd', 'keep_session'],
  ['TurnStart', 'reject_prompt'],
  ['TurnEnd', 'keep_working'],
  ['PreToolUse', 'deny_tool'],
  ['PostToolUse', 'withhold_output'],
  ['PostToolUseFailure', 'withhold_output'],
  ['SubagentStart', 'refuse_subagent'],
  ['SubagentStop', 'keep_working'],
  ['PreCompact', 'cancel_compaction'],
  ['Stop', 'keep_working'],
];
const ELSEWHERE = POWERS.map(([event]) => event).filter((event) => event !== 'PreToolUse');

const DEFAULT = "Blocked by hook 'guard'";
const answer = (event: EventName, stdout: Json): Verdict => decoded('agent-hooks', event, { stdout });

describe.each(POWERS)('on %s', (event, effect) => {
  test(`exit 2 blocks with the effect ${effect}; stdout is ignored`, () => {
    const report = { exit: 2, stderr: '  not on my watch\n', stdout: { decision: 'allow', additional_context: 'x' } };
    expect(decoded('agent-hooks', event, report)).toEqual(refusal(effect, 'not on my watch'));
    expect(decoded('agent-hooks', event, { exit: 2, stderr: '\n' })).toEqual(refusal(effect, DEFAULT));
  });

  test(`deny blocks with the effect ${effect}`, () => {
    expect(answer(event, { decision: 'deny', reason: 'frozen' })).toEqual(refusal(effect, 'frozen'));
    expect(answer(event, { decision: 'deny' })).toEqual(refusal(effect, DEFAULT));
    expect(answer(event, { decision: 'deny', reason: ' ' })).toEqual(refusal(effect, DEFAULT));
    expect(answer(event, { decision: 'deny', reason: ['a', 7] })).toEqual(refusal(effect, '["a",7]'));
  });

  test('allow is no decision: it must not skip a permission prompt', () => {
    expect(answer(event, { decision: 'allow', reason: 'fine' })).toEqual({});
  });

  test('additional_context is given to the model', () => {
    expect(answer(event, { additional_context: 'note' })).toEqual({ context: ['note'] });
    expect(answer(event, { decision: 'deny', reason: 'no', additional_context: 'note' })).toMatchObject({
      decision: 'block',
      context: ['note'],
    });
  });

  test('log goes to the record', () => {
    expect(answer(event, { decision: 'allow', log: 'Command validated' })).toEqual({
      notes: ['log: Command validated'],
    });
    expect(answer(event, { decision: 'deny', reason: 'no', log: 'seen' })).toEqual(
      refusal(effect, 'no', { notes: ['log: seen'] }),
    );
  });

  test('in the background a deny is logged and ignored', () => {
    const fault = aFault('no_power', 'refused, but a background hook cannot stop anything: no');
    const background = { background: true };
    expect(decoded('agent-hooks', event, { exit: 2, stderr: 'no' }, background)).toEqual(proceeding(fault));
    expect(decoded('agent-hooks', event, { stdout: { decision: 'deny', reason: 'no' } }, background)).toEqual(
      proceeding(fault),
    );
  });
});

describe('ask', () => {
  test('on before_tool asks the user', () => {
    expect(answer('PreToolUse', { decision: 'ask', reason: 'Please look at this' })).toEqual({
      decision: 'ask',
      reason: 'Please look at this',
    });
  });

  test.each(ELSEWHERE)('on %s is a fault', (event) => {
    const native = aFaultFor(event, 'answered "ask", which NATIVE does not know');
    expect(answer(event, { decision: 'ask', reason: 'x', additional_context: 'kept' })).toEqual(
      proceeding(native, { context: ['kept'] }),
    );
  });
});

describe('modified_input', () => {
  test('replaces the whole input on before_tool', () => {
    expect(answer('PreToolUse', { decision: 'allow', modified_input: { command: 'ls' } })).toEqual({
      updatedInput: { command: 'ls' },
    });
    expect(answer('PreToolUse', { decision: 'ask', modified_input: {} })).toEqual({
      decision: 'ask',
      updatedInput: {},
    });
  });

  test.each<Json>(['ls', ['ls'], 1, false])('%j is bad output: it is no object', (modified_input) => {
    const fault = badOutput('modified_input is not an object');
    expect(answer('PreToolUse', { modified_input, additional_context: 'lost' })).toEqual(proceeding(fault));
    expect(answer('PreToolUse', { decision: 'deny', reason: 'no', modified_input })).toEqual(
      refusalBeside('deny_tool', 'no', fault),
    );
  });

  test.each(ELSEWHERE)('on %s has no power', (event) => {
    const fault = aFaultFor(event, 'answered modified_input, which NATIVE does not take');
    expect(answer(event, { modified_input: { a: 1 }, additional_context: 'kept' })).toEqual(
      proceeding(fault, { context: ['kept'] }),
    );
  });

  test('null is none', () => {
    expect(answer('PreToolUse', { modified_input: null })).toEqual({});
  });
});

test.each<Json>(['DENY', 'block', 'maybe', '', true, 0, ['deny'], { deny: 1 }])(
  'the decision %j is not known: a fault, allow',
  (decision) => {
    const fault = badOutput(`decision ${JSON.stringify(decision)} is not known; known are allow, deny, ask`);
    expect(answer('PreToolUse', { decision, modified_input: { a: 1 }, log: 'kept' })).toEqual(
      proceeding(fault, { notes: ['log: kept'] }),
    );
  },
);

test.each(['plain text', '[1]', '"deny"', 'null', '42', '{"decision": "allow"'])(
  '%s is kept in the record and has no effect',
  (stdout) => {
    expect(answer('PreToolUse', stdout)).toEqual({ notes: ['its output is plain text and has no effect'] });
  },
);

test.each<[Json, Verdict]>([
  [{ additional_context: { a: 1 } }, { context: ['{"a":1}'] }],
  [{ additional_context: '' }, {}],
  [{ log: { level: 1 } }, { notes: ['log: {"level":1}'] }],
  [{ unknown: 'key', hookSpecificOutput: { permissionDecision: 'deny' }, block: true }, {}],
  [{}, {}],
  [{ decision: null }, {}],
])('%j says %j', (stdout, expected) => {
  expect(answer('PreToolUse', stdout)).toEqual(expected);
});

const NATIVE: Readonly<Partial<Record<EventName, string>>> = {
  SessionStart: 'session_start',
  SessionEnd: 'session_end',
  TurnStart: 'before_agent',
  TurnEnd: 'after_agent',
  PostToolUse: 'after_tool',
  PostToolUseFailure: 'after_tool_failure',
  SubagentStart: 'subagent_start',
  SubagentStop: 'subagent_stop',
  PreCompact: 'pre_compact',
  Stop: 'before_stop',
};

function aFaultFor(event: EventName, did: string): ReturnType<typeof aFault> {
  return aFault('no_power', did.replace('NATIVE', NATIVE[event] ?? '?'));
}
