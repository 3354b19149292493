import { describe, expect, test } from 'vitest';
import { aFault, decoded, proceeding, refusal } from '../../../../../test/support/hooks.ts';
import type { Effect, EventName, Json, Verdict } from '../../model/index.ts';

const POWERS: readonly (readonly [EventName, Effect])[] = [
  ['UserPromptSubmit', 'reject_prompt'],
  ['PreToolUse', 'deny_tool'],
  ['PostToolUse', 'end_turn'],
  ['PostToolUseFailure', 'end_turn'],
  ['Stop', 'keep_working'],
];

const ADVISORY: readonly (readonly [EventName, Verdict])[] = [
  ['SessionStart', {}],
  ['SessionEnd', {}],
  ['PreCompact', {}],
  ['Notification', {}],
  ['SubagentStop', { extra: { appendToOutput: '[hook] no' } }],
];

const DEFAULT = 'Hook blocked the action.';
const answer = (event: EventName, stdout: Json): Verdict => decoded('kolega', event, { stdout });
const specific = (fields: Readonly<Record<string, Json>>): Json => ({ hookSpecificOutput: fields });
const info = (text: string): Verdict => ({ messages: [{ level: 'info', text, hook: 'test:guard' }] });
const noPower = (event: EventName, reason: string): ReturnType<typeof aFault> =>
  aFault('no_power', `refused, but ${event} cannot be stopped: ${reason}`);

test('a redacted output and its context are kept beside a deny', () => {
  const said = specific({ permissionDecision: 'deny', updatedToolOutput: '***', additionalContext: 'hidden' });
  expect(answer('PostToolUse', said)).toMatchObject({
    decision: 'block',
    effect: 'end_turn',
    updatedToolOutput: '***',
    context: ['hidden'],
  });
});

