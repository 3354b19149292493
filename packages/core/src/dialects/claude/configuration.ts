import type { BaseFolder, GroupedJsonShape, KeyTable, Location, UseRule } from '../../model/index.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'CLAUDE_CONFIG_DIR', path: '' },
  { from: 'home', path: '.claude' },
];

const MANAGED_FOLDER: readonly BaseFolder[] = [
  { from: 'system', path: '/etc/claude-code', on: 'linux' },
  { from: 'system', path: '/Library/Application Support/ClaudeCode', on: 'darwin' },
  { from: 'system', path: String.raw`C:\Program Files\ClaudeCode`, on: 'win32' },
];

const SKILL: UseRule = { of: 'skill', once: true };
const SUBAGENT: UseRule = { of: 'agent', once: false, events: { Stop: 'SubagentStop' } };

/** The scopes whose files are settings, the one that counts most first. */
const SETTINGS = ['managed', 'flag', 'local', 'project', 'user'] as const;

/** Events that a hook can ask a model about. */
const MODEL_EVENTS = {
  events: [
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'PermissionRequest',
    'PermissionDenied',
    'Stop',
    'SubagentStop',
    'TaskCreated',
    'TaskCompleted',
    'TeammateIdle',
    'UserPromptSubmit',
    'UserPromptExpansion',
  ],
  because: 'no model is asked about this event',
} as const;

const ENTRY_KEYS: KeyTable = {
  type: { type: 'filled-text', required: true, about: 'Kind of handler.' },
  if: { type: 'text', about: 'Tool, or Tool(pattern): runs only for such a call.' },
  once: {
    type: 'boolean',
    default: false,
    about: 'Run once while a skill is in use; only in the front matter of a skill.',
  },
  statusMessage: { type: 'text', about: 'Shown while the hook runs.' },
  timeout: { type: 'positive-number', about: 'Seconds after which the hook is killed.' },
};

const MODEL: KeyTable = { model: { type: 'filled-text', about: 'Model override.' } };

/** Failures count as exit code 2. */
const ON_FAILURE: KeyTable = {
  onFailure: {
    type: 'text',
    words: ['continue', 'block'],
    default: 'continue',
    about: 'block: a failure of the hook refuses, as exit code 2 does.',
  },
};

/** Where its files are, in the order in which they apply. */
export const LOCATIONS: readonly Location[] = [
  { scope: 'managed', bases: MANAGED_FOLDER, path: 'managed-settings.json' },
  { scope: 'managed', bases: MANAGED_FOLDER, path: 'managed-settings.d/*.json' },
  { scope: 'user', bases: CONFIG_FOLDER, path: 'settings.json' },
  { scope: 'project', bases: [{ from: 'project' }], path: '.claude/settings.json' },
  { scope: 'local', bases: [{ from: 'project' }], path: '.claude/settings.local.json' },
  { scope: 'flag', bases: [{ from: 'option', name: 'settings' }], path: '' },
  {
    scope: 'plugin',
    bases: [{ from: 'plugin' }],
    path: 'hooks/hooks.json',
    plugin: {
      data: { bases: CONFIG_FOLDER, path: 'plugins/data' },
      suffix: '-inline',
      manifest: '.claude-plugin/plugin.json',
    },
  },
  { scope: 'session', bases: CONFIG_FOLDER, path: 'skills/*/SKILL.md', format: 'front-matter', during: SKILL },
  {
    scope: 'session',
    bases: [{ from: 'project' }],
    path: '.claude/skills/*/SKILL.md',
    format: 'front-matter',
    during: SKILL,
  },
  { scope: 'session', bases: CONFIG_FOLDER, path: 'agents/*.md', format: 'front-matter', during: SUBAGENT },
  {
    scope: 'session',
    bases: [{ from: 'project' }],
    path: '.claude/agents/*.md',
    format: 'front-matter',
    during: SUBAGENT,
  },
];

