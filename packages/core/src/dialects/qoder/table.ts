import type { BaseFolder, Dialect, KeyTable } from '../../model/index.ts';
import { EVENTS } from './events.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [{ from: 'variable', name: 'QODER_CONFIG_DIR', path: '' }, { from: 'home', path: '.qoder' }];

const ENTRY_KEYS: KeyTable = {
  type:          { type: 'filled-text', required: true, about: 'Kind of handler.' },
  if:            { type: 'filled-text', about: 'Tool, or Tool(pattern): runs only for such a call.' },
  once:          { type: 'boolean', default: false, about: 'Only for hooks that a host registers while it runs.' },
  statusMessage: { type: 'text', about: 'Shown while the hook runs.' },
  timeout:       { type: 'positive-number', about: 'Seconds after which the hook is killed.' },
  name:          { type: 'filled-text', about: 'Name in messages and records.' },
};

const MODEL: KeyTable = { model: { type: 'filled-text', about: 'Model override.' } };

const CONTEXT_EVENTS = [
  'SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'SubagentStart', 'PostCompact', 'Notification', 'CwdChanged', 'FileChanged',
] as const;

/** Qoder CLI: grouped JSON in settings files, hooks in parallel, answers folded in configuration order. */
export const qoder: Dialect = {
  id: 'qoder',
  title: 'Qoder CLI',
  source: { title: 'Hooks, the manual of Qoder CLI', copied: '2026-11-15' },
  locations: [
    { scope: 'user', bases: CONFIG_FOLDER, path: 'settings.json' },
    { scope: 'project', bases: [{ from: 'project' }], path: '.qoder/settings.json' },
    { scope: 'local', bases: [{ from: 'project' }], path: '.qoder/settings.local.json' },
    {
      scope: 'plugin', bases: [{ from: 'plugin' }], path: 'hooks/hooks.json',
      plugin: { data: { bases: CONFIG_FOLDER, path: 'plugins/data' }, manifest: '.qoder-plugin/plugin.json', unmarked: 'taken' },
    },
  ],
  shape: {
    kind: 'grouped-json',
    version: null,
    groupKeys: {
      matcher:    { type: 'text', about: 'Exact names separated by | or a comma, or a regular expression that is searched.' },
      hooks:      { type: 'list', required: true, about: 'Hooks of the group.' },
      async:      { type: 'boolean', default: false, about: 'Run the whole group in the background.' },
      sequential: { type: 'boolean', default: false, about: 'Run all hooks of the event in order.' },
    },
    handlers: {
      command: {
        runs: 'command', timeoutMs: 600_000,
        keys: {
          ...ENTRY_KEYS,
          command:       { type: 'filled-text', required: true, about: 'Shell text, or one program when args is given.' },
          shell:         { type: 'text', words: ['bash', 'powershell'], about: 'Shell of the shell form.' },
          env:           { type: 'text-map', about: 'More environment.' },
          args:          { type: 'texts', ifWrong: 'skip-entry', about: 'Literal arguments: no shell takes part.' },
          async:         { type: 'boolean', about: 'Run in the background; overrides the group.' },
          asyncRewake:   { type: 'boolean', default: false, about: 'Run in the background; exit 2 wakes the model.' },
          rewakeMessage: { type: 'text', about: 'Prefix of the reminder.' },
          rewakeSummary: { type: 'text', about: 'One line about the reminder.' },
        },
      },
      http: {
        runs: 'http', timeoutMs: 600_000,
        keys: {
          ...ENTRY_KEYS,
          url:            { type: 'filled-text', required: true, about: 'Receives the event as a POST.' },
          headers:        { type: 'text-map', about: 'Request headers; ${NAME} comes from the environment.' },
          // Ignoring a wrong list would allow every name.
          allowedEnvVars: { type: 'texts', ifWrong: 'skip-entry', about: 'The only names that headers may take from the environment.' },
        },
      },
      prompt: { runs: 'prompt', timeoutMs: 30_000, keys: { ...ENTRY_KEYS, ...MODEL, prompt: { type: 'filled-text', required: true, about: 'Question to the model.' } } },
      agent: {
        runs: 'agent', timeoutMs: 60_000,
        keys: {
          ...ENTRY_KEYS, ...MODEL,
          prompt:   { type: 'filled-text', required: true, about: 'Task of the sub-agent; $ARGUMENTS is the event.' },
          tools:    { type: 'texts', about: 'The only tools it may use.' },
          maxTurns: { type: 'positive-integer', default: 50, about: 'Turns it may take.' },
        },
      },
      module: { runs: 'module', timeoutMs: 30_000, keys: { ...ENTRY_KEYS, module: { type: 'filled-text', required: true, about: 'path/to/module.mjs#exportName' } } },
    },
    command: 'shell',
    badOption: 'use-default',
    merge: 'concatenate',
  },
  match: 'names-or-searched-regex',
  condition: 'tool-rule',
  // The neutral names are this system's own.
  tools: {},
  otherTools: ['Task'],
  aliases: {},
  commonFields: [
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'transcript_path', from: ['transcript_path'], or: '' },
    { name: 'cwd',             is: 'cwd' },
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'permission_mode', from: ['permission_mode'], as: 'bypass-in-full' },
    { name: 'agent_id',        from: ['agent_id'] },
    { name: 'agent_type',      from: ['agent_type'] },
  ],
  json: 'compact',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'QODER_PROJECT_DIR', is: 'project' },
      { name: 'QODER_PLUGIN_ROOT', is: 'hook-folder' },
      { name: 'QODER_PLUGIN_DATA', is: 'plugin-data' },
    ],
  },
  cwd: 'event',
  programsFrom: 'cwd-then-project',
  expandsTilde: false,
  placeholders: [
    { name: 'QODER_PROJECT_DIR', is: 'project' },
    { name: 'QODER_PLUGIN_ROOT', is: 'hook-folder' },
    { name: 'QODER_PLUGIN_DATA', is: 'plugin-data' },
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
      { key: 'hookSpecificOutput.permissionDecision', words: { allow: 'allow', deny: 'block', ask: 'ask' }, takes: 'word', unknownWord: 'warned', on: ['PreToolUse'] },
      { key: 'decision', words: { allow: 'allow', approve: 'allow', deny: 'block', block: 'block' }, takes: 'word', unknownWord: 'warned' },
    ],
    reasons: ['hookSpecificOutput.permissionDecisionReason', 'reason'],
    endTurn: { key: 'continue', reasons: ['stopReason'], prefers: 'its-own-reason', otherCalls: 'do-not-run', tellsModel: true },
    envelope: { key: 'hookSpecificOutput', names: 'hookEventName' },
    fields: [
      { key: 'suppressOutput', gives: 'quiet',   takes: 'flag',           wrongType: 'ignored', besideBlock: true },
      { key: 'systemMessage',  gives: 'message', takes: 'non-empty-text', wrongType: 'ignored', level: 'info', besideBlock: true },
      { key: 'hookSpecificOutput.additionalContext',    gives: 'context',           takes: 'non-empty-text-or-json', wrongType: 'ignored', on: CONTEXT_EVENTS, besideBlock: true },
      { key: 'hookSpecificOutput.sessionTitle',         gives: 'sessionTitle',      takes: 'non-empty-text',   wrongType: 'ignored', on: ['UserPromptSubmit'] },
      { key: 'hookSpecificOutput.updatedInput',         gives: 'updatedInput',      takes: 'object',           wrongType: 'bad_output', on: ['PreToolUse'] },
      { key: 'hookSpecificOutput.updatedMCPToolOutput', gives: 'updatedToolOutput', takes: 'json',             wrongType: 'ignored', on: ['PostToolUse'], onlyForMcp: true, besideBlock: true },
      { key: 'hookSpecificOutput.updatedToolOutput',    gives: 'updatedToolOutput', takes: 'json',             wrongType: 'ignored', on: ['PostToolUse'], besideBlock: true },
      { key: 'hookSpecificOutput.decision',             gives: 'permission',        takes: 'permission-answer', wrongType: 'bad_output', on: ['PermissionRequest'] },
      { key: 'hookSpecificOutput.retry',                gives: 'retry',             takes: 'flag',             wrongType: 'ignored', on: ['PermissionDenied'] },
      { key: 'hookSpecificOutput.clearContext',         gives: 'clearContext',      takes: 'flag',             wrongType: 'ignored', on: ['Stop', 'SubagentStop'], besideBlock: true },
      { key: 'hookSpecificOutput.watchPaths',           gives: 'watchPaths',        takes: 'absolute-paths',   wrongType: 'ignored', on: ['CwdChanged', 'FileChanged'] },
      { key: 'hookSpecificOutput.worktreePath',         gives: 'worktreePath',      takes: 'absolute-path',    wrongType: 'ignored', on: ['WorktreeCreate'] },
      { key: 'hookSpecificOutput.action',               gives: 'action',            takes: 'elicitation-action', wrongType: 'bad_output', on: ['Elicitation', 'ElicitationResult'] },
      { key: 'hookSpecificOutput.content',              gives: 'content',           takes: 'json',             wrongType: 'ignored', on: ['Elicitation', 'ElicitationResult'] },
    ],
    badOutputProceeds: false,
    badOutputSpoilsRefusal: false,
    failureGoesTo: 'log',
    blockToldAs: null,
  },
  model: { placeholders: ['$ARGUMENTS'], appendPrompt: '\n\n', appendAgent: null, reply: 'one-object', maxTurns: 50 },
  schedule: { order: 'configuration', pace: 'parallel-unless-sequential', afterBlock: 'go-on', duplicates: 'identical-commands-run-once', background: 'with-the-rest', lateContext: 'next-turn', rewake: true },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
