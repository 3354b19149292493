import type { Dialect, KeyTable, NativeTool, PayloadField } from '../../model/index.ts';

const TOOL: readonly PayloadField[] = [
  { name: 'tool_name',  from: ['tool_name'],  or: null },
  { name: 'tool_input', from: ['tool_input'], or: null },
];

const HANDLER_KEYS: KeyTable = {
  type:    { type: 'filled-text', required: true, about: 'Kind of handler.' },
  timeout: { type: 'positive-number', nullable: true, about: 'Seconds after which the handler is killed.' },
};

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:     { names: ['execute_terminal_command', 'run_command', 'run_command_tracked'], known: 'documented' },
  Read:     { names: ['read_entire_file', 'read_file_section'], fields: { file_path: 'path' }, known: 'shown' },
  Write:    { names: ['create_file', 'replace_entire_file', 'Write'], fields: { file_path: 'path' }, known: 'shown' },
  Edit:     { names: ['search_and_replace', 'replace_lines', 'apply_patch', 'Edit'], fields: { file_path: 'path' }, known: 'shown' },
  Glob:     { names: ['find_files_by_pattern'], known: 'shown' },
  Grep:     { names: ['search_codebase'], fields: { glob: 'file_pattern' }, known: 'shown' },
  WebFetch: { names: ['web_fetch'], fields: { prompt: 'instruction' }, known: 'shown' },
  Agent: {
    names: ['dispatch_general_agent', 'dispatch_coding_agent', 'dispatch_investigation_agent', 'dispatch_browser_agent'],
    fields: { prompt: 'task' }, known: 'shown',
  },
};

// The names that versions 0.1 to 0.31 of its program give to models, less those of MCP servers.
const ALL_TOOLS = `
  Edit Write activate_skill apply_patch ask_user_choice browser_click browser_close browser_console_messages browser_drag browser_drop
  browser_evaluate browser_file_upload browser_fill_form browser_find browser_handle_dialog browser_hover browser_navigate
  browser_navigate_back browser_network_request browser_network_requests browser_press_key browser_resize browser_scroll
  browser_select_option browser_snapshot browser_tabs browser_take_screenshot browser_type browser_wait_for build_backend build_frontend
  check_command_status check_terminal_status close_browser close_terminal create_file delete_memory dispatch_agent dispatch_browser_agent
  dispatch_coding_agent dispatch_custom_agent dispatch_general_agent dispatch_investigation_agent edit edit_file edit_memory eval
  exec_command execute_terminal_command find_files_by_pattern get_browser_console_logs get_browser_interactive_elements get_host
  get_task_list interact_with_browser kill_command launch_browser launch_terminal list_browsers list_directory list_memory list_sessions
  list_skills list_subagent_models list_terminals list_workflow_runs lsp lsp_edit multi_edit read read_entire_file read_file_section
  read_image read_memory read_skill_resource read_terminal replace_entire_file replace_lines resolve run_command run_command_tracked
  run_workflow search_and_replace search_codebase send_terminal_input set_browser_select_value set_goal skill sleep snapshot submit_result
  switch_worktree take_browser_screenshot think_hard update_task_list wait_for_command_completion web_fetch web_search write write_memory
  write_plan write_stdin
`.trim().split(/\s+/);

