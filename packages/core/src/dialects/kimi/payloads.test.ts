import { expect, test } from 'vitest';
import { aFrame, anEvent } from '../../../../../test/support/hooks.ts';
import type { EventName, JsonObject } from '../../model/index.ts';
import { payloadBytes, payloadOf } from '../../engine/payload.ts';

const frameOf = (event: EventName, fields: JsonObject = {}) => aFrame('kimi', anEvent(event, fields));
const payload = (event: EventName, fields: JsonObject = {}): JsonObject => payloadOf(frameOf(event, fields));

test('every payload begins alike, and ends without a line break', () => {
  expect(Object.keys(payload('Stop', { session_title: 't' }))).toEqual([
    'hook_event_name',
    'session_id',
    'cwd',
    'client_type',
    'session_title',
    'stop_hook_active',
  ]);
  expect(Buffer.from(payloadBytes(frameOf('Stop'))).at(-1)).toBe('}'.charCodeAt(0));
});

test.each<readonly [EventName, JsonObject, JsonObject]>([
  ['UserPromptSubmit', { prompt: 'p' }, { prompt: [{ type: 'text', text: 'p' }], is_steer: false }],
  ['Stop', { stop_hook_active: true }, { stop_hook_active: false }],
  [
    'PreToolUse',
    { tool_name: 'Bash', tool_input: {}, tool_use_id: 'c' },
    { tool_name: 'Bash', tool_input: {}, tool_call_id: 'c' },
  ],
  ['PostToolUse', { tool_response: 'x'.repeat(3000) }, { tool_output: 'x'.repeat(2000) }],
  ['PostToolUse', { tool_response: { a: 1 } }, { tool_output: '{"a":1}' }],
  ['PostToolUse', { tool_response: { stdout: 'out', stderr: 'err' } }, { tool_output: 'out\nerr' }],
  ['PostToolUseFailure', { error: 'no' }, { error: { code: 'internal', message: 'no', retryable: false } }],
  [
    'PermissionDenied',
    { tool_use_id: 'c' },
    { hook_event_name: 'PermissionResult', tool_call_id: 'c', decision: 'rejected' },
  ],
  [
    'TurnStart',
    { prompt: 'p', turn_id: 3 },
    { hook_event_name: 'TurnStarted', turn_id: 3, origin_kind: 'user', prompt: 'p' },
  ],
  ['StopFailure', { error: 'e', error_type: 't' }, { error_type: 't', error_message: 'e' }],
  ['Interrupt', {}, { reason: 'cancelled' }],
  ['SessionStart', { source: 'startup', model: 'm' }, { source: 'startup', model: 'm', profile: 'agent' }],
  ['SubagentStart', { agent_type: 'coder', task: 't' }, { agent_name: 'coder', prompt: 't' }],
  ['SubagentStop', { agent_type: 'coder', last_assistant_message: 'm' }, { agent_name: 'coder', response: 'm' }],
  ['PreCompact', { trigger: 'auto', input_tokens: 7 }, { trigger: 'auto', token_count: 7 }],
  ['PostCompact', { trigger: 'auto', input_tokens: 7 }, { estimated_token_count: 7 }],
  ['Notification', { notification_type: 'n', message: 'm' }, { sink: 'context', body: 'm', severity: 'info' }],
])('%s is told with its own fields', (event, fields, expected) => {
  expect(payload(event, fields)).toMatchObject(expected);
});

test('half a character is not left at the cut of a long output', () => {
  const { tool_output: output } = payload('PostToolUse', { tool_response: `${'x'.repeat(1999)}😀` });
  expect(output).toBe('x'.repeat(1999));
});
