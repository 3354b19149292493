import type { EventRow, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));

const about = (field: string, or?: string): Pick<EventRow, 'subject'> => ({
  subject: { from: 'field', field, ...(or === undefined ? {} : { or }) },
});
/** Its matcher is tested against an empty text. */
const ABOUT_NOTHING = { subject: { from: 'constant', text: '' } } as const;

const CALL_ID: PayloadField = { name: 'tool_call_id', from: ['tool_use_id'] };
const TOOL = [...given('tool_name', 'tool_input'), CALL_ID];

/** The action waits for the hooks, and a failure lets it go on. */
const GATE = { onFault: 'proceed', waits: true } as const;
/** Nothing that a hook says counts. */
const OBSERVED = { block: null, onFault: 'proceed', waits: false, answers: 'ignored' } as const;
const OBSERVED_AND_AWAITED = { ...OBSERVED, waits: true } as const;

const PERMISSION: readonly PayloadField[] = [
  ...given('id', 'agent_id', 'turn_id'),
  CALL_ID,
  ...given('tool_name', 'action', 'display', 'tool_input'),
];

/** The native events of Kimi Code; the last three have no neutral event. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  PreToolUse: { ...GATE, ...about('tool_name'), means: ['PreToolUse'], block: 'deny_tool', fields: TOOL },
  UserPromptSubmit: {
    ...GATE,
    ...about('prompt'),
    means: ['UserPromptSubmit'],
    block: 'reject_prompt',
    text: 'context-always',
    fields: [
      { name: 'prompt', from: ['prompt'], as: 'text-parts' },
      { name: 'is_steer', from: ['is_steer'], or: false },
    ],
  },
  Stop: {
    ...GATE,
    ...ABOUT_NOTHING,
    means: ['Stop'],
    block: 'keep_working',
    fields: [{ name: 'stop_hook_active', constant: false }],
  },
  PostToolUse: {
    ...OBSERVED,
    ...about('tool_name'),
    means: ['PostToolUse'],
    fields: [...TOOL, { name: 'tool_output', from: ['tool_response'], as: 'terminal-text', most: 2000 }],
  },
  PostToolUseFailure: {
    ...OBSERVED,
    ...about('tool_name'),
    means: ['PostToolUseFailure'],
    fields: [...TOOL, { name: 'error', from: ['error'], as: 'failure-object' }],
  },
  PermissionRequest: { ...OBSERVED, ...about('tool_name'), means: ['PermissionRequest'], fields: PERMISSION },
  PermissionResult: {
    ...OBSERVED,
    ...about('tool_name'),
    means: ['PermissionDenied'],
    fields: [...PERMISSION, { name: 'decision', constant: 'rejected' }, ...given('selected_label', 'scope', 'feedback')],
  },
  TurnStarted: {
    ...OBSERVED,
    ...about('origin_kind', 'user'),
    means: ['TurnStart'],
    fields: [
      ...given('turn_id'),
      { name: 'origin_kind', from: ['origin_kind'], or: 'user' },
      ...given('origin_name', 'prompt'),
    ],
  },
  StopFailure: {
    ...OBSERVED,
    ...about('error_type'),
    means: ['StopFailure'],
    fields: [...given('error_type'), { name: 'error_message', from: ['error'] }],
  },
  Interrupt: {
    ...OBSERVED,
    ...ABOUT_NOTHING,
    means: ['Interrupt'],
    fields: [...given('turn_id'), { name: 'reason', from: ['reason'], or: 'cancelled' }],
  },
  SessionStart: {
    ...OBSERVED_AND_AWAITED,
    ...about('source'),
    means: ['SessionStart'],
    fields: [...given('source', 'model'), { name: 'profile', from: ['profile'], or: 'agent' }],
  },
  SessionEnd: { ...OBSERVED_AND_AWAITED, ...about('reason'), means: ['SessionEnd'], fields: given('reason') },
  SubagentStart: {
    ...OBSERVED_AND_AWAITED,
    ...about('agent_type'),
    means: ['SubagentStart'],
    fields: [
      { name: 'agent_name', from: ['agent_type'] },
      { name: 'prompt', from: ['task'] },
    ],
  },
  SubagentStop: {
    ...OBSERVED,
    ...about('agent_type'),
    means: ['SubagentStop'],
    fields: [
      { name: 'agent_name', from: ['agent_type'] },
      { name: 'response', from: ['result', 'last_assistant_message'] },
    ],
  },
  PreCompact: {
    ...OBSERVED_AND_AWAITED,
    ...about('trigger'),
    means: ['PreCompact'],
    fields: [...given('trigger'), { name: 'token_count', from: ['input_tokens'] }],
  },
  PostCompact: {
    ...OBSERVED,
    ...about('trigger'),
    means: ['PostCompact'],
    fields: [...given('trigger'), { name: 'estimated_token_count', from: ['input_tokens'] }],
  },
  Notification: {
    ...OBSERVED,
    ...about('notification_type'),
    means: ['Notification'],
    fields: [
      { name: 'sink', from: ['sink'], or: 'context' },
      ...given('agent_id', 'notification_type', 'title'),
      { name: 'body', from: ['message'] },
      { name: 'severity', from: ['severity'], or: 'info' },
      ...given('source_kind', 'source_id'),
    ],
  },
  UserPromptQueued: {
    ...OBSERVED,
    ...about('prompt'),
    means: [],
    fields: [...given('prompt_id'), { name: 'prompt', from: ['prompt'], as: 'text-parts' }, ...given('queue_length')],
  },
  TaskStarted: {
    ...OBSERVED,
    ...about('kind'),
    means: [],
    fields: given('task_id', 'kind', 'description', 'status', 'detached', 'started_at'),
  },
  SessionHeartbeat: { ...OBSERVED, ...ABOUT_NOTHING, means: [], fields: given('uptime_ms') },
};
