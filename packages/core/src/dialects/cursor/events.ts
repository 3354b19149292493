import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));

const OPEN = { onFault: 'proceed', waits: true } as const;
const ABOUT_TOOL = { ...OPEN, subject: { from: 'field', field: 'tool_name' } } as const;
const ABOUT_COMMAND = { ...OPEN, subject: { from: 'input', field: 'command' }, tool: 'Bash' } as const;
const ABOUT_SUBAGENT = { ...OPEN, subject: { from: 'field', field: 'agent_type' } } as const;
const ABOUT_NOTHING = { ...OPEN, subject: { from: 'nothing' } } as const;
const always = (text: string) => ({ ...OPEN, subject: { from: 'constant', text } }) as const;

const SHELL = { field: 'tool_name', fits: '^(?:Bash|Shell)$' } as const;
const SERVER = { field: 'tool_name', fits: '^(?:mcp__|MCP:)' } as const;
const READ = { field: 'tool_name', fits: '^Read$' } as const;
const EDIT = { field: 'tool_name', fits: '^(?:Write|Edit|MultiEdit)$' } as const;

const CWD: PayloadField = { name: 'cwd', is: 'cwd' };
const SESSION: PayloadField = { name: 'session_id', from: ['session_id'] };
const CALL: readonly PayloadField[] = [...given('tool_name', 'tool_input', 'tool_use_id'), CWD];
const DURATION: PayloadField = { name: 'duration', from: ['duration_ms'] };
const COMMAND: PayloadField = { name: 'command', in: 'tool_input', field: 'command' };
const FILE: PayloadField = { name: 'file_path', in: 'tool_input', field: 'file_path' };
const ATTACHMENTS: PayloadField = { name: 'attachments', from: ['attachments'], or: [] };
const OF_SERVER: readonly PayloadField[] = [
  ...given('tool_name'),
  { name: 'tool_input', from: ['tool_input'], as: 'json-text' },
];
const LOOPS: PayloadField = { name: 'loop_count', from: ['loop_count', 'stop_hook_active'], as: 'count' };
const STATUS: PayloadField = { name: 'status', from: ['status'], or: 'completed' };
const TYPE: PayloadField = { name: 'subagent_type', from: ['agent_type'] };

/** Why a session ends, in the five words of its documents; what Cursor itself calls aborted is no signal. */
const END_WORDS: NativeWords = {
  field: 'reason',
  words: {
    user_exit: 'user_close', exit: 'user_close', prompt_input_exit: 'user_close', logout: 'user_close',
    ask_complete: 'completed', clear: 'completed', resume: 'completed', other: 'completed',
    sighup: 'window_close', aborted: 'aborted', sigterm: 'aborted',
  },
};