describe('exit 2', () => {
  test.each(POWERS)('on %s is a block with the effect %s; stdout is not read', (event, effect) => {
    const report = { exit: 2, stderr: ' no\n', stdout: { systemMessage: 'unseen', continue: false } };
    expect(decoded('kolega', event, report)).toEqual(refusal(effect, 'no'));
  });

  test.each(POWERS)('on %s without a reason has the default one', (event, effect) => {
    expect(decoded('kolega', event, { exit: 2, stderr: ' \n' })).toEqual(refusal(effect, DEFAULT));
  });

  test.each(ADVISORY)('on %s is a no_power fault and stops nothing', (event, also) => {
    const expected = proceeding(noPower(event, 'no'), also);
    expect(decoded('kolega', event, { exit: 2, stderr: 'no' })).toEqual(expected);
    expect(answer(event, specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' }))).toEqual(expected);
  });
});

describe('permissionDecision', () => {
  test.each(POWERS)('deny on %s blocks with the effect %s', (event, effect) => {
    const deny = specific({ permissionDecision: 'deny', permissionDecisionReason: 'rm -rf is not allowed here' });
    expect(answer(event, deny)).toEqual(refusal(effect, 'rm -rf is not allowed here'));
  });

  test.each(['deny', 'Deny', 'DENY'])('%s blocks, whatever its case', (word) => {
    expect(answer('PreToolUse', specific({ permissionDecision: word }))).toEqual(refusal('deny_tool', DEFAULT));
  });

  test('takes systemMessage for its reason when it has none, and shows it too', () => {
    expect(
      answer('PreToolUse', { systemMessage: 'frozen', hookSpecificOutput: { permissionDecision: 'deny' } }),
    ).toEqual(refusal('deny_tool', 'frozen', info('frozen')));
    const blank = { permissionDecision: 'deny', permissionDecisionReason: ' ' };
    expect(answer('PreToolUse', { systemMessage: 'frozen', hookSpecificOutput: blank })).toEqual(
      refusal('deny_tool', 'frozen', info('frozen')),
    );
  });

  test.each<Json>(['allow', 'ask', 'denied', '', true, 1, ['deny'], { deny: true }, null])('%j is ignored', (word) => {
    expect(answer('PreToolUse', specific({ permissionDecision: word, permissionDecisionReason: 'x' }))).toEqual({});
  });

  test.each<Json>([
    { permissionDecision: 'deny' },
    { decision: 'deny', reason: 'x' },
    { decision: 'block' },
    { hookSpecificOutput: 'deny' },
    { hookSpecificOutput: [{ permissionDecision: 'deny' }] },
    { 'hookSpecificOutput.permissionDecision': 'deny' },
    {},
    { suppressOutput: true, anything: { else: 1 } },
  ])('counts only in its place: %j says nothing', (stdout) => {
    expect(answer('PreToolUse', stdout)).toEqual({});
  });
});

describe('continue: false', () => {
  test.each<EventName>(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'])(
    'ends the turn on %s',
    (event) => {
      expect(answer(event, { continue: false })).toEqual(refusal('end_turn', DEFAULT));
      expect(answer(event, { continue: false, systemMessage: 'budget used up' })).toEqual(
        refusal('end_turn', 'budget used up', info('budget used up')),
      );
    },
  );

  test('has the reason of a deny beside it', () => {
    const deny = { permissionDecision: 'deny', permissionDecisionReason: 'denied' };
    expect(answer('PreToolUse', { continue: false, systemMessage: 'shown', hookSpecificOutput: deny })).toEqual(
      refusal('end_turn', 'denied', info('shown')),
    );
  });

  test.each<EventName>(['Stop', 'SessionStart', 'SessionEnd', 'SubagentStop', 'PreCompact', 'Notification'])(
    'has no effect on %s',
    (event) => {
      expect(answer(event, { continue: false })).toEqual({ notes: [`continue: false has no effect on ${event}`] });
    },
  );

  test.each<Json>([true, 'false', 0, null])('is not %j', (value) => {
    expect(answer('PreToolUse', { continue: value })).toEqual({});
  });
});

describe('updatedInput', () => {
  test('replaces the whole input on PreToolUse', () => {
    expect(answer('PreToolUse', specific({ updatedInput: { command: 'ls' } }))).toEqual({
      updatedInput: { command: 'ls' },
    });
    expect(answer('PreToolUse', specific({ updatedInput: {} }))).toEqual({ updatedInput: {} });
  });

  test.each<Json>(['ls', ['ls'], 7, true])('%j is ignored: it is no object', (updatedInput) => {
    expect(answer('PreToolUse', specific({ updatedInput }))).toEqual({
      notes: ['hookSpecificOutput.updatedInput was ignored: it is not an object'],
    });
  });

  test.each<EventName>(['PostToolUse', 'UserPromptSubmit', 'Stop'])('has no effect on %s', (event) => {
    expect(answer(event, specific({ updatedInput: { a: 1 } }))).toEqual({
      notes: [`hook "guard": hookSpecificOutput.updatedInput has no effect on ${event}`],
    });
  });
});

describe('updatedToolOutput', () => {
  test.each<[Json, Verdict]>([
    ['clean', { updatedToolOutput: 'clean' }],
    [{ a: 1 }, { updatedToolOutput: '{"a":1}' }],
    [[1], { updatedToolOutput: '[1]' }],
    [false, { updatedToolOutput: 'false' }],
    [0, { updatedToolOutput: '0' }],
    ['', {}],
    [null, {}],
  ])('%j is %j', (updatedToolOutput, expected) => {
    expect(answer('PostToolUse', specific({ updatedToolOutput }))).toEqual(expected);
    expect(answer('PostToolUseFailure', specific({ updatedToolOutput }))).toEqual(expected);
  });

  test('has no effect on PreToolUse', () => {
    expect(answer('PreToolUse', specific({ updatedToolOutput: 'x' }))).toEqual({
      notes: ['hook "guard": hookSpecificOutput.updatedToolOutput has no effect on PreToolUse'],
    });
  });
});

describe('additionalContext', () => {
  test.each<EventName>(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'SubagentStop'])(
    'is taken on %s',
    (event) => {
      expect(answer(event, specific({ additionalContext: 'Branch: main' }))).toEqual({ context: ['Branch: main'] });
    },
  );

  test.each<EventName>(['PreToolUse', 'Stop'])('is dropped on %s beside a refusal too', (event) => {
    const said = answer(event, specific({ additionalContext: 'x', permissionDecision: 'deny' }));
    expect(said).toMatchObject({ decision: 'block', notes: [`context for the model is not taken on ${event}`] });
    expect(said).not.toHaveProperty('context');
  });

  test.each<EventName>(['PreToolUse', 'Stop', 'PreCompact', 'Notification', 'SessionEnd'])(
    'is dropped on %s, with a note in the record',
    (event) => {
      expect(answer(event, specific({ additionalContext: 'x' }))).toEqual({
        notes: [`context for the model is not taken on ${event}`],
      });
    },
  );

  test.each<[Json, Verdict]>([
    [{ branch: 'main' }, { context: ['{"branch":"main"}'] }],
    [7, { context: ['7'] }],
    ['', {}],
    [null, {}],
  ])('%j becomes %j: what is no text becomes JSON text', (additionalContext, expected) => {
    expect(answer('SessionStart', specific({ additionalContext }))).toEqual(expected);
  });
});

describe('systemMessage', () => {
  test.each([...POWERS, ...ADVISORY].map(([event]) => event))(
    'is shown to the user on %s and changes nothing',
    (event) => {
      expect(answer(event, { systemMessage: 'remember the freeze' })).toEqual(info('remember the freeze'));
    },
  );

  test.each<[Json, Verdict]>([
    ['', {}],
    [null, {}],
    [7, { notes: ['systemMessage was ignored: it is not a text'] }],
  ])('%j is ignored', (systemMessage, expected) => {
    expect(answer('Stop', { systemMessage })).toEqual(expected);
  });
});

test('all fields of an answer count together', () => {
  const stdout = {
    hookSpecificOutput: {
      updatedToolOutput: 'token=***',
      additionalContext: 'A token was hidden.',
      hookEventName: 'PostToolUse',
    },
    systemMessage: 'hidden',
    continue: true,
    other: [],
  };
  expect(answer('PostToolUse', stdout)).toEqual({
    updatedToolOutput: 'token=***',
    context: ['A token was hidden.'],
    ...info('hidden'),
  });
});
