import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));
/** Fields that are sent in any case. */
const always = (...names: readonly string[]): readonly PayloadField[] =>
  names.map((name) => ({ name, from: [name], or: null }));

const TOOL = always('tool_name', 'tool_input');
const CALL = [...TOOL, ...always('tool_use_id')];
const STOP_BEGINS: PayloadField = { name: 'stop_hook_active', from: ['stop_hook_active'], or: false };
const STOP_ENDS: readonly PayloadField[] = [
  ...always('last_assistant_message'),
  { name: 'background_tasks', from: ['background_tasks'], or: [] },
  { name: 'session_crons', from: ['session_crons'], or: [] },
];
const TASK = [...always('task_id', 'task_subject'), ...given('task_description', 'teammate_name', 'team_name')];
const SWITCH = [
  ...always('from_model', 'to_model', 'requested_model', 'source'),
  ...given('context_tokens', 'prompt_cache_warm', 'cache_ttl', 'estimated_cache_write_usd', 'pricing'),
];

const END_WORDS: NativeWords = { field: 'reason', words: { user_exit: 'prompt_input_exit', ask_complete: 'other', sigterm: 'other', sighup: 'other', error: 'other' } };

const OPEN = { onFault: 'proceed', waits: true } as const;
const about = (field: string) => ({ subject: { from: 'field', field } }) as const;
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;
const FEEDBACK = { block: null, refusal: 'feedback' } as const;
/** A model's no, unless its entry says that the turn goes on. */
const MODEL_ENDS_TURN = { modelRefusal: { prompt: 'end_turn' } } as const;
const MODEL_HAS_NO_SAY = { modelRefusal: { prompt: 'nothing', others: 'nothing' } } as const;

