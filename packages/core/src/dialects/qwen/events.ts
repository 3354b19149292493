import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));
/** Fields that are sent in any case. */
const always = (...names: readonly string[]): readonly PayloadField[] =>
  names.map((name) => ({ name, from: [name], or: null }));

const TOOL = always('tool_name', 'tool_input');
const CALL = [...TOOL, ...always('tool_use_id')];
const RESPONSE: PayloadField = { name: 'tool_response', from: ['tool_response'], as: 'content-and-display', or: null };
const INTERRUPT: PayloadField = { name: 'is_interrupt', from: ['is_interrupt'], or: false };
const STOP: readonly PayloadField[] = [
  { name: 'stop_hook_active', from: ['stop_hook_active'], or: false },
  { name: 'last_assistant_message', from: ['last_assistant_message'], or: '' },
];
const RUNNING: readonly PayloadField[] = [
  { name: 'background_tasks', from: ['background_tasks'], or: [] },
  { name: 'crons', from: ['crons'], or: [] },
];
const TODO: readonly PayloadField[] = [
  { name: 'todo_id', from: ['todo_id', 'task_id'], or: null },
  { name: 'todo_content', from: ['todo_content', 'task_subject'], or: null },
];
const TODO_ENDS: readonly PayloadField[] = [
  { name: 'all_todos', from: ['all_todos'], or: [] },
  { name: 'phase', from: ['phase'], or: 'validation' },
];

const END_WORDS: NativeWords = { field: 'reason', words: { user_exit: 'prompt_input_exit', ask_complete: 'other', sigterm: 'other', sighup: 'other', error: 'other' } };

const OPEN = { onFault: 'proceed', waits: true } as const;
const about = (field: string) => ({ subject: { from: 'field', field } }) as const;
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;
const IGNORED = { block: null, answers: 'ignored' } as const;
const POWERLESS = { block: null, halts: 'no-power' } as const;
const NO_CONTEXT = { context: 'dropped' } as const;
/** Before the task list is written; afterwards nothing can be refused. */
const WRITTEN = { noBlockWhen: { field: 'phase', isOneOf: ['postWrite'] } } as const;

