import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../../test/support/hooks.ts';
import { decoded, VOID_REFUSAL } from '../../../../../test/support/hooks.ts';
import type { EventName, Json, JsonObject, Verdict } from '../../model/index.ts';

const said = (event: EventName, parts: ReportParts): Verdict => decoded('kimi', event, parts);
const answer = (event: EventName, stdout: Json): Verdict => said(event, { stdout });
const own = (fields: JsonObject, beside: JsonObject = {}): JsonObject => ({ ...beside, hookSpecificOutput: fields });
const DENY = { permissionDecision: 'deny' };

describe('a refusal', () => {
  test.each([
    ['PreToolUse', 'deny_tool'],
    ['UserPromptSubmit', 'reject_prompt'],
    ['Stop', 'keep_working'],
  ] as const)('counts on %s by exit code and in words', (event, effect) => {
    expect(said(event, { exit: 2, stderr: ' no \n' })).toMatchObject({ decision: 'block', effect, reason: 'no' });
    expect(said(event, { exit: 2, stdout: own(DENY) })).toMatchObject({ reason: `Blocked by ${event} hook` });
    expect(answer(event, own({ ...DENY, permissionDecisionReason: ' no ' }))).toMatchObject({ effect, reason: 'no' });
    expect(answer(event, own(DENY))).toMatchObject({ effect, reason: `Blocked by ${event} hook` });
    expect(answer(event, own({ ...DENY, permissionDecisionReason: 5 }))).toMatchObject({
      effect,
      reason: `Blocked by ${event} hook`,
    });
  });

  test('is one word in one place: all others are nothing, and no fault', () => {
    for (const stdout of [
      own({ permissionDecision: 'Deny' }),
      own({ permissionDecision: 'ask' }),
      own({ permissionDecision: ['deny'] }),
      DENY,
      { decision: 'block', reason: 'no' },
      { continue: false },
      own({ updatedInput: { command: 'x' }, additionalContext: 'c' }),
      [own(DENY)],
      'text',
    ])
      expect(answer('PreToolUse', stdout).decision ?? answer('PreToolUse', stdout).fault).toBeUndefined();
  });

  test('stands beside unknown keys and a wrong event', () => {
    expect(answer('PreToolUse', own({ ...DENY, hookEventName: 'Stop', x: 1 }, { y: [] }))).toMatchObject({
      decision: 'block',
    });
  });

  test.each(['checking', '{"level":"info","msg":"checking"}'])(
    'is void behind the log line %s, and a warning says so',
    (line) => {
      const verdict = answer('PreToolUse', `${line}\n${JSON.stringify(own(DENY))}`);
      expect(verdict.decision).toBeUndefined();
      expect(verdict.messages).toEqual([VOID_REFUSAL]);
    },
  );

  test.each([1, 3, 127])('exit %d is a failure that stops nothing', (exit) => {
    const verdict = said('PreToolUse', { exit, stdout: own(DENY) });
    expect(verdict).toMatchObject({ fault: { code: 'exit' } });
    expect(verdict.decision).toBeUndefined();
  });
});

describe('on the prompt', () => {
  test.each<readonly [string, Json, string]>([
    ['a text', ' branch is main \n', 'branch is main'],
    ['any other JSON, as it stands', { decision: 'block' }, '{"decision":"block"}'],
    ['a list', ['x'], '["x"]'],
    [
      'an answer without meaning',
      own({ permissionDecision: 'allow' }),
      JSON.stringify(own({ permissionDecision: 'allow' })),
    ],
    ['its message', { message: ' m ', other: 1 }, 'm'],
    ['a message within', own({ message: 'inner' }), 'inner'],
    ['the outer of two messages', own({ message: 'inner' }, { message: 'outer' }), 'outer'],
    ['a number', { message: 5 }, '5'],
    ['a boolean', { message: false }, 'false'],
    ['all of it, where the message is an object', { message: {} }, '{"message":{}}'],
  ])('context is %s', (_title, stdout, context) => {
    expect(answer('UserPromptSubmit', stdout)).toMatchObject({ context: [context] });
  });

  test('a message comes before the reason of a refusal, and is no context then', () => {
    const verdict = answer('UserPromptSubmit', own({ ...DENY, permissionDecisionReason: 'why' }, { message: 'first' }));
    expect(verdict).toMatchObject({ decision: 'block', reason: 'first' });
    expect(verdict.context).toBeUndefined();
  });
});

test.each<EventName>(['PostToolUse', 'SessionStart', 'SubagentStop', 'PreCompact', 'PermissionRequest'])(
  'on %s neither exit code nor answer counts, and nothing is a fault',
  (event) => {
    expect(said(event, { exit: 2, stderr: 'no' })).toEqual({});
    expect(answer(event, own(DENY))).toEqual({});
    expect(said(event, { exit: 1, stdout: 'text' })).toEqual({});
  },
);
