import type { Dialect } from '../../model/index.ts';
import { ANSWER } from './answer.ts';
import { LOCATIONS, SHAPE } from './configuration.ts';
import { EVENTS } from './events.ts';

const TOOL_EVENTS = ['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse', 'PostToolUseFailure'] as const;

const WITH_MODE = [...TOOL_EVENTS, 'UserPromptSubmit', 'UserPromptExpansion', 'PostToolBatch', 'SubagentStop', 'Stop'] as const;
const WITH_EFFORT = [...TOOL_EVENTS, 'PostToolBatch', 'SubagentStop', 'Stop', 'StopFailure', 'InstructionsLoaded'] as const;

/** Claude Code: grouped JSON in settings files, hooks at once, answers folded in configuration order. */
export const claude: Dialect = {
  id: 'claude',
  title: 'Claude Code',
  source: {
    title: 'Claude Code, its reference and the program itself',
    documents: ['the hooks reference of Claude Code, version 2.1.240', 'the published types of its Agent SDK, version 0.3.325'],
    tested: { program: 'Claude Code 2.1.328', day: '2026-11-19' },
  },
  locations: LOCATIONS,
  shape: SHAPE,
  match: 'names-or-valid-regex',
  condition: 'permission-rule',
  tools: { Agent: { names: ['Agent', 'Task'], known: 'shown' } },
  aliases: {},
  commonFields: [
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'transcript_path', from: ['transcript_path'], or: '' },
    { name: 'cwd',             is: 'cwd' },
    { name: 'prompt_id',       from: ['prompt_id'] },
    { name: 'permission_mode', from: ['permission_mode'], as: 'bypass-in-full', on: WITH_MODE },
    { name: 'agent_id',        from: ['agent_id'] },
    { name: 'agent_type',      from: ['agent_type'] },
    { name: 'effort',          from: ['effort'], on: WITH_EFFORT },
    { name: 'scratchpad_dir',  from: ['scratchpad_dir'] },
    { name: 'hook_event_name', is: 'native-event' },
  ],
  json: 'compact',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    leavesOut: ['OTEL_'],
    sets: [
      { name: 'CLAUDE_PROJECT_DIR', is: 'project' },
      { name: 'CLAUDECODE', constant: '1' },
      { name: 'CLAUDE_CODE_SESSION_ID', from: ['session_id'] },
      { name: 'CLAUDE_PLUGIN_ROOT', is: 'hook-folder' },
      { name: 'CLAUDE_PLUGIN_DATA', is: 'plugin-data' },
      { name: 'CLAUDE_ENV_FILE', is: 'session-file', on: ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged'] },
    ],
  },
  cwd: 'event',
  programsFrom: 'cwd-then-project',
  expandsTilde: false,
  placeholders: [
    { name: 'CLAUDE_PROJECT_DIR', is: 'project' },
    { name: 'CLAUDE_PLUGIN_ROOT', is: 'hook-folder', outside: 'not-started' },
    { name: 'CLAUDE_PLUGIN_DATA', is: 'plugin-data' },
  ],
  notInShell: ['user_config.'],
  shell: 'sh',
  missingScript: 'started',
  headers: { bareNames: true, unlisted: 'none' },
  atTimeout: 'term',
  answer: ANSWER,
  model: { placeholders: ['$ARGUMENTS'], appendPrompt: '\n\n', appendAgent: '\n\n', reply: 'one-object', maxTurns: 50, impossible: 'impossible' },
  schedule: { order: 'configuration', pace: 'parallel-unless-sequential', afterBlock: 'go-on', duplicates: 'same-handler-runs-once', background: 'with-the-rest', lateContext: 'next-turn-from-json', declaredBy: 'async', rewake: true },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
