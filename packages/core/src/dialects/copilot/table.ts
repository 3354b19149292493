import type { Dialect, NativeTool } from '../../model/index.ts';
import { ANSWER } from './answer.ts';
import { LOCATIONS, SHAPE } from './configuration.ts';
import { bothNames, COMMON_FIELDS, EVENTS } from './events.ts';

/** Common words, which other systems use for other things. */
const COMMON_WORD = { known: 'documented', elsewhere: 'unknown' } as const;
const SHOWN = { known: 'shown', elsewhere: 'unknown' } as const;

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash: { names: ['bash', 'powershell'], ...SHOWN },
  Read: { names: ['view'], fields: { file_path: 'path' }, ...SHOWN },
  Write: { names: ['create'], fields: { file_path: 'path', content: 'file_text' }, ...SHOWN },
  Edit: {
    names: ['edit', 'str_replace_editor', 'apply_patch'],
    fields: { file_path: 'path', old_string: 'old_str', new_string: 'new_str' },
    ...COMMON_WORD,
  },
  Grep: { names: ['grep', 'rg'], ...COMMON_WORD },
  Glob: { names: ['glob'], ...COMMON_WORD },
  WebFetch: { names: ['web_fetch'], ...COMMON_WORD },
  WebSearch: { names: ['web_search'], ...COMMON_WORD },
  AskUserQuestion: { names: ['ask_user'], ...COMMON_WORD },
  TodoWrite: { names: ['update_todo'], ...COMMON_WORD },
  Agent: { names: ['task'], ...SHOWN },
};

/** Further names by which a matcher in Pascal case finds a tool. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(TOOLS).map(([name, { names }]) => [name, names])),
  Agent: ['task', 'Task'],
};

const PLUGIN = { is: 'hook-folder' } as const;
const PLUGIN_DATA = { is: 'plugin-data' } as const;

/** GitHub Copilot CLI: flat JSON in folders of files, one after another, closed where a hook fails. */
export const copilot: Dialect = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  source: {
    title: 'GitHub Copilot CLI, its documents and the program itself',
    documents: ["the vendor's hooks reference (github/docs, content/copilot/reference/hooks-reference.md), autumn 2026"],
    tested: { program: 'GitHub Copilot CLI 1.0.102', day: '2026-11-19' },
  },
  locations: LOCATIONS,
  fileOrder: 'as-listed',
  shape: SHAPE,
  match: 'whole-regex',
  condition: 'none',
  tools: TOOLS,
  seesTools: 'only-own',
  toolAliases: ALIASES,
  aliases: {},
  commonFields: COMMON_FIELDS,
  json: 'compact',
  stdinEnd: '',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    leavesOut: ['COPILOT_PROVIDER_'],
    sets: [
      { name: 'COPILOT_PROJECT_DIR', is: 'project' },
      { name: 'CLAUDE_PROJECT_DIR', is: 'project' },
      { name: 'COPILOT_HOOK_DIR', is: 'file-folder' },
      { name: 'COPILOT_CLI', constant: '1' },
      { name: 'PLUGIN_ROOT', ...PLUGIN },
      { name: 'COPILOT_PLUGIN_ROOT', ...PLUGIN },
      { name: 'CLAUDE_PLUGIN_ROOT', ...PLUGIN },
      { name: 'COPILOT_PLUGIN_DATA', ...PLUGIN_DATA },
      { name: 'CLAUDE_PLUGIN_DATA', ...PLUGIN_DATA },
    ],
  },
  cwd: 'project',
  cwdByScope: { plugin: 'hook-folder' },
  programsFrom: 'project',
  expandsTilde: false,
  placeholders: [
    { name: 'COPILOT_PLUGIN_ROOT', ...PLUGIN },
    { name: 'COPILOT_PLUGIN_DATA', ...PLUGIN_DATA },
  ],
  shell: 'bash',
  missingScript: 'started',
  headers: { bareNames: true, unlisted: 'none', secureOnly: true },
  http: {
    privateNetworks: 'refused-with-loopback',
    liftedBy: 'COPILOT_HOOK_ALLOW_LOCALHOST',
    secureOn: bothNames('PreToolUse'),
  },
  atTimeout: 'term',
  answer: ANSWER,
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: {
    order: 'configuration',
    pace: 'one-by-one',
    afterBlock: 'stop',
    duplicates: 'run',
    background: 'with-the-rest',
    lateContext: 'next-turn-from-json',
    rewake: false,
  },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
