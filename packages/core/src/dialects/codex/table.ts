import type { Dialect } from '../../model/index.ts';
import { ANSWER } from './answer.ts';
import { LOCATIONS, SHAPE } from './configuration.ts';
import { EVENTS } from './events.ts';

const MODEL_EVENTS = ['PreModelRequest', 'PostModelRequest'] as const;

/** All events but these. */
const without = (...names: readonly string[]): readonly string[] => Object.keys(EVENTS).filter((name) => !names.includes(name));

const OTHERS = without(...MODEL_EVENTS);
const WITH_TURN = without('SessionStart', 'SessionEnd');
const WITH_MODEL = without('SessionEnd', ...MODEL_EVENTS);
const WITH_MODE = without('PreCompact', 'PostCompact', 'SessionEnd', ...MODEL_EVENTS);
const WITH_AGENT = without('SubagentStart', 'SubagentStop', ...MODEL_EVENTS);

/** Codex CLI: grouped JSON or TOML, hooks at once, strict answers. */
export const codex: Dialect = {
  id: 'codex',
  title: 'Codex CLI',
  source: {
    title: 'Codex CLI, its source and the program itself',
    documents: ['the source of Codex CLI of 22 August 2026 (codex-rs/hooks, codex-rs/config)'],
    tested: { program: 'Codex CLI 0.169.0', day: '2026-11-19' },
  },
  locations: LOCATIONS,
  shape: SHAPE,
  match: 'words-or-linear-regex',
  condition: 'none',
  tools: { Agent: { names: ['spawn_agent'], known: 'shown' } },
  otherTools: ['apply_patch', 'view_image', 'get_goal'],
  seesTools: 'own',
  alsoFoundAs: { apply_patch: ['Write', 'Edit'], Write: ['apply_patch'], Edit: ['apply_patch'], spawn_agent: ['Agent'], Agent: ['spawn_agent'] },
  aliases: {},
  commonFields: [
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'turn_id',         from: ['turn_id'], or: '', on: WITH_TURN },
    { name: 'cwd',             is: 'cwd', on: MODEL_EVENTS },
    { name: 'agent_id',        from: ['agent_id'], on: WITH_AGENT },
    { name: 'agent_type',      from: ['agent_type'], on: WITH_AGENT },
    { name: 'transcript_path', from: ['transcript_path'], or: null },
    { name: 'cwd',             is: 'cwd', on: OTHERS },
    { name: 'model',           from: ['model'], or: '', on: MODEL_EVENTS },
    { name: 'agent_id',        from: ['agent_id'], on: MODEL_EVENTS },
    { name: 'agent_type',      from: ['agent_type'], on: MODEL_EVENTS },
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'model',           from: ['model'], or: '', on: WITH_MODEL },
    { name: 'permission_mode', from: ['permission_mode'], as: 'bypass-in-full', or: 'default', on: WITH_MODE },
  ],
  json: 'compact',
  stdinEnd: '',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'PLUGIN_ROOT', is: 'hook-folder' },
      { name: 'PLUGIN_DATA', is: 'plugin-data' },
      { name: 'CLAUDE_PLUGIN_ROOT', is: 'hook-folder' },
      { name: 'CLAUDE_PLUGIN_DATA', is: 'plugin-data' },
    ],
  },
  cwd: 'event',
  programsFrom: 'cwd-then-project',
  expandsTilde: false,
  placeholders: [
    { name: 'PLUGIN_ROOT', is: 'hook-folder' },
    { name: 'PLUGIN_DATA', is: 'plugin-data' },
    { name: 'CLAUDE_PLUGIN_ROOT', is: 'hook-folder' },
    { name: 'CLAUDE_PLUGIN_DATA', is: 'plugin-data' },
  ],
  placeholdersInShell: true,
  shell: 'of-account',
  missingScript: 'started',
  atTimeout: 'kill',
  answer: ANSWER,
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: { order: 'configuration', pace: 'parallel-unless-sequential', afterBlock: 'go-on', duplicates: 'run', background: 'with-the-rest', lateContext: 'next-turn-as-waited-for', rewake: false },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
