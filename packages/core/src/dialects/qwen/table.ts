import type { Dialect, NativeTool } from '../../model/index.ts';
import { ANSWER } from './answer.ts';
import { LOCATIONS, SHAPE } from './configuration.ts';
import { EVENTS } from './events.ts';

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:     { names: ['run_shell_command'], known: 'shown' },
  Read:     { names: ['read_file'], known: 'shown' },
  Write:    { names: ['write_file'], known: 'shown' },
  Edit:     { names: ['edit'], known: 'shown', elsewhere: 'unknown' },
  Glob:     { names: ['glob'], known: 'shown' },
  Grep:     { names: ['grep_search'], known: 'shown' },
  WebFetch: { names: ['web_fetch'], known: 'shown' },
  Agent:    { names: ['agent'], known: 'shown', elsewhere: 'unknown' },
  TodoWrite:       { names: ['todo_write'], known: 'shown', elsewhere: 'unknown' },
  AskUserQuestion: { names: ['ask_user_question'], known: 'shown', elsewhere: 'unknown' },
  Skill:           { names: ['skill'], known: 'shown', elsewhere: 'unknown' },
  NotebookEdit:    { names: ['notebook_edit'], known: 'shown' },
  WebSearch:       { names: ['web_search'], known: 'shown', elsewhere: 'unknown' },
};

/** Names of other systems, names as they are shown, and former names: each fits a matcher as it is. */
const TOOL_ALIASES: Readonly<Record<string, readonly string[]>> = {
  run_shell_command: ['Bash', 'Shell', 'ShellTool'],
  read_file:         ['Read', 'ReadFile', 'ReadFileTool'],
  write_file:        ['Write', 'WriteFile', 'WriteFileTool'],
  edit:              ['Edit', 'EditTool', 'replace'],
  glob:              ['Glob', 'GlobTool', 'FindFiles'],
  grep_search:       ['Grep', 'GrepTool', 'SearchFiles', 'search_file_content'],
  list_directory:    ['LS', 'ListFiles', 'ListFilesTool', 'ReadFolder'],
  web_fetch:         ['WebFetch', 'WebFetchTool'],
  web_search:        ['WebSearch', 'WebSearchTool'],
  todo_write:        ['TodoWrite', 'TodoWriteTool', 'TodoList', 'TodoListTool'],
  agent:             ['Agent', 'AgentTool', 'Task', 'TaskTool', 'task'],
  skill:             ['Skill', 'SkillTool'],
  notebook_edit:     ['NotebookEdit', 'NotebookEditTool'],
  save_memory:       ['SaveMemory', 'SaveMemoryTool'],
  ask_user_question: ['AskUserQuestion', 'AskUserQuestionTool'],
  exit_plan_mode:    ['ExitPlanMode', 'ExitPlanModeTool'],
  lsp:               ['Lsp', 'LspTool'],
};

/** Qwen Code: grouped JSON in settings files, hooks at once unless one group wants a sequence, answers at every exit. */
export const qwen: Dialect = {
  id: 'qwen',
  title: 'Qwen Code',
  source: {
    title: 'Qwen Code, its document and the program itself',
    documents: ['the page about hooks inside the package of Qwen Code, version 0.24.4', 'the source in the same package'],
    tested: { program: 'Qwen Code 0.24.4', day: '2026-11-16' },
  },
  locations: LOCATIONS,
  fileOrder: 'as-listed',
  shape: SHAPE,
  edits: 'on-reload',
  match: 'aliases-or-valid-regex',
  condition: 'none',
  tools: TOOLS,
  toolAliases: TOOL_ALIASES,
  otherTools: ['list_directory', 'save_memory', 'exit_plan_mode', 'lsp'],
  seesTools: 'own',
  aliases: {},
  commonFields: [
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'transcript_path', from: ['transcript_path'], or: '' },
    { name: 'cwd',             is: 'cwd' },
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'timestamp',       from: ['timestamp'], as: 'utc-time' },
    { name: 'permission_mode', from: ['permission_mode'], as: 'approval-mode', or: 'default' },
    { name: 'agent_id',        from: ['agent_id'] },
    { name: 'prompt_id',       from: ['prompt_id'] },
    { name: 'source_type',     from: ['source_type'] },
    { name: 'source_id',       from: ['source_id'] },
  ],
  json: 'compact',
  stdinEnd: '',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'QWEN_PROJECT_DIR', is: 'cwd' },
      { name: 'GEMINI_PROJECT_DIR', is: 'cwd' },
      { name: 'CLAUDE_PROJECT_DIR', is: 'cwd' },
      { name: 'QWEN_CODE_SESSION_ID', from: ['session_id'] },
    ],
  },
  cwd: 'event',
  programsFrom: 'cwd-then-project',
  expandsTilde: false,
  placeholders: [],
  shell: 'bash',
  missingScript: 'started',
  headers: { bareNames: true, unlisted: 'none', inAddress: true },
  http: { privateNetworks: 'refused', otherBody: 'message', longestText: 10_000 },
  atTimeout: 'term',
  answer: ANSWER,
  model: { placeholders: ['$ARGUMENTS'], appendPrompt: null, appendAgent: null, reply: 'whole-object', context: 'additionalContext', halts: true, maxTurns: null },
  schedule: {
    order: 'configuration', pace: 'parallel-unless-sequential', afterBlock: 'go-on', duplicates: 'same-name-and-handler-run-once',
    sequence: [
      { on: ['PreToolUse'], field: 'tool_input', takes: 'input' },
      { on: ['UserPromptSubmit', 'UserPromptExpansion'], field: 'prompt', takes: 'context' },
    ],
    background: 'with-the-rest', lateContext: 'discard', rewake: false,
  },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
