import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

const TOOL: readonly PayloadField[] = [
  { name: 'tool_name',  from: ['tool_name'],  or: null },
  { name: 'tool_input', from: ['tool_input'], or: null },
];
const TOOL_USE: readonly PayloadField[] = [...TOOL, { name: 'tool_use_id', from: ['tool_use_id'], or: null }];
const MCP: readonly PayloadField[] = [
  { name: 'mcp_context', from: ['mcp_context'] },
  { name: 'original_request_name', from: ['original_request_name'] },
];
const STOP: readonly PayloadField[] = [
  { name: 'stop_hook_active', from: ['stop_hook_active'], or: false },
  { name: 'last_assistant_message', from: ['last_assistant_message'], or: null },
];
const AGENT: readonly PayloadField[] = [
  { name: 'agent_id',   from: ['agent_id'],   or: null },
  { name: 'agent_type', from: ['agent_type'], or: null },
];
// The newer program of the system has four events more than its document; their fields are those of the field at large.
const TASK: readonly PayloadField[] = [
  { name: 'task_id', from: ['task_id'], or: null },
  { name: 'task_subject', from: ['task_subject'], or: null },
  { name: 'task_description', from: ['task_description'] },
  { name: 'teammate_name', from: ['teammate_name'] },
  { name: 'team_name', from: ['team_name'] },
];
const TRIGGER: PayloadField = { name: 'trigger', from: ['trigger'], or: null };
const SERVER: PayloadField = { name: 'mcp_server_name', from: ['mcp_server_name'], or: null };
const ELICITATION: readonly PayloadField[] = [{ name: 'mode', from: ['mode'] }, { name: 'elicitation_id', from: ['elicitation_id'] }];

const OPEN = { onFault: 'proceed', waits: true } as const;
const ABOUT_TOOL   = { subject: { from: 'field', field: 'tool_name' } } as const;
const ABOUT_AGENT  = { subject: { from: 'field', field: 'agent_type' } } as const;
const ABOUT_SERVER = { subject: { from: 'field', field: 'mcp_server_name' } } as const;
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;

const END_WORDS: NativeWords = { field: 'reason', words: { user_exit: 'prompt_input_exit', ask_complete: 'other', sigterm: 'other', sighup: 'other', error: 'other' } };

