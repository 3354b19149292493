import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../../test/support/hooks.ts';
import { anEvent, decoded } from '../../../../../test/support/hooks.ts';
import type { EventName, Json, Verdict } from '../../model/index.ts';

const said = (event: EventName, parts: ReportParts, native?: string): Verdict =>
  decoded('cursor', event, parts, native === undefined ? {} : { native });
const answer = (event: EventName, stdout: Json, native?: string): Verdict => said(event, { stdout }, native);

describe('a permission', () => {
  test.each(['preToolUse', 'beforeShellExecution', 'beforeMCPExecution'])('on %s refuses, asks or allows', (native) => {
    expect(answer('PreToolUse', { permission: 'deny' }, native)).toMatchObject({
      decision: 'block',
      effect: 'deny_tool',
    });
    expect(answer('PreToolUse', { permission: 'ask' }, native)).toMatchObject({ decision: 'ask' });
    expect(answer('PreToolUse', { permission: 'allow' }, native)).toMatchObject({ decision: 'allow' });
    expect(answer('PreToolUse', { permission: 'no' }, native)).toMatchObject({ fault: { code: 'bad_output' } });
  });

  test('on beforeReadFile knows no question', () => {
    expect(answer('PreToolUse', { permission: 'ask' }, 'beforeReadFile')).toMatchObject({
      fault: { code: 'bad_output' },
    });
    expect(answer('PreToolUse', { permission: 'deny' }, 'beforeReadFile')).toMatchObject({ decision: 'block' });
  });

  test('on subagentStart asks for nothing: a question is a refusal', () => {
    expect(answer('SubagentStart', { permission: 'ask' })).toMatchObject({
      decision: 'block',
      effect: 'refuse_subagent',
    });
  });
});

test('the reason of a refusal is for the model first, and the user is told too', () => {
  const verdict = answer('PreToolUse', { permission: 'deny', agent_message: 'a', user_message: 'u' });
  expect(verdict).toMatchObject({ reason: 'a', messages: [{ level: 'info', text: 'u' }] });
  expect(answer('PreToolUse', { permission: 'deny', agent_message: 5, user_message: 'u' })).toMatchObject({
    reason: 'u',
  });
});

test('no output says nothing, and any other text is a failure', () => {
  expect(said('PreToolUse', {})).toEqual({});
  expect(said('PreToolUse', { stdout: 'done' })).toMatchObject({ fault: { code: 'bad_output' } });
});

describe('a message that goes on', () => {
  const stop = (loop_count: number, mostInARow: number | null): Verdict =>
    decoded(
      'cursor',
      anEvent('Stop', { loop_count }),
      { stdout: { followup_message: 'go on' } },
      { hook: { mostInARow } },
    );

  test('keeps the agent working as often as the entry says', () => {
    expect(stop(4, 5)).toMatchObject({ decision: 'block', effect: 'keep_working', reason: 'go on' });
    expect(stop(5, 5)).toMatchObject({ fault: { code: 'no_power' } });
    expect(stop(5, 5).decision).toBeUndefined();
    expect(stop(99, null)).toMatchObject({ decision: 'block' });
  });

  test.each(['', '  '])('is none when it is %j', (followup_message) => {
    expect(answer('Stop', { followup_message })).toEqual({});
  });

  test.each(['error', 'aborted'])('does not count for a sub-agent that ended with %s', (status) => {
    const event = anEvent('SubagentStop', { status });
    expect(decoded('cursor', event, { stdout: { followup_message: 'go on' } }).decision).toBeUndefined();
  });
});
