import { describe, expect, test } from 'vitest';
import { decoded, VOID_REFUSAL, type ReportParts } from '../../../../../test/support/hooks.ts';
import type { EventName, Json, JsonObject, Verdict } from '../../model/index.ts';

const said = (event: EventName, parts: ReportParts): Verdict => decoded('codex', event, parts);
const answer = (event: EventName, stdout: Json): Verdict => said(event, { stdout });
const deny = (hookEventName: string): JsonObject => ({
  hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: 'no' },
});

describe('a refusal before a tool', () => {
  test.each([
    'PreToolUse',
    'PermissionRequest',
    'PostToolUse',
    'PreCompact',
    'PostCompact',
    'SessionStart',
    'SessionEnd',
    'UserPromptSubmit',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'Interrupt',
    'PreModelRequest',
    'PostModelRequest',
  ])('counts under the name of any event: %s', (name) => {
    expect(answer('PreToolUse', deny(name))).toMatchObject({ decision: 'block', effect: 'deny_tool', reason: 'no' });
  });

  test.each(['PostToolUseFailure', 'Notification', 'pre_tool_use', ''])('is void under "%s"', (name) => {
    const verdict = answer('PreToolUse', deny(name));
    expect(verdict).toMatchObject({ fault: { code: 'bad_output' } });
    expect(verdict.messages).toContainEqual(VOID_REFUSAL);
  });

  test('after a log line is text without a fault; that it is void is told', () => {
    expect(answer('PreToolUse', `checking\n${JSON.stringify(deny('PreToolUse'))}`)).toEqual({
      messages: [VOID_REFUSAL],
    });
    expect(answer('PreToolUse', 'checking\n{"decision":"none"}')).toEqual({});
  });
});

test('a refusal that is not looked at beside a rewrite is told', () => {
  const updatedInput = { command: 'ls' };
  const verdict = answer('PreToolUse', {
    decision: 'block',
    reason: 'no',
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput },
  });
  expect(verdict).toMatchObject({
    updatedInput,
    messages: [{ level: 'warning', text: expect.stringContaining('void') }],
  });
  expect(verdict).not.toHaveProperty('decision');
  expect(answer('PreToolUse', { decision: 'block', reason: 'old', ...deny('PreToolUse') })).toMatchObject({
    decision: 'block',
    reason: 'no',
  });
});

test('a refusal after a log line is told where the text itself is context, or a failure', () => {
  const stdout = 'checking\n{"decision":"block","reason":"no"}';
  expect(answer('UserPromptSubmit', stdout)).toEqual({ context: [stdout], messages: [VOID_REFUSAL] });
  expect(answer('Stop', stdout)).toMatchObject({ fault: { code: 'bad_output' } });
  expect(answer('Stop', stdout).messages).toContainEqual(VOID_REFUSAL);
});