/** The events of Cursor, by its documents; those of single tools come after the ones of all tools. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  sessionStart: {
    ...ABOUT_NOTHING,
    waits: false,
    means: ['SessionStart'],
    tells: { source: 'startup' },
    block: null,
    fields: [SESSION, { name: 'is_background_agent', from: ['is_background_agent'], or: false }, ...given('composer_mode')],
  },
  sessionEnd: {
    ...ABOUT_NOTHING,
    waits: false,
    means: ['SessionEnd'],
    block: null,
    answers: 'ignored',
    words: END_WORDS,
    fields: [SESSION, ...given('reason', 'duration_ms', 'final_status', 'error_message')],
  },
  beforeSubmitPrompt: {
    ...always('UserPromptSubmit'),
    means: ['UserPromptSubmit'],
    block: 'reject_prompt',
    fields: [...given('prompt'), ATTACHMENTS],
  },
  preToolUse: {
    ...ABOUT_TOOL,
    means: ['PreToolUse'],
    block: 'deny_tool',
    fields: [...CALL, ...given('agent_message')],
  },
  beforeShellExecution: {
    ...ABOUT_COMMAND,
    means: ['PreToolUse'],
    when: SHELL,
    block: 'deny_tool',
    fields: [COMMAND, CWD, { name: 'sandbox', from: ['sandbox'], or: false }],
  },
  beforeMCPExecution: {
    ...ABOUT_NOTHING,
    means: ['PreToolUse'],
    when: SERVER,
    block: 'deny_tool',
    fields: [
      ...OF_SERVER,
      { name: 'url', in: 'mcp_context', field: 'url' },
      { name: 'command', in: 'mcp_context', field: 'command' },
    ],
  },
  beforeReadFile: {
    ...always('Read'),
    means: ['PreToolUse'],
    when: READ,
    tool: 'Read',
    block: 'deny_tool',
    fields: [FILE, { name: 'content', is: 'file-text', or: '' }, { name: 'attachments', constant: [] }],
  },
  postToolUse: {
    ...ABOUT_TOOL,
    means: ['PostToolUse'],
    block: null,
    fields: [...CALL, { name: 'tool_output', from: ['tool_response'], as: 'json-text' }, DURATION],
  },
  afterShellExecution: {
    ...ABOUT_COMMAND,
    means: ['PostToolUse'],
    when: SHELL,
    block: null,
    fields: [COMMAND, { name: 'output', from: ['tool_response'], as: 'terminal-text' }, DURATION],
  },
  afterMCPExecution: {
    ...ABOUT_NOTHING,
    means: ['PostToolUse'],
    when: SERVER,
    block: null,
    fields: [...OF_SERVER, { name: 'result_json', from: ['tool_response'], as: 'json-text' }, DURATION],
  },
  afterFileEdit: {
    ...always('Write'),
    means: ['PostToolUse'],
    when: EDIT,
    tool: 'Edit',
    block: null,
    fields: [FILE, { name: 'edits', is: 'edits' }],
  },
  postToolUseFailure: {
    ...ABOUT_TOOL,
    means: ['PostToolUseFailure'],
    block: null,
    fields: [
      ...CALL,
      { name: 'error_message', from: ['error'] },
      { name: 'failure_type', from: ['failure_type', 'error_type'], as: 'failure-kind' },
      DURATION,
      { name: 'is_interrupt', from: ['is_interrupt'], or: false },
    ],
  },
  subagentStart: {
    ...ABOUT_SUBAGENT,
    means: ['SubagentStart'],
    block: 'refuse_subagent',
    fields: [
      { name: 'subagent_id', from: ['agent_id'] },
      TYPE,
      ...given('task'),
      { name: 'parent_conversation_id', from: ['session_id'] },
      { name: 'tool_call_id', from: ['tool_use_id'] },
      { name: 'subagent_model', from: ['model'] },
      { name: 'is_parallel_worker', from: ['is_parallel_worker'], or: false },
      ...given('git_branch'),
    ],
  },
  subagentStop: {
    ...ABOUT_SUBAGENT,
    means: ['SubagentStop'],
    block: 'keep_working',
    noBlockWhen: { field: 'status', isOneOf: ['error', 'aborted'] },
    ignoresOnFailure: true,
    counts: 'loop_count',
    fields: [
      TYPE,
      STATUS,
      ...given('task'),
      { name: 'summary', from: ['last_assistant_message', 'result'] },
      ...given('duration_ms'),
      LOOPS,
      { name: 'modified_files', from: ['modified_files'], or: [] },
      { name: 'agent_transcript_path', from: ['agent_transcript_path'], or: null },
    ],
  },
  stop: {
    ...always('Stop'),
    means: ['Stop'],
    block: 'keep_working',
    ignoresOnFailure: true,
    counts: 'loop_count',
    fields: [STATUS, LOOPS],
  },
  preCompact: {
    ...ABOUT_NOTHING,
    means: ['PreCompact'],
    block: null,
    fields: [
      { name: 'trigger', from: ['trigger'], or: 'auto' },
      ...given('context_usage_percent'),
      { name: 'context_tokens', from: ['input_tokens'] },
      { name: 'context_window_size', from: ['model_context_length'] },
      ...given('message_count', 'messages_to_compact', 'is_first_compaction'),
    ],
  },
  afterAgentResponse: {
    ...always('AgentResponse'),
    means: ['MessageDisplay'],
    when: { field: 'final', fits: '^(?!false$)' },
    block: null,
    fields: [{ name: 'text', from: ['delta'] }],
  },
  afterAgentThought: { ...ABOUT_NOTHING, means: [], block: null, fields: [] },
  beforeTabFileRead: { ...ABOUT_NOTHING, means: [], block: null, fields: [] },
  afterTabFileEdit: { ...ABOUT_NOTHING, means: [], block: null, fields: [] },
  workspaceOpen: { ...ABOUT_NOTHING, means: [], block: null, fields: [] },
};
