import type { EventRow, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));
/** Fields that are sent in any case. */
const always = (...names: readonly string[]): readonly PayloadField[] =>
  names.map((name) => ({ name, from: [name], or: null }));

const MODE = given('permission_mode');
const EFFORT = given('effort');
const TURN = [...MODE, ...EFFORT];
const TOOL = always('tool_name', 'tool_input');
const CALL = [...TOOL, ...always('tool_use_id'), ...given('mcp_server')];
const STOP: readonly PayloadField[] = [
  { name: 'stop_hook_active', from: ['stop_hook_active'], or: false },
  ...always('last_assistant_message'),
  { name: 'background_tasks', from: ['background_tasks'], or: [] },
  { name: 'session_crons', from: ['session_crons'], or: [] },
];
const TASK = [...always('task_id', 'task_subject'), ...given('task_description', 'teammate_name', 'team_name')];
const SWITCH = [
  ...always('from_model', 'to_model', 'requested_model', 'source'),
  ...given('context_tokens', 'prompt_cache_warm', 'cache_ttl', 'estimated_cache_write_usd', 'pricing'),
];

const OPEN = { onFault: 'proceed', waits: true } as const;
const about = (field: string) => ({ subject: { from: 'field', field } }) as const;
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;

/** The native events: what they mean, what they are matched against, their fields, and what a refusal does. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  SessionStart: {
    ...OPEN, ...about('source'), means: ['SessionStart'], block: null, text: 'context',
    fields: [
      ...always('source'),
      ...given('model', 'agent_type', 'session_title', 'seconds_since_last_response', 'context_tokens', 'prompt_cache_likely_expired', 'estimated_cache_write_usd'),
    ],
  },
  Setup: { ...OPEN, ...about('trigger'), means: ['Setup'], block: null, fields: always('trigger') },
  InstructionsLoaded: {
    ...OPEN, ...about('load_reason'), means: ['InstructionsLoaded'], block: null, answers: 'ignored',
    fields: [...always('file_path', 'memory_type', 'load_reason'), ...given('globs', 'trigger_file_path', 'parent_file_path')],
  },
  UserPromptSubmit: {
    ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptSubmit'], block: 'reject_prompt', text: 'context', endsTurn: true,
    fields: [...MODE, ...always('prompt'), ...given('source', 'session_title')],
  },
  UserPromptExpansion: {
    ...OPEN, ...about('command_name'), means: ['UserPromptExpansion'], block: 'reject_prompt', text: 'context', endsTurn: true,
    fields: [...MODE, ...always('expansion_type', 'command_name', 'command_args'), ...given('command_source'), ...always('prompt')],
  },
  MessageDisplay: { ...OPEN, ...ABOUT_NOTHING, means: ['MessageDisplay'], block: null, fields: always('turn_id', 'message_id', 'index', 'final', 'delta') },
  PreToolUse: { ...OPEN, ...about('tool_name'), means: ['PreToolUse'], block: 'deny_tool', endsTurn: true, fields: [...TURN, ...CALL] },
  PermissionRequest: {
    ...OPEN, ...about('tool_name'), means: ['PermissionRequest'], block: null, endsTurn: true,
    fields: [...TURN, ...TOOL, ...given('permission_suggestions')],
  },
  PermissionDenied: { ...OPEN, ...about('tool_name'), means: ['PermissionDenied'], block: null, endsTurn: true, fields: [...TURN, ...CALL, ...always('reason')] },
  PostToolUse: {
    ...OPEN, ...about('tool_name'), means: ['PostToolUse'], block: null, endsTurn: true,
    fields: [...TURN, ...CALL, ...always('tool_response'), ...given('duration_ms')],
  },
  PostToolUseFailure: {
    ...OPEN, ...about('tool_name'), means: ['PostToolUseFailure'], block: null, endsTurn: true,
    fields: [...TURN, ...CALL, ...always('error'), ...given('is_interrupt', 'duration_ms')],
  },
  PostToolBatch: { ...OPEN, ...ABOUT_NOTHING, means: ['PostToolBatch'], block: 'end_turn', endsTurn: true, fields: [...TURN, ...always('tool_calls')] },
  Notification: {
    ...OPEN, ...about('notification_type'), means: ['Notification'], block: null,
    fields: [...always('message'), ...given('title'), ...always('notification_type')],
  },
  SubagentStart: { ...OPEN, ...about('agent_type'), means: ['SubagentStart'], block: null, fields: [] },
  SubagentStop: {
    ...OPEN, ...about('agent_type'), means: ['SubagentStop'], block: 'keep_working', endsTurn: true,
    fields: [...TURN, ...STOP, ...always('agent_transcript_path')],
  },
  TaskCreated: { ...OPEN, ...ABOUT_NOTHING, means: ['TaskCreated'], block: 'refuse_task', fields: TASK },
  TaskCompleted: { ...OPEN, ...ABOUT_NOTHING, means: ['TaskCompleted'], block: 'keep_task_open', endsTurn: true, fields: TASK },
  TeammateIdle: { ...OPEN, ...ABOUT_NOTHING, means: ['TeammateIdle'], block: 'keep_working', endsTurn: true, fields: always('teammate_name', 'team_name') },
  Stop: { ...OPEN, ...ABOUT_NOTHING, means: ['Stop'], block: 'keep_working', endsTurn: true, fields: [...TURN, ...STOP] },
  StopFailure: {
    ...OPEN, ...about('error'), means: ['StopFailure'], block: null, answers: 'ignored',
    fields: [...EFFORT, { name: 'error', from: ['error_type', 'error'], or: null }, ...given('error_details', 'last_assistant_message')],
  },
  PreCompact: { ...OPEN, ...about('trigger'), means: ['PreCompact'], block: 'cancel_compaction', fields: always('trigger', 'custom_instructions') },
  PostCompact: { ...OPEN, ...about('trigger'), means: ['PostCompact'], block: null, fields: always('trigger', 'compact_summary') },
  PreModelSwitch: { ...OPEN, ...about('to_model'), means: ['PreModelSwitch'], block: 'refuse_change', endsTurn: true, fields: SWITCH },
  PostModelSwitch: { ...OPEN, ...about('to_model'), means: ['PostModelSwitch'], block: null, endsTurn: true, fields: SWITCH },
  ConfigChange: {
    ...OPEN, ...about('source'), means: ['ConfigChange'], block: 'refuse_change', noBlockWhen: { field: 'source', is: 'policy_settings' },
    fields: [...always('source'), ...given('file_path')],
  },
  CwdChanged: { ...OPEN, ...ABOUT_NOTHING, means: ['CwdChanged'], block: null, fields: always('old_cwd', 'new_cwd') },
  DirectoryAdded: { ...OPEN, ...about('source'), means: ['DirectoryAdded'], block: null, fields: always('directory', 'source') },
  FileChanged: {
    ...OPEN, subject: { from: 'basename', field: 'file_path' }, match: 'basenames-or-searched-regex', means: ['FileChanged'], block: null,
    fields: always('file_path', 'event'),
  },
  WorktreeCreate: {
    ...ABOUT_NOTHING, means: ['WorktreeCreate'], block: 'fail_worktree', onFault: 'block', waits: true, text: 'worktree-path', requires: 'worktreePath',
    fields: always('name'),
  },
  WorktreeRemove: { ...OPEN, ...ABOUT_NOTHING, means: ['WorktreeRemove'], block: null, answers: 'ignored', fields: always('worktree_path') },
  Elicitation: {
    ...OPEN, ...about('mcp_server_name'), means: ['Elicitation'], block: 'decline',
    fields: [...always('mcp_server_name', 'message'), ...given('mode', 'url', 'elicitation_id', 'requested_schema')],
  },
  ElicitationResult: {
    ...OPEN, ...about('mcp_server_name'), means: ['ElicitationResult'], block: 'decline', blockExtra: { action: 'decline' },
    fields: [...always('mcp_server_name', 'action'), ...given('mode', 'elicitation_id', 'content')],
  },
  SessionEnd: { ...OPEN, ...about('reason'), means: ['SessionEnd'], block: null, answers: 'ignored', fields: always('reason') },
};