/** The native events: what they mean, what they are matched against, their fields, and what a refusal does. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  SessionStart: {
    ...OPEN, means: ['SessionStart'], subject: { from: 'field', field: 'source' }, block: null, text: 'context',
    fields: [{ name: 'source', from: ['source'], or: null }, { name: 'model', from: ['model'], or: null }],
  },
  SessionEnd: { ...OPEN, means: ['SessionEnd'], subject: { from: 'field', field: 'reason' }, block: null, fields: [{ name: 'reason', from: ['reason'], or: null }], words: END_WORDS },
  UserPromptSubmit: {
    ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptSubmit'], block: 'reject_prompt', text: 'context', endsTurn: true,
    fields: [{ name: 'prompt', from: ['prompt'], or: null }],
  },
  PreToolUse: { ...OPEN, ...ABOUT_TOOL, means: ['PreToolUse'], block: 'deny_tool', endsTurn: true, fields: [...TOOL_USE, ...MCP] },
  PostToolUse: {
    ...OPEN, ...ABOUT_TOOL, means: ['PostToolUse'], block: null, endsTurn: true,
    fields: [...TOOL_USE, { name: 'tool_response', from: ['tool_response'], as: 'object', or: { output: null } }, ...MCP],
  },
  PostToolUseFailure: {
    ...OPEN, ...ABOUT_TOOL, means: ['PostToolUseFailure'], block: null, endsTurn: true,
    words: { field: 'error_type', words: { exit: 'execution_failed' } },
    fields: [
      ...TOOL_USE,
      { name: 'error', from: ['error'], or: null },
      { name: 'error_type', from: ['error_type'], or: null },
      { name: 'is_interrupt', from: ['is_interrupt'], or: null },
    ],
  },
  PostToolBatch: {
    ...OPEN, ...ABOUT_NOTHING, means: ['PostToolBatch'], block: 'end_turn', endsTurn: true,
    fields: [{ name: 'tool_calls', from: ['tool_calls'], or: [] }],
  },
  TaskCreated: { ...OPEN, ...ABOUT_NOTHING, means: ['TaskCreated'], block: 'refuse_task', fields: TASK },
  TaskCompleted: { ...OPEN, ...ABOUT_NOTHING, means: ['TaskCompleted'], block: 'keep_task_open', endsTurn: true, fields: TASK },
  TeammateIdle: {
    ...OPEN, ...ABOUT_NOTHING, means: ['TeammateIdle'], block: 'keep_working', endsTurn: true,
    fields: [{ name: 'teammate_name', from: ['teammate_name'], or: null }, { name: 'team_name', from: ['team_name'], or: null }],
  },
  PermissionRequest: {
    ...OPEN, ...ABOUT_TOOL, means: ['PermissionRequest'], block: null, denials: 'lines', endsTurn: true,
    fields: [...TOOL, { name: 'permission_suggestions', from: ['permission_suggestions'], or: [] }],
  },
  PermissionDenied: { ...OPEN, ...ABOUT_TOOL, means: ['PermissionDenied'], block: null, fields: [...TOOL_USE, { name: 'reason', from: ['reason'], or: null }] },
  Stop: { ...OPEN, ...ABOUT_NOTHING, means: ['Stop'], block: 'keep_working', endsTurn: true, fields: STOP },
  StopFailure: {
    ...OPEN, means: ['StopFailure'], subject: { from: 'field', field: 'error_type' }, block: null, answers: 'ignored',
    fields: [{ name: 'error_type', from: ['error_type'], or: null }, { name: 'error', from: ['error'], or: null }],
  },
  SubagentStart: { ...OPEN, ...ABOUT_AGENT, means: ['SubagentStart'], block: null, fields: AGENT },
  SubagentStop: {
    ...OPEN, ...ABOUT_AGENT, means: ['SubagentStop'], block: 'keep_working', endsTurn: true,
    fields: [...AGENT, ...STOP, { name: 'agent_transcript_path', from: ['agent_transcript_path'], or: null }],
  },
  PreCompact: {
    ...OPEN, means: ['PreCompact'], subject: { from: 'field', field: 'trigger' }, block: 'cancel_compaction',
    fields: [TRIGGER, { name: 'custom_instructions', from: ['custom_instructions'], or: null }],
  },
  PostCompact: {
    ...OPEN, means: ['PostCompact'], subject: { from: 'field', field: 'trigger' }, block: null,
    fields: [TRIGGER, { name: 'compact_summary', from: ['compact_summary'], or: null }],
  },
  Notification: {
    ...OPEN, means: ['Notification'], subject: { from: 'field', field: 'notification_type' }, block: null,
    fields: [
      { name: 'notification_type', from: ['notification_type'], or: null },
      { name: 'message', from: ['message'], or: null },
      { name: 'title', from: ['title'] },
      { name: 'details', from: ['details'], or: {} },
    ],
  },
  InstructionsLoaded: {
    ...OPEN, means: ['InstructionsLoaded'], subject: { from: 'field', field: 'load_reason' }, block: null, answers: 'ignored',
    fields: [{ name: 'file_path', from: ['file_path'], or: null }, { name: 'memory_type', from: ['memory_type'], or: null }, { name: 'load_reason', from: ['load_reason'], or: null }],
  },
  ConfigChange: {
    ...OPEN, means: ['ConfigChange'], subject: { from: 'field', field: 'source' }, block: 'refuse_change', noBlockWhen: { field: 'source', isOneOf: ['policy_settings'] },
    fields: [{ name: 'source', from: ['source'], or: null }, { name: 'file_path', from: ['file_path'], or: null }],
  },
  CwdChanged: {
    ...OPEN, ...ABOUT_NOTHING, means: ['CwdChanged'], block: null,
    fields: [{ name: 'old_cwd', from: ['old_cwd'], or: null }, { name: 'new_cwd', from: ['new_cwd'], or: null }],
  },
  FileChanged: {
    ...OPEN, means: ['FileChanged'], subject: { from: 'basename', field: 'file_path' }, match: 'basenames-or-searched-regex', block: null,
    fields: [{ name: 'file_path', from: ['file_path'], or: null }, { name: 'event', from: ['event'], or: null }],
  },
  WorktreeCreate: {
    ...ABOUT_NOTHING, means: ['WorktreeCreate'], block: 'fail_worktree', onFault: 'block', waits: true, text: 'worktree-path', requires: 'worktreePath',
    fields: [{ name: 'name', from: ['name'], or: null }],
  },
  WorktreeRemove: { ...OPEN, ...ABOUT_NOTHING, means: ['WorktreeRemove'], block: null, showsFailure: true, fields: [{ name: 'worktree_path', from: ['worktree_path'], or: null }] },
  Elicitation: {
    ...OPEN, ...ABOUT_SERVER, means: ['Elicitation'], block: 'decline',
    fields: [SERVER, { name: 'message', from: ['message'], or: null }, ...ELICITATION, { name: 'url', from: ['url'] }, { name: 'requested_schema', from: ['requested_schema'], or: null }],
  },
  ElicitationResult: {
    ...OPEN, ...ABOUT_SERVER, means: ['ElicitationResult'], block: 'decline', blockExtra: { action: 'decline' },
    fields: [SERVER, { name: 'action', from: ['action'], or: null }, { name: 'content', from: ['content'] }, ...ELICITATION],
  },
};
