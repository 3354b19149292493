import type { BaseFolder, GroupedJsonShape, HandlerRow, Location, Platform } from '../../model/index.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'GEMINI_CLI_HOME', path: '.gemini' },
  { from: 'home', path: '.gemini' },
];

const SYSTEM_FOLDERS: Readonly<Record<Platform, string>> = {
  linux: '/etc/gemini-cli/',
  darwin: '/Library/Application Support/GeminiCli/',
  win32: 'C:\\ProgramData\\gemini-cli\\',
};

/** A file of the administrator, or the one that a variable names instead. */
const systemFile = (variable: string, name: string): readonly BaseFolder[] => [
  { from: 'variable', name: variable, path: '' },
  ...(['linux', 'darwin', 'win32'] as const).map((on): BaseFolder => ({
    from: 'system',
    path: `${SYSTEM_FOLDERS[on]}${name}`,
    on,
  })),
];

const SETTINGS = { format: 'json-with-comments', variables: 'environment-or-default' } as const;

/** Where its files are, in the order in which their hooks run. */
export const LOCATIONS: readonly Location[] = [
  {
    scope: 'managed',
    bases: systemFile('GEMINI_CLI_SYSTEM_DEFAULTS_PATH', 'system-defaults.json'),
    path: '',
    switches: 'outranked',
    ...SETTINGS,
  },
  { scope: 'user', bases: CONFIG_FOLDER, path: 'settings.json', ...SETTINGS },
  { scope: 'project', bases: [{ from: 'project' }], path: '.gemini/settings.json', ...SETTINGS },
  { scope: 'managed', bases: systemFile('GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'settings.json'), path: '', ...SETTINGS },
  {
    scope: 'plugin',
    bases: CONFIG_FOLDER,
    path: 'extensions/*/hooks/hooks.json',
    extension: { manifest: 'gemini-extension.json' },
    variables: {
      extensionPath: 'plugin-folder',
      workspacePath: 'project',
      '/': 'separator',
      pathSeparator: 'separator',
    },
  },
];

const COMMAND: HandlerRow = {
  runs: 'command',
  timeoutMs: 60_000,
  timeoutUnit: 'milliseconds',
  keys: {
    type: { type: 'filled-text', required: true, about: 'Kind of handler.' },
    name: { type: 'text', about: 'Name of the hook; a copy of the same name and text runs once.' },
    description: { type: 'text', about: 'What it is for.' },
    command: { type: 'filled-text', required: true, about: 'Text for the shell.' },
    timeout: { type: 'positive-number', about: 'Milliseconds after which the hook is stopped.' },
    env: { type: 'text-map', about: 'Further environment variables.' },
  },
};

/** What its files hold. */
export const SHAPE: GroupedJsonShape = {
  kind: 'grouped-json',
  version: null,
  groupKeys: {
    matcher: { type: 'text', about: 'Regular expression that is searched in the name of the tool.' },
    sequential: {
      type: 'boolean',
      default: false,
      about: 'All hooks of the event run one after the other where this group matches.',
    },
    hooks: { type: 'list', required: true, about: 'Hooks of the group.' },
  },
  // The program takes the second type too, and runs it as the first.
  handlers: { command: COMMAND, plugin: COMMAND },
  command: 'shell',
  badOption: 'use-default',
  unknownEvent: 'warning',
  notEvents: ['enabled', 'disabled', 'notifications'],
  switches: [
    {
      key: 'hooksConfig.enabled',
      off: false,
      wins: ['managed', 'project', 'user'],
      sparesManaged: 'never',
      about: 'Switch all hooks off.',
    },
  ],
  limits: [
    {
      key: 'hooksConfig.disabled',
      limits: 'names',
      scopes: ['managed', 'user', 'project'],
      about: 'Hooks that are off, by their names, else by their commands.',
    },
  ],
  merge: 'concatenate',
};