/** What its files hold. */
export const SHAPE: GroupedJsonShape = {
  kind: 'grouped-json',
  version: null,
  schemaKey: 'reserved',
  groupKeys: {
    matcher: {
      type: 'text',
      about: 'Exact names separated by | or a comma, or a regular expression that is searched.',
    },
    hooks: { type: 'list', required: true, about: 'Hooks of the group.' },
  },
  handlers: {
    command: {
      runs: 'command',
      timeoutMs: 600_000,
      keys: {
        ...ENTRY_KEYS,
        ...ON_FAILURE,
        command: { type: 'filled-text', required: true, about: 'Shell text, or one program when args is given.' },
        shell: { type: 'text', words: ['bash', 'powershell'], about: 'Shell of the shell form.' },
        args: { type: 'texts', about: 'Literal arguments: no shell takes part.' },
        async: { type: 'boolean', about: 'Run in the background.' },
        asyncRewake: { type: 'boolean', default: false, about: 'Run in the background; exit 2 wakes the model.' },
      },
    },
    http: {
      runs: 'http',
      timeoutMs: 600_000,
      notOn: { events: ['SessionStart', 'Setup'], because: 'nothing may be sent before the session has begun' },
      keys: {
        ...ENTRY_KEYS,
        ...ON_FAILURE,
        url: { type: 'filled-text', required: true, about: 'Receives the event as a POST.' },
        headers: { type: 'text-map', about: 'Request headers; $NAME and ${NAME} come from the environment.' },
        allowedEnvVars: {
          type: 'texts',
          default: [],
          about: 'The only names that headers may take from the environment.',
        },
      },
    },
    mcp_tool: {
      runs: 'mcp_tool',
      timeoutMs: 600_000,
      keys: {
        ...ENTRY_KEYS,
        server: { type: 'filled-text', required: true, about: 'MCP server to which the host is connected.' },
        tool: { type: 'filled-text', required: true, about: 'Tool of the server; its text is the answer.' },
        input: {
          type: 'object',
          about: 'Input of the tool; ${tool_input.file_path} and the like come from the event.',
        },
      },
    },
    prompt: {
      runs: 'prompt',
      timeoutMs: 30_000,
      onlyOn: MODEL_EVENTS,
      keys: {
        ...ENTRY_KEYS,
        ...MODEL,
        prompt: { type: 'filled-text', required: true, about: 'Question to the model.' },
        continueOnBlock: {
          type: 'boolean',
          default: false,
          about: 'A refusal refuses the action alone, and does not end the turn.',
        },
      },
    },
    agent: {
      runs: 'agent',
      timeoutMs: 60_000,
      onlyOn: MODEL_EVENTS,
      keys: {
        ...ENTRY_KEYS,
        ...MODEL,
        prompt: { type: 'filled-text', required: true, about: 'Task of the sub-agent; $ARGUMENTS is the event.' },
      },
    },
  },
  command: 'shell',
  failClosed: { key: 'onFailure', value: 'block' },
  badOption: 'skip-entry',
  badEntry: { usual: 'entry', on: { PreToolUse: 'file', PermissionRequest: 'file' } },
  wrongType: 'warning',
  switches: [
    {
      key: 'disableAllHooks',
      off: true,
      wins: SETTINGS,
      sparesManaged: 'unless-set-there',
      about: 'Switch all hooks off.',
    },
    {
      key: 'allowManagedHooksOnly',
      off: true,
      wins: ['managed'],
      sparesManaged: 'always',
      about: "Run only an administrator's hooks.",
    },
  ],
  limits: [
    {
      key: 'allowedHttpHookUrls',
      limits: 'http-url',
      scopes: SETTINGS,
      about: 'The only addresses that http hooks may send to; * stands for anything.',
    },
    {
      key: 'httpHookAllowedEnvVars',
      limits: 'http-variables',
      scopes: SETTINGS,
      about: 'The only names that headers of http hooks may take from the environment.',
    },
  ],
  merge: 'concatenate',
};
