import type { BaseFolder, Dialect, KeyTable } from '../../model/index.ts';
import { EVENTS } from './events.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [{ from: 'variable', name: 'CLAUDE_CONFIG_DIR', path: '' }, { from: 'home', path: '.claude' }];

const ENTRY_KEYS: KeyTable = {
  type:          { type: 'filled-text', required: true, about: 'Kind of handler.' },
  if:            { type: 'filled-text', about: 'Tool, or Tool(pattern): runs only for such a call.' },
  once:          { type: 'boolean', default: false, about: 'Only for hooks that a host registers while it runs.' },
  statusMessage: { type: 'text', about: 'Shown while the hook runs.' },
  timeout:       { type: 'positive-number', about: 'Seconds after which the hook is killed.' },
};

const MODEL: KeyTable = { model: { type: 'filled-text', about: 'Model override.' } };

const CONTEXT_EVENTS = [
  'SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart', 'PostCompact', 'Notification', 'CwdChanged', 'FileChanged',
] as const;

/** Claude Code: grouped JSON in settings files, hooks at once, answers folded in configuration order. */
export const claude: Dialect = {
  id: 'claude',
  title: 'Claude Code',
  locations: [
    { scope: 'user', bases: CONFIG_FOLDER, path: 'settings.json' },
    { scope: 'project', bases: [{ from: 'project' }], path: '.claude/settings.json' },
    { scope: 'local', bases: [{ from: 'project' }], path: '.claude/settings.local.json' },
    { scope: 'plugin', bases: [{ from: 'plugin' }], path: 'hooks/hooks.json', pluginData: { bases: CONFIG_FOLDER, path: 'plugins/data' } },
  ],
  shape: {
    kind: 'grouped-json',
    version: null,
    groupKeys: {
      matcher:    { type: 'text', about: 'Exact names separated by | or a comma, or a regular expression that is searched.' },
      hooks:      { type: 'list', required: true, about: 'Hooks of the group.' },
    },
    handlers: {
      command: {
        runs: 'command', timeoutMs: 600_000,
        keys: {
          ...ENTRY_KEYS,
          command:       { type: 'filled-text', required: true, about: 'Shell text, or one program when args is given.' },
          shell:         { type: 'text', words: ['bash', 'powershell'], about: 'Shell of the shell form.' },
          args:          { type: 'texts', ifWrong: 'skip-entry', about: 'Literal arguments: no shell takes part.' },
          async:         { type: 'boolean', about: 'Run in the background; overrides the group.' },
          asyncRewake:   { type: 'boolean', default: false, about: 'Run in the background; exit 2 wakes the model.' },
        },
      },
      http: {
        runs: 'http', timeoutMs: 600_000,
        keys: {
          ...ENTRY_KEYS,
          url:            { type: 'filled-text', required: true, about: 'Receives the event as a POST.' },
          headers:        { type: 'text-map', about: 'Request headers; ${NAME} comes from the environment.' },
          allowedEnvVars: { type: 'texts', about: 'The only names that headers may take from the environment.' },
        },
      },
      mcp_tool: {
        runs: 'mcp_tool', timeoutMs: 600_000,
        keys: {
          ...ENTRY_KEYS,
          server: { type: 'filled-text', required: true, about: 'MCP server to which the host is connected.' },
          tool:   { type: 'filled-text', required: true, about: 'Tool of the server; its text is the answer.' },
          input:  { type: 'object', about: 'Input of the tool; ${tool_input.file_path} and the like come from the event.' },
        },
      },
      prompt: { runs: 'prompt', timeoutMs: 30_000, keys: { ...ENTRY_KEYS, ...MODEL, prompt: { type: 'filled-text', required: true, about: 'Question to the model.' } } },
      agent: {
        runs: 'agent', timeoutMs: 60_000,
        keys: {
          ...ENTRY_KEYS, ...MODEL,
          prompt:   { type: 'filled-text', required: true, about: 'Task of the sub-agent; $ARGUMENTS is the event.' },
        },
      },
    },
    command: 'shell',
    badOption: 'use-default',
    merge: 'concatenate',
  },
  match: 'names-or-searched-regex',
  condition: 'tool-rule',
  tools: { Agent: { names: ['Agent', 'Task'], known: 'shown' } },
  aliases: {},
  commonFields: [
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'transcript_path', from: ['transcript_path'], or: '' },
    { name: 'cwd',             is: 'cwd' },
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'prompt_id',       from: ['prompt_id'] },
    { name: 'agent_id',        from: ['agent_id'] },
    { name: 'agent_type',      from: ['agent_type'] },
  ],
  json: 'compact',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'CLAUDE_PROJECT_DIR', is: 'project' },
      { name: 'CLAUDECODE', constant: '1' },
      { name: 'CLAUDE_CODE_SESSION_ID', from: ['session_id'] },
      { name: 'CLAUDE_PLUGIN_ROOT', is: 'hook-folder' },
      { name: 'CLAUDE_PLUGIN_DATA', is: 'plugin-data' },
    ],
  },
  cwd: 'event',
  programsFrom: 'cwd-then-project',
  expandsTilde: false,
  placeholders: [
    { name: 'CLAUDE_PROJECT_DIR', is: 'project' },
    { name: 'CLAUDE_PLUGIN_ROOT', is: 'hook-folder' },
    { name: 'CLAUDE_PLUGIN_DATA', is: 'plugin-data' },
  ],
  atTimeout: 'term',
  answer: {
    exits: { zero: 'read', two: 'block', other: 'fault' },
    exitReasons: ['stderr'],
    answerReasons: [],
    readsBlockingExit: false,
    defaultReason: 'Blocked by {name} hook',
    style: 'keys',
    text: 'by-event',
    unknownKeys: 'ignored',
    decisions: [
      { key: 'hookSpecificOutput.permissionDecision', words: { allow: 'allow', deny: 'block', ask: 'ask' }, takes: 'word', unknownWord: 'bad_output', on: ['PreToolUse', 'PreModelSwitch'] },
      { key: 'decision', words: { approve: 'allow', block: 'block' }, takes: 'word', unknownWord: 'bad_output' },
    ],
    reasons: ['hookSpecificOutput.permissionDecisionReason', 'reason'],
    endTurn: { key: 'continue', reasons: ['stopReason'], prefers: 'its-own-reason', otherCalls: 'do-not-run', tellsModel: true },
    envelope: { key: 'hookSpecificOutput', names: 'hookEventName' },
    fields: [
      { key: 'suppressOutput', gives: 'quiet',   takes: 'flag',           wrongType: 'bad_output', besideBlock: true },
      { key: 'systemMessage',  gives: 'message', takes: 'non-empty-text', wrongType: 'bad_output', level: 'info', besideBlock: true },
      { key: 'hookSpecificOutput.additionalContext',    gives: 'context',           takes: 'non-empty-text-or-json', wrongType: 'bad_output', on: CONTEXT_EVENTS, besideBlock: true },
      { key: 'hookSpecificOutput.sessionTitle',         gives: 'sessionTitle',      takes: 'non-empty-text',   wrongType: 'bad_output', on: ['UserPromptSubmit'] },
      { key: 'hookSpecificOutput.updatedInput',         gives: 'updatedInput',      takes: 'object',           wrongType: 'bad_output', on: ['PreToolUse'] },
      { key: 'hookSpecificOutput.updatedMCPToolOutput', gives: 'updatedToolOutput', takes: 'json',             wrongType: 'bad_output', on: ['PostToolUse'], onlyForMcp: true, besideBlock: true },
      { key: 'hookSpecificOutput.updatedToolOutput',    gives: 'updatedToolOutput', takes: 'json',             wrongType: 'bad_output', on: ['PostToolUse'], besideBlock: true },
      { key: 'hookSpecificOutput.decision',             gives: 'permission',        takes: 'permission-answer', wrongType: 'bad_output', on: ['PermissionRequest'] },
      { key: 'hookSpecificOutput.retry',                gives: 'retry',             takes: 'flag',             wrongType: 'bad_output', on: ['PermissionDenied'] },
      { key: 'hookSpecificOutput.clearContext',         gives: 'clearContext',      takes: 'flag',             wrongType: 'bad_output', on: ['Stop', 'SubagentStop'], besideBlock: true },
      { key: 'hookSpecificOutput.watchPaths',           gives: 'watchPaths',        takes: 'absolute-paths',   wrongType: 'bad_output', on: ['CwdChanged', 'FileChanged'] },
      { key: 'hookSpecificOutput.worktreePath',         gives: 'worktreePath',      takes: 'absolute-path',    wrongType: 'bad_output', on: ['WorktreeCreate'] },
      { key: 'hookSpecificOutput.action',               gives: 'action',            takes: 'elicitation-action', wrongType: 'bad_output', on: ['Elicitation', 'ElicitationResult'] },
      { key: 'hookSpecificOutput.content',              gives: 'content',           takes: 'json',             wrongType: 'bad_output', on: ['Elicitation', 'ElicitationResult'] },
    ],
    badOutputProceeds: false,
    badOutputSpoilsRefusal: true,
    failureGoesTo: 'log',
    blockToldAs: null,
  },
  model: { placeholders: ['$ARGUMENTS'], appendPrompt: '\n\n', appendAgent: null, reply: 'one-object', maxTurns: 50 },
  schedule: { order: 'configuration', pace: 'parallel-unless-sequential', afterBlock: 'go-on', duplicates: 'identical-commands-run-once', background: 'with-the-rest', lateContext: 'next-turn', rewake: true },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
