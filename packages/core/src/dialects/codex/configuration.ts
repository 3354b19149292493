import type { BaseFolder, GroupedJsonShape, KeyTable, Location } from '../../model/index.ts';

const CODEX_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'CODEX_HOME', path: '' },
  { from: 'home', path: '.codex' },
];

const MANAGED_FOLDER: readonly BaseFolder[] = [
  { from: 'system', path: '/etc/codex', on: 'linux' },
  { from: 'system', path: '/etc/codex', on: 'darwin' },
];

/** What may stand beside the hooks in a file of hooks alone. */
const ONLY_HOOKS: KeyTable = {
  description: { type: 'text', nullable: true, about: 'What the hooks are for.' },
};

const HOOKS_FILE = { path: 'hooks.json', onlyKeys: ONLY_HOOKS } as const;
const SETTINGS_FILE = { path: 'config.toml', format: 'toml', idPart: 'config.toml' } as const;
const EACH_FOLDER = { bases: [{ from: 'project' }], eachFolderFrom: '.git' } as const;

/** Where its files are, in the order in which they apply. */
export const LOCATIONS: readonly Location[] = [
  { scope: 'managed', bases: MANAGED_FOLDER, path: 'requirements.toml', format: 'toml', idPart: 'requirements.toml' },
  { scope: 'managed', bases: MANAGED_FOLDER, ...HOOKS_FILE },
  { scope: 'managed', bases: MANAGED_FOLDER, ...SETTINGS_FILE },
  { scope: 'user', bases: CODEX_FOLDER, ...HOOKS_FILE },
  { scope: 'user', bases: CODEX_FOLDER, ...SETTINGS_FILE },
  { scope: 'project', ...EACH_FOLDER, ...HOOKS_FILE, path: '.codex/hooks.json' },
  { scope: 'project', ...EACH_FOLDER, ...SETTINGS_FILE, path: '.codex/config.toml' },
  {
    scope: 'plugin',
    bases: [{ from: 'plugin' }],
    path: 'hooks/hooks.json',
    plugin: {
      data: { bases: CODEX_FOLDER, path: 'plugins/data' },
      manifest: '.codex-plugin/plugin.json',
      hooksKey: 'hooks',
    },
  },
];

const ENTRY_KEYS: KeyTable = {
  type: { type: 'filled-text', required: true, about: 'Kind of handler.' },
  timeout: { type: 'whole-number', nullable: true, about: 'Whole seconds after which the hook is killed.' },
  statusMessage: { type: 'text', nullable: true, about: 'Shown while the hook runs.' },
};

/** What its files hold. */
export const SHAPE: GroupedJsonShape = {
  kind: 'grouped-json',
  version: null,
  schemaKey: 'reserved',
  groupKeys: {
    matcher: {
      type: 'text',
      nullable: true,
      about: 'Exact names separated by |, or a regular expression without look-around that is searched.',
    },
    hooks: { type: 'list', about: 'Hooks of the group.' },
  },
  handlers: {
    command: {
      runs: 'command',
      timeoutMs: 600_000,
      leastTimeoutMs: 1000,
      waitedForOn: ['SessionEnd'],
      keys: {
        ...ENTRY_KEYS,
        command: { type: 'text', required: true, ifBlank: 'skip-entry', about: 'Text for the shell of the account.' },
        commandWindows: { type: 'text', nullable: true, about: 'The same on Windows.' },
        command_windows: { type: 'text', nullable: true, about: 'Another spelling of commandWindows.' },
        async: { type: 'boolean', default: false, about: 'Run in the background.' },
        additionalContextLimit: {
          type: 'whole-number',
          nullable: true,
          about: 'Tokens after which Codex writes context to a file; 0: never.',
        },
      },
    },
    mcp_tool: {
      runs: 'mcp_tool',
      timeoutMs: 600_000,
      leastTimeoutMs: 1000,
      notOn: { events: ['SessionEnd'], because: 'no server is asked when the session is over' },
      keys: {
        ...ENTRY_KEYS,
        server: {
          type: 'text',
          required: true,
          ifBlank: 'skip-entry',
          about: 'MCP server to which the host is connected.',
        },
        tool: {
          type: 'text',
          required: true,
          ifBlank: 'skip-entry',
          about: 'Tool of the server; its text is the answer.',
        },
        input: { type: 'object', about: 'Input of the tool; ${tool_input.command} and the like come from the event.' },
      },
    },
  },
  restingTypes: {
    prompt: 'hooks of the type "prompt" are not supported yet',
    agent: 'hooks of the type "agent" are not supported yet',
  },
  notEvents: ['state', 'managed_dir', 'windows_managed_dir'],
  unknownEvent: 'ignored',
  filesOfFolder: 'warned',
  command: 'shell',
  badOption: 'skip-entry',
  badEntry: { usual: 'file' },
  wrongType: 'warning',
  switches: [
    {
      key: 'features.hooks',
      off: false,
      wins: ['user'],
      sparesManaged: 'always',
      about: "false switches all hooks off; only in the user's own config.toml.",
    },
    {
      key: 'allow_managed_hooks_only',
      off: true,
      wins: ['managed'],
      sparesManaged: 'always',
      about: "Run only an administrator's hooks.",
    },
  ],
  entrySwitch: {
    key: 'hooks.state',
    name: '{file}:{event}:{group}:{entry}',
    off: { key: 'enabled', is: false },
    scopes: ['user'],
    about: "Single hooks by their places, each with enabled = false; only in the user's own config.toml.",
  },
  merge: 'concatenate',
};
