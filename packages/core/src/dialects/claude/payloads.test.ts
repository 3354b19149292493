import { expect, test } from 'vitest';
import { aFrame, anEvent } from '../../../../../test/support/hooks.ts';
import type { EventName } from '../../model/index.ts';
import { payloadBytes, payloadOf } from '../../engine/payload.ts';

/** Every field that an event of any kind may have; each payload takes its own of them. */
const ALL_FIELDS = [
  'transcript_path',
  'prompt_id',
  'permission_mode',
  'effort',
  'source',
  'prompt',
  'tool_name',
  'tool_input',
  'tool_use_id',
  'tool_response',
  'duration_ms',
  'mcp_server',
  'tool_calls',
  'turn_id',
  'message_id',
  'index',
  'final',
  'delta',
  'stop_hook_active',
  'last_assistant_message',
  'background_tasks',
  'session_crons',
  'reason',
  'error',
  'is_interrupt',
  'permission_suggestions',
  'agent_transcript_path',
  'file_path',
  'memory_type',
  'load_reason',
  'old_cwd',
  'new_cwd',
  'event',
  'expansion_type',
  'command_name',
  'command_args',
  'command_source',
  'trigger',
  'custom_instructions',
  'task_id',
  'task_subject',
  'task_description',
  'from_model',
  'to_model',
  'requested_model',
  'context_tokens',
  'prompt_cache_warm',
  'cache_ttl',
  'estimated_cache_write_usd',
  'pricing',
  'name',
  'mcp_server_name',
  'message',
  'mode',
  'requested_schema',
  'action',
  'notification_type',
  'compact_summary',
  'directory',
  'teammate_name',
  'team_name',
  'worktree_path',
] as const;

const FIELDS = Object.fromEntries(ALL_FIELDS.map((name) => [name, name]));
const START = 'session_id transcript_path cwd prompt_id';
const TURN = `${START} permission_mode effort hook_event_name`;
const PLAIN = `${START} hook_event_name`;

/** Keys in the order in which the program itself writes them. */
const KEYS: readonly (readonly [EventName, string])[] = [
  ['UserPromptSubmit', `${START} permission_mode hook_event_name prompt source`],
  ['PreToolUse', `${TURN} tool_name tool_input tool_use_id mcp_server`],
  ['PostToolUse', `${TURN} tool_name tool_input tool_response tool_use_id duration_ms mcp_server`],
  ['PostToolUseFailure', `${TURN} tool_name tool_input tool_use_id error is_interrupt duration_ms mcp_server`],
  ['PermissionRequest', `${TURN} tool_name tool_input permission_suggestions mcp_server`],
  ['PermissionDenied', `${TURN} tool_name tool_input tool_use_id reason mcp_server`],
  ['PostToolBatch', `${TURN} tool_calls`],
  ['MessageDisplay', `${PLAIN} turn_id message_id index final delta`],
  ['Stop', `${TURN} stop_hook_active last_assistant_message background_tasks session_crons`],
  [
    'SubagentStop',
    `${TURN} stop_hook_active agent_transcript_path last_assistant_message background_tasks session_crons`,
  ],
  ['SessionEnd', `${PLAIN} reason`],
  ['InstructionsLoaded', `${START} effort hook_event_name file_path memory_type load_reason`],
  ['CwdChanged', `${PLAIN} old_cwd new_cwd`],
  ['FileChanged', `${PLAIN} file_path event`],
  [
    'UserPromptExpansion',
    `${START} permission_mode hook_event_name expansion_type command_name command_args command_source prompt`,
  ],
  ['PreCompact', `${PLAIN} trigger custom_instructions`],
  ['PostCompact', `${PLAIN} trigger compact_summary`],
  ['Setup', `${PLAIN} trigger`],
  ['TaskCreated', `${PLAIN} task_id task_subject task_description teammate_name team_name`],
  [
    'PreModelSwitch',
    `${PLAIN} from_model to_model requested_model source context_tokens prompt_cache_warm cache_ttl estimated_cache_write_usd pricing`,
  ],
  ['WorktreeCreate', `${PLAIN} name`],
  ['Elicitation', `${PLAIN} mcp_server_name message mode requested_schema`],
  ['ElicitationResult', `${PLAIN} mcp_server_name mode action`],
  ['Notification', `${PLAIN} message notification_type`],
  ['ConfigChange', `${PLAIN} source file_path`],
  ['StopFailure', `${START} effort hook_event_name error last_assistant_message`],
  ['DirectoryAdded', `${PLAIN} directory source`],
];

test.each(KEYS)('the payload of %s has the keys that the program writes, in its order', (event, keys) => {
  expect(Object.keys(payloadOf(aFrame('claude', anEvent(event, FIELDS)))).join(' ')).toBe(keys);
});

test('inside a sub-agent its id and kind stand between the mode and the effort', () => {
  const event = anEvent('PreToolUse', { ...FIELDS, agent_id: 'a', agent_type: 't' });
  expect(
    Object.keys(payloadOf(aFrame('claude', event)))
      .slice(3, 9)
      .join(' '),
  ).toBe('prompt_id permission_mode agent_id agent_type effort hook_event_name');
});

test('what is not known is left out, or sent as the program sends it', () => {
  expect(payloadOf(aFrame('claude', anEvent('Stop')))).toEqual({
    session_id: 's-1',
    transcript_path: '',
    cwd: '/project/sub',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: null,
    background_tasks: [],
    session_crons: [],
  });
});

test('the payload is one line with a line break at its end', () => {
  const text = Buffer.from(payloadBytes(aFrame('claude', anEvent('Setup')))).toString();
  expect(text).toMatch(/^\{[^\n]*\}\n$/);
});
