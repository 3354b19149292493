import type { BaseFolder, GroupedJsonShape, HooksFileRule, KeyTable, Location } from '../../model/index.ts';
import { bothNames } from './events.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'COPILOT_HOME', path: '' },
  { from: 'home', path: '.copilot' },
];

const HOOKS_FILE: HooksFileRule = { version: { key: 'version', value: 1 }, off: 'disableAllHooks' };
const SETTINGS = { badEntry: 'hooks' } as const;

/** Where its files are, in the order in which their hooks run. */
export const LOCATIONS: readonly Location[] = [
  {
    scope: 'managed',
    bases: [
      { from: 'system', path: '/etc/github-copilot/policy.d', on: 'linux' },
      { from: 'system', path: '/etc/github-copilot/policy.d', on: 'darwin' },
      { from: 'system', path: String.raw`C:\ProgramData\GitHub\Copilot\policy.d`, on: 'win32' },
    ],
    path: '*.json',
    hooksFile: HOOKS_FILE,
    ownedBy: 'administrator',
  },
  { scope: 'user', bases: CONFIG_FOLDER, path: 'hooks/**/*.json', newFile: 'hooks.json', hooksFile: HOOKS_FILE },
  { scope: 'user', bases: CONFIG_FOLDER, path: 'settings.json', ...SETTINGS },
  {
    scope: 'project',
    bases: [{ from: 'project' }],
    path: '.github/hooks/**/*.json',
    newFile: 'hooks.json',
    hooksFile: HOOKS_FILE,
    readElsewhere: {
      exec: 'the cloud agent reads this file too, and runs only bash and command',
      matcher: 'VS Code reads this file too, and ignores matchers: the hook itself should look at the tool',
    },
  },
  { scope: 'project', bases: [{ from: 'project' }], path: '.claude/settings.json', reads: 'switches' },
  { scope: 'project', bases: [{ from: 'project' }], path: '.github/copilot/settings.json', ...SETTINGS },
  { scope: 'local', bases: [{ from: 'project' }], path: '.github/copilot/settings.local.json', ...SETTINGS },
  {
    scope: 'plugin',
    bases: [{ from: 'plugin' }],
    path: 'hooks.json',
    orPath: 'hooks/hooks.json',
    hooksFile: HOOKS_FILE,
    plugin: {
      data: { bases: CONFIG_FOLDER, path: 'plugin-data' },
      manifest: '.github-plugin/plugin.json',
      unmarked: 'by-its-file',
    },
  },
];

const ENTRY_KEYS: KeyTable = {
  type: { type: 'filled-text', about: 'Kind of handler; without one a command.' },
  matcher: {
    type: 'text',
    about:
      'What the hook is about: a regular expression over the whole name; under the names in Pascal case also names separated by |.',
  },
  timeoutSec: { type: 'positive-number', about: 'Seconds after which the hook is stopped.' },
  timeout: { type: 'positive-number', about: 'The same; timeoutSec counts first.' },
};

const TIMEOUT = { timeoutMs: 30_000, timeoutKeys: ['timeoutSec', 'timeout'] } as const;

/** What its files hold. */
export const SHAPE: GroupedJsonShape = {
  kind: 'grouped-json',
  version: null,
  items: 'flat-or-grouped',
  usualType: 'command',
  groupKeys: {
    matcher: { type: 'text', about: 'What the hooks of the group are about.' },
    hooks: { type: 'list', required: true, about: 'Hooks of the group.' },
  },
  handlers: {
    command: {
      runs: 'command',
      ...TIMEOUT,
      commandKeys: { bash: 'bash', powershell: 'powershell', either: 'command', program: 'exec' },
      keys: {
        ...ENTRY_KEYS,
        bash: { type: 'filled-text', about: 'Text for bash.' },
        powershell: { type: 'filled-text', about: 'Text for PowerShell; alone it is run by pwsh on every system.' },
        command: { type: 'filled-text', about: 'Text for whichever of the two shells has none.' },
        exec: { type: 'filled-text', about: 'A program that is started without a shell.' },
        args: { type: 'texts', about: 'Literal arguments of exec.' },
        cwd: { type: 'text', about: 'The folder in which the hook runs, from the project.' },
        env: { type: 'text-map', about: 'Further environment variables, as written.' },
      },
    },
    http: {
      runs: 'http',
      ...TIMEOUT,
      keys: {
        ...ENTRY_KEYS,
        url: { type: 'filled-text', required: true, about: 'Receives the event as a POST.' },
        headers: {
          type: 'text-map',
          about: 'Request headers; $NAME and ${NAME} come from the environment, over https alone.',
        },
        allowedEnvVars: {
          type: 'texts',
          default: [],
          about: 'The only names that headers may take from the environment.',
        },
      },
    },
    prompt: {
      runs: 'text',
      ...TIMEOUT,
      onlyOn: { events: bothNames('SessionStart'), because: 'its text is sent as the first prompt of a session' },
      keys: {
        ...ENTRY_KEYS,
        prompt: {
          type: 'filled-text',
          required: true,
          about: 'Sent as if the user had typed it, in a new session at a terminal.',
        },
      },
    },
  },
  command: 'shell',
  badOption: 'skip-entry',
  badEntry: { usual: 'entry', noList: 'file' },
  wrongType: 'warning',
  unknownEvent: 'warning',
  switches: [
    {
      key: 'disableAllHooks',
      off: true,
      wins: ['local', 'project'],
      sparesManaged: 'always',
      about: 'Switch all hooks off; in a file of hooks those of the file.',
    },
  ],
  merge: 'concatenate',
};