/** The native events: what they mean, what they are matched against, their fields, and what a refusal does. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  SessionStart: {
    ...OPEN, ...about('source'), means: ['SessionStart'], block: null, text: 'context',
    fields: [
      ...always('source'),
      ...given('model', 'session_title', 'seconds_since_last_response', 'context_tokens', 'prompt_cache_likely_expired', 'estimated_cache_write_usd'),
    ],
  },
  Setup: { ...OPEN, ...about('trigger'), means: ['Setup'], block: null, endsTurn: true, fields: always('trigger') },
  InstructionsLoaded: {
    ...OPEN, ...about('load_reason'), means: ['InstructionsLoaded'], block: null, answers: 'ignored', waits: false,
    fields: [...always('file_path', 'memory_type', 'load_reason'), ...given('globs', 'trigger_file_path', 'parent_file_path')],
  },
  UserPromptSubmit: {
    ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptSubmit'], block: 'reject_prompt', text: 'context', endsTurn: true, timeoutMs: 30_000,
    fields: [...always('prompt'), ...given('source', 'session_title')],
  },
  UserPromptExpansion: {
    ...OPEN, ...about('command_name'), means: ['UserPromptExpansion'], block: 'reject_prompt', text: 'context', endsTurn: true,
    fields: [...always('expansion_type', 'command_name', 'command_args'), ...given('command_source'), ...always('prompt')],
  },
  MessageDisplay: {
    ...OPEN, ...ABOUT_NOTHING, means: ['MessageDisplay'], block: null, timeoutMs: 10_000,
    fields: always('turn_id', 'message_id', 'index', 'final', 'delta'),
  },
  PreToolUse: {
    ...OPEN, ...about('tool_name'), ...MODEL_ENDS_TURN, means: ['PreToolUse'], block: 'deny_tool', endsTurn: true,
    fields: [...CALL, ...given('mcp_server')],
    blockText: { text: 'PreToolUse:{tool} hook error: {reason}' },
  },
  PermissionRequest: {
    ...OPEN, ...about('tool_name'), ...MODEL_HAS_NO_SAY, means: ['PermissionRequest'], block: null, denials: 'lines', endsTurn: true,
    fields: [...TOOL, ...given('permission_suggestions', 'mcp_server')],
  },
  PermissionDenied: {
    ...OPEN, ...about('tool_name'), ...MODEL_HAS_NO_SAY, means: ['PermissionDenied'], block: null, endsTurn: true,
    fields: [...CALL, ...always('reason'), ...given('mcp_server')],
  },
  PostToolUse: {
    ...OPEN, ...about('tool_name'), ...FEEDBACK, ...MODEL_ENDS_TURN, means: ['PostToolUse'], endsTurn: true,
    fields: [...TOOL, ...always('tool_response', 'tool_use_id'), ...given('duration_ms', 'mcp_server')],
  },
  PostToolUseFailure: {
    ...OPEN, ...about('tool_name'), ...FEEDBACK, means: ['PostToolUseFailure'], endsTurn: true,
    fields: [...CALL, ...always('error'), ...given('is_interrupt', 'duration_ms', 'mcp_server')],
  },
  PostToolBatch: { ...OPEN, ...ABOUT_NOTHING, means: ['PostToolBatch'], block: 'end_turn', endsTurn: true, fields: always('tool_calls') },
  Notification: {
    ...OPEN, ...about('notification_type'), means: ['Notification'], block: null,
    fields: [...always('message'), ...given('title'), ...always('notification_type')],
  },
  SubagentStart: { ...OPEN, ...about('agent_type'), means: ['SubagentStart'], block: null, endsTurn: true, fields: [] },
  SubagentStop: {
    ...OPEN, ...about('agent_type'), means: ['SubagentStop'], block: 'keep_working', endsTurn: true, context: 'keeps-working', ignoresOnFailure: true,
    fields: [STOP_BEGINS, ...always('agent_transcript_path'), ...STOP_ENDS],
  },
  TaskCreated: { ...OPEN, ...ABOUT_NOTHING, means: ['TaskCreated'], block: 'refuse_task', fields: TASK },
  TaskCompleted: {
    ...OPEN, ...ABOUT_NOTHING, means: ['TaskCompleted'], block: 'keep_task_open', refusedBy: 'exit', endsTurn: true, ignoresOnFailure: true, fields: TASK,
  },
  TeammateIdle: {
    ...OPEN, ...ABOUT_NOTHING, ...MODEL_ENDS_TURN, means: ['TeammateIdle'], block: 'keep_working', refusedBy: 'exit', endsTurn: true, ignoresOnFailure: true,
    fields: always('teammate_name', 'team_name'),
  },
  Stop: {
    ...OPEN, ...ABOUT_NOTHING, means: ['Stop'], block: 'keep_working', endsTurn: true, context: 'keeps-working', ignoresOnFailure: true,
    fields: [STOP_BEGINS, ...STOP_ENDS],
    blockText: { text: 'Stop hook feedback:\n{reason}' },
  },
  StopFailure: {
    ...OPEN, subject: { from: 'field', field: 'error_type', orField: 'error' }, match: 'words-or-valid-regex', means: ['StopFailure'], block: null, answers: 'ignored',
    fields: [{ name: 'error', from: ['error_type', 'error'], or: null }, ...given('error_details', 'last_assistant_message')],
  },
  PreCompact: { ...OPEN, ...about('trigger'), means: ['PreCompact'], block: 'cancel_compaction', fields: always('trigger', 'custom_instructions') },
  PostCompact: { ...OPEN, ...about('trigger'), means: ['PostCompact'], block: null, fields: always('trigger', 'compact_summary') },
  PreModelSwitch: {
    ...OPEN, ...about('to_model'), means: ['PreModelSwitch'], block: 'refuse_change', endsTurn: true, timeoutMs: 30_000, fields: SWITCH,
  },
  PostModelSwitch: { ...OPEN, ...about('to_model'), means: ['PostModelSwitch'], block: null, endsTurn: true, timeoutMs: 30_000, fields: SWITCH },
  ConfigChange: {
    ...OPEN, ...about('source'), means: ['ConfigChange'], block: 'refuse_change', noBlockWhen: { field: 'source', isOneOf: ['policy_settings'] },
    fields: [...always('source'), ...given('file_path')],
  },
  CwdChanged: { ...OPEN, ...ABOUT_NOTHING, means: ['CwdChanged'], block: null, fields: always('old_cwd', 'new_cwd') },
  DirectoryAdded: { ...OPEN, ...about('source'), means: ['DirectoryAdded'], block: null, waits: false, fields: always('directory', 'source') },
  FileChanged: {
    ...OPEN, subject: { from: 'basename', field: 'file_path' }, match: 'words-or-valid-regex', means: ['FileChanged'], block: null,
    fields: always('file_path', 'event'),
  },
  WorktreeCreate: {
    ...ABOUT_NOTHING, means: ['WorktreeCreate'], block: 'fail_worktree', onFault: 'block', waits: true,
    text: 'worktree-path-from-cwd', requires: 'worktreePath', exits: { other: 'fault', signal: 'fault' },
    fields: always('name'),
  },
  WorktreeRemove: { ...OPEN, ...ABOUT_NOTHING, means: ['WorktreeRemove'], block: null, answers: 'ignored', fields: always('worktree_path') },
  Elicitation: {
    ...OPEN, ...about('mcp_server_name'), means: ['Elicitation'], block: 'decline', readsBlockingExit: false,
    fields: [...always('mcp_server_name', 'message'), ...given('mode', 'url', 'elicitation_id', 'requested_schema')],
  },
  ElicitationResult: {
    ...OPEN, ...about('mcp_server_name'), means: ['ElicitationResult'], block: 'decline', blockExtra: { action: 'decline' }, readsBlockingExit: false,
    fields: [...always('mcp_server_name'), ...given('mode', 'elicitation_id'), ...always('action'), ...given('content')],
  },
  SessionEnd: {
    ...OPEN, ...about('reason'), means: ['SessionEnd'], block: null, answers: 'unread', timeoutMs: 1500,
    sharedTimeout: { leastMs: 1500, mostMs: 60_000, notRaisedBy: ['plugin'], variable: 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS' },
    fields: always('reason'),
    words: END_WORDS,
  },
};