/** Kolega Code: grouped JSON, handlers one after another, failures let the action proceed. */
export const kolega: Dialect = {
  id: 'kolega',
  title: 'Kolega Code',
  source: { title: 'Hooks, the manual of Kolega Code', copied: '2026-11-15' },
  locations: [
    {
      scope: 'user',
      bases: [
        { from: 'option', name: 'stateDir' },
        { from: 'variable', name: 'KOLEGA_CODE_STATE_DIR', path: '' },
        { from: 'home', path: 'Library/Application Support/kolega-code', on: 'darwin' },
        { from: 'variable', name: 'LOCALAPPDATA', path: 'kolega-code', on: 'win32' },
        { from: 'home', path: 'AppData/Local/kolega-code', on: 'win32' },
        { from: 'variable', name: 'XDG_STATE_HOME', path: 'kolega-code' },
        { from: 'home', path: '.local/state/kolega-code' },
      ],
      path: 'hooks.json',
    },
    { scope: 'project', bases: [{ from: 'project' }], path: '.kolega/hooks.json' },
  ],
  shape: {
    kind: 'grouped-json',
    version: { key: 'schema_version', value: 1 },
    groupKeys: {
      matcher: { type: 'text', nullable: true, about: 'Exact names separated by |, or a regular expression over the whole subject.' },
      hooks:   { type: 'list', required: true, about: 'Handlers, run in order.' },
    },
    handlers: {
      command: { runs: 'command', timeoutMs: 60_000, keys: { ...HANDLER_KEYS, command: { type: 'filled-text', required: true, about: 'Command line, split like shlex; no shell.' } } },
      python:  { runs: 'python',  timeoutMs: 30_000, keys: { ...HANDLER_KEYS, callable: { type: 'filled-text', required: true, about: 'module.path:function' } } },
      module:  { runs: 'module',  timeoutMs: 30_000, keys: { ...HANDLER_KEYS, module: { type: 'filled-text', required: true, about: 'path/to/module.mjs#exportName' } } },
      prompt: {
        runs: 'prompt', timeoutMs: 30_000,
        keys: {
          ...HANDLER_KEYS,
          prompt: { type: 'filled-text', required: true, about: 'Question to the model; $EVENT is replaced by the event.' },
          model:  { type: 'filled-text', nullable: true, words: ['fast', 'long', 'thinking'], default: 'fast', ifWrong: 'use-default', about: 'Which model answers.' },
        },
      },
      agent: {
        runs: 'agent', timeoutMs: 60_000,
        keys: { ...HANDLER_KEYS, prompt: { type: 'filled-text', required: true, about: 'Task of the sub-agent.' } },
        notOn: { events: ['PreToolUse', 'PostToolUse'], because: 'an agent uses tools, which would make it call itself: recursion' },
      },
    },
    command: 'words',
    badOption: 'skip-entry',
    merge: 'concatenate',
  },
  match: 'names-or-full-regex',
  condition: 'none',
  tools: TOOLS,
  allTools: ALL_TOOLS,
  aliases: {},
  commonFields: [
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'cwd',             is: 'project' },
    { name: 'permission_mode', from: ['permission_mode'], as: 'auto-or-ask', or: null },
  ],
  json: 'spaced',
  events: {
    SessionStart: {
      means: ['SessionStart'], subject: { from: 'field', field: 'source', or: 'startup' }, block: null, onFault: 'proceed', waits: true,
      fields: [{ name: 'source', from: ['source'], or: 'startup' }],
    },
    UserPromptSubmit: {
      means: ['UserPromptSubmit'], subject: { from: 'nothing' }, block: 'reject_prompt', onFault: 'proceed', waits: true, endsTurn: true,
      fields: [{ name: 'user_message', from: ['prompt'], or: null }],
    },
    PreToolUse: {
      means: ['PreToolUse'], fires: 'after-permission', subject: { from: 'field', field: 'tool_name' }, block: 'deny_tool', onFault: 'proceed', waits: true, endsTurn: true, context: 'dropped',
      blockText: { text: 'Permission denied for {tool}: {reason}' },
      fields: [...TOOL, { name: 'tool_use_id', from: ['tool_use_id'], or: null }],
    },
    PostToolUse: {
      means: ['PostToolUse', 'PostToolUseFailure'], subject: { from: 'field', field: 'tool_name' }, block: 'end_turn', onFault: 'proceed', waits: true, endsTurn: true,
      annotation: '[hook] {reason}',
      fields: [...TOOL, { name: 'tool_output', from: ['tool_response', 'error'], as: 'output-text', or: '' }, { name: 'is_error', from: [], as: 'is-failure' }],
    },
    PreCompact: {
      means: ['PreCompact'], subject: { from: 'field', field: 'trigger' }, block: null, onFault: 'proceed', waits: true, context: 'dropped',
      fields: [
        { name: 'trigger', from: ['trigger'], or: null },
        { name: 'input_tokens', from: ['input_tokens'], or: null },
        { name: 'model_context_length', from: ['model_context_length'], or: null },
      ],
    },
    Stop: {
      means: ['Stop'], subject: { from: 'nothing' }, block: 'keep_working', onFault: 'proceed', waits: true, context: 'dropped',
      blockText: { text: '{reason}', withoutReason: 'Continue working; the stop condition is not yet satisfied.' },
      fields: [{ name: 'stop_reason', from: ['stop_reason'], or: null }, { name: 'last_message', from: ['last_assistant_message'], or: '' }],
    },
    SubagentStop: {
      means: ['SubagentStop'], subject: { from: 'field', field: 'agent_type' }, block: null, onFault: 'proceed', waits: true, annotation: '[hook] {reason}',
      fields: [
        { name: 'agent_name', from: ['agent_type'], or: null },
        { name: 'result', from: ['result'], or: '' },
        {
          name: 'sub_agent_info',
          object: [
            { name: 'agent_id', from: ['agent_id'], or: null },
            { name: 'agent_name', from: ['agent_type'], or: null },
            { name: 'task', from: ['task'], or: null },
          ],
        },
      ],
    },
    Notification: {
      means: ['Notification'], subject: { from: 'field', field: 'notification_type' }, block: null, onFault: 'proceed', waits: true, context: 'dropped',
      fields: [
        { name: 'notification_type', from: ['notification_type'], or: null },
        { name: 'message', from: ['message'], or: '' },
        { name: 'tool_name', from: ['tool_name'], or: null },
      ],
    },
    SessionEnd: {
      means: ['SessionEnd'], subject: { from: 'field', field: 'reason' }, block: null, onFault: 'proceed', waits: true, context: 'dropped',
      words: { field: 'reason', words: { user_exit: 'quit', sigterm: 'quit', sighup: 'quit' } },
      fields: [{ name: 'reason', from: ['reason'], or: null }],
    },
  },
  environment: { inherits: 'everything', sets: [] },
  cwd: 'project',
  programsFrom: 'project',
  expandsTilde: false,
  placeholders: [],
  atTimeout: 'term',
  answer: {
    exits: { zero: 'read', two: 'block', other: 'fault' },
    exitReasons: ['stderr'],
    answerReasons: [],
    readsBlockingExit: false,
    defaultReason: 'Hook blocked the action.',
    style: 'keys',
    text: 'bad_output',
    unknownKeys: 'ignored',
    decisions: [{ key: 'hookSpecificOutput.permissionDecision', words: { deny: 'block' }, anyCase: true, takes: 'word', unknownWord: 'ignored' }],
    reasons: ['hookSpecificOutput.permissionDecisionReason', 'systemMessage'],
    endTurn: { key: 'continue', reasons: ['systemMessage'], prefers: 'the-refusals-reason', otherCalls: 'run', tellsModel: false },
    envelope: null,
    fields: [
      { key: 'hookSpecificOutput.updatedInput',      gives: 'updatedInput',      takes: 'object',                 wrongType: 'ignored', on: ['PreToolUse'],  elsewhere: 'ignored' },
      { key: 'hookSpecificOutput.updatedToolOutput', gives: 'updatedToolOutput', takes: 'non-empty-text-or-json', wrongType: 'ignored', on: ['PostToolUse'], elsewhere: 'ignored', besideBlock: true },
      { key: 'hookSpecificOutput.additionalContext', gives: 'context',           takes: 'non-empty-text-or-json', wrongType: 'ignored', besideBlock: true },
      { key: 'systemMessage',                        gives: 'message',           takes: 'non-empty-text',         wrongType: 'ignored', level: 'info', besideBlock: true },
    ],
    badOutputProceeds: true,
    badOutputSpoilsRefusal: false,
    blockToldAs: null,
  },
  model: { placeholders: ['$EVENT', '$ARGUMENTS'], appendPrompt: '\n\nEvent data:\n', appendAgent: '\n\nEvent data:\n', reply: 'first-object', maxTurns: null },
  schedule: { order: 'configuration', pace: 'one-by-one', afterBlock: 'stop', duplicates: 'run', background: 'with-the-rest', lateContext: 'discard', rewake: false },
  faultIds: {},
  bounds: { keepWorking: 5, retryTurn: null },
  debugLines: false,
};