/** The native events: what they mean, what they are matched against, their fields, and what a refusal does. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  SessionStart: {
    ...OPEN, ...about('source'), ...POWERLESS, means: ['SessionStart'], text: 'context',
    fields: [...always('source', 'model'), ...given('agent_type')],
  },
  SessionEnd: { ...OPEN, ...about('reason'), ...NO_CONTEXT, means: ['SessionEnd'], block: null, fields: always('reason'), words: END_WORDS },
  SessionDelete: { ...ABOUT_NOTHING, ...IGNORED, means: ['SessionDelete'], onFault: 'proceed', waits: false, fields: always('deleted_session_id') },
  UserPromptSubmit: {
    ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptSubmit'], block: 'reject_prompt', halts: 'reject_prompt', text: 'context',
    fields: [...always('prompt'), ...given('submitted_prompt')],
  },
  UserPromptExpansion: {
    ...OPEN, ...about('command_name'), means: ['UserPromptExpansion'], block: 'reject_prompt', halts: 'reject_prompt', text: 'context',
    fields: always('command_name', 'command_args', 'prompt'),
    blockText: { text: 'UserPromptExpansion blocked: {reason}' },
  },
  PreToolUse: {
    ...OPEN, ...about('tool_name'), ...NO_CONTEXT, means: ['PreToolUse'], block: 'deny_tool', halts: 'deny_tool',
    fields: [...CALL, ...given('tool_call_id')],
  },
  PermissionRequest: {
    ...OPEN, ...about('tool_name'), ...NO_CONTEXT, means: ['PermissionRequest'], block: null, denials: 'lines',
    fields: [...TOOL, ...given('permission_suggestions')],
  },
  PermissionDenied: { ...OPEN, ...about('tool_name'), ...IGNORED, means: ['PermissionDenied'], fields: [...CALL, ...always('reason')] },
  PostToolUse: {
    ...OPEN, ...about('tool_name'), means: ['PostToolUse'], block: null, halts: 'withhold_output',
    fields: [...TOOL, RESPONSE, ...always('tool_use_id'), ...given('tool_call_id', 'duration_ms')],
  },
  PostToolUseFailure: {
    ...OPEN, ...about('tool_name'), ...POWERLESS, means: ['PostToolUseFailure'],
    fields: [...CALL, ...given('tool_call_id'), ...always('error'), INTERRUPT, ...given('duration_ms')],
  },
  PostToolBatch: {
    ...OPEN, ...ABOUT_NOTHING, means: ['PostToolBatch'], block: 'withhold_output', halts: 'withhold_output',
    fields: [{ name: 'tool_calls', from: ['tool_calls'], or: [] }],
  },
  Stop: {
    ...OPEN, ...ABOUT_NOTHING, ...NO_CONTEXT, means: ['Stop'], block: 'keep_working', halts: 'keep_working',
    fields: [...STOP, ...RUNNING, ...given('context_usage', 'context_limit', 'input_tokens')],
  },
  SubagentStart: { ...OPEN, ...about('agent_type'), ...POWERLESS, means: ['SubagentStart'], fields: always('agent_type') },
  SubagentStop: {
    ...OPEN, ...about('agent_type'), ...NO_CONTEXT, means: ['SubagentStop'], block: 'keep_working', halts: 'keep_working',
    fields: [...always('agent_type'), ...STOP.slice(0, 1), ...always('agent_transcript_path'), ...STOP.slice(1), ...RUNNING],
  },
  StopFailure: {
    ...IGNORED, subject: { from: 'field', field: 'error_type', orField: 'error' }, means: ['StopFailure'], onFault: 'proceed', waits: false,
    fields: [{ name: 'error', from: ['error_type', 'error'], or: null }, ...given('error_details', 'last_assistant_message')],
  },
  PreCompact: { ...OPEN, ...about('trigger'), ...POWERLESS, means: ['PreCompact'], fields: [...always('trigger'), { name: 'custom_instructions', from: ['custom_instructions'], or: '' }] },
  PostCompact: { ...OPEN, ...about('trigger'), ...IGNORED, means: ['PostCompact'], fields: always('trigger', 'compact_summary') },
  Notification: {
    ...OPEN, ...about('notification_type'), ...NO_CONTEXT, means: ['Notification'], block: null,
    fields: [...always('message', 'notification_type'), ...given('title')],
  },
  MessageDisplay: {
    ...ABOUT_NOTHING, ...IGNORED, means: ['MessageDisplay'], onFault: 'proceed', waits: false,
    fields: [
      ...always('message_id'),
      { name: 'displayed_text', from: ['displayed_text', 'delta'], or: '' },
      { name: 'is_final', from: ['is_final', 'final'], or: false },
    ],
  },
  InstructionsLoaded: {
    ...OPEN, ...about('file_path'), ...IGNORED, means: ['InstructionsLoaded'],
    fields: [...always('file_path', 'memory_type', 'load_reason'), ...given('trigger_file_path', 'parent_file_path')],
  },
  TodoCreated: {
    ...OPEN, ...ABOUT_NOTHING, ...NO_CONTEXT, ...WRITTEN, means: ['TaskCreated'], block: 'refuse_task',
    fields: [...TODO, { name: 'todo_status', from: ['todo_status'], or: 'pending' }, ...TODO_ENDS],
  },
  TodoCompleted: {
    ...OPEN, ...ABOUT_NOTHING, ...NO_CONTEXT, ...WRITTEN, means: ['TaskCompleted'], block: 'keep_task_open',
    fields: [...TODO, { name: 'previous_status', from: ['previous_status'], or: 'in_progress' }, ...TODO_ENDS],
  },
};
