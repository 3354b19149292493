import type { BaseFolder, GroupedJsonShape, KeyTable, Location, Platform, UseRule } from '../../model/index.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'QWEN_HOME', path: '' },
  { from: 'home', path: '.qwen' },
];

const SYSTEM_FOLDERS: Readonly<Record<Platform, string>> = {
  linux: '/etc/qwen-code/',
  darwin: '/Library/Application Support/QwenCode/',
  win32: 'C:\\ProgramData\\qwen-code\\',
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

const SETTINGS = { format: 'json-with-comments', variables: 'environment' } as const;
const SKILL: UseRule = { of: 'skill', once: true };
const SUBAGENT: UseRule = { of: 'agent', once: false };

const ENTRY_KEYS: KeyTable = {
  type: { type: 'filled-text', required: true, about: 'Kind of handler.' },
  name: { type: 'text', about: 'Name of the hook; a copy of the same name and text runs once.' },
  description: { type: 'text', about: 'What it is for.' },
  statusMessage: { type: 'text', about: 'Shown while the hook runs.' },
};

const TIMEOUT = 'Seconds after which the hook is stopped.';

/** Where its files are, in the order in which their hooks run. */
export const LOCATIONS: readonly Location[] = [
  { scope: 'project', bases: [{ from: 'project' }], path: '.qwen/settings.json', ...SETTINGS },
  { scope: 'user', bases: CONFIG_FOLDER, path: 'settings.json', ...SETTINGS },
  {
    scope: 'managed',
    bases: systemFile('QWEN_CODE_SYSTEM_DEFAULTS_PATH', 'system-defaults.json'),
    path: '',
    switches: 'outranked',
    ...SETTINGS,
  },
  { scope: 'managed', bases: systemFile('QWEN_CODE_SYSTEM_SETTINGS_PATH', 'settings.json'), path: '', ...SETTINGS },
  {
    scope: 'plugin',
    bases: CONFIG_FOLDER,
    path: 'extensions/*/hooks/hooks.json',
    mayBeBare: true,
    extension: { manifest: 'qwen-extension.json', hooksInManifest: true },
    variables: { CLAUDE_PLUGIN_ROOT: 'plugin-folder' },
  },
  {
    scope: 'session',
    bases: [{ from: 'project' }],
    path: '.qwen/skills/*/SKILL.md',
    format: 'front-matter',
    during: SKILL,
  },
  { scope: 'session', bases: CONFIG_FOLDER, path: 'skills/*/SKILL.md', format: 'front-matter', during: SKILL },
  {
    scope: 'session',
    bases: [{ from: 'project' }],
    path: '.qwen/agents/*.md',
    format: 'front-matter',
    during: SUBAGENT,
  },
  { scope: 'session', bases: CONFIG_FOLDER, path: 'agents/*.md', format: 'front-matter', during: SUBAGENT },
];

/** What its files hold. */
export const SHAPE: GroupedJsonShape = {
  kind: 'grouped-json',
  version: null,
  groupKeys: {
    matcher: { type: 'text', about: 'Names separated by |, or a regular expression that is searched.' },
    sequential: {
      type: 'boolean',
      default: false,
      about: 'All hooks of the event run one after the other where this group matches.',
    },
    hooks: { type: 'list', required: true, about: 'Hooks of the group.' },
  },
  handlers: {
    command: {
      runs: 'command',
      timeoutMs: 60_000,
      timeoutUnit: 'milliseconds-from-1000',
      keys: {
        ...ENTRY_KEYS,
        command: { type: 'filled-text', required: true, about: 'Text for the shell.' },
        timeout: { type: 'numeric', about: `${TIMEOUT} From 1000 on milliseconds.` },
        async: { type: 'boolean', default: false, about: 'Run in the background; nothing that it says counts.' },
        env: { type: 'text-map', about: 'Further environment variables.' },
        shell: { type: 'text', words: ['bash', 'powershell'], about: 'Shell of the command.' },
      },
    },
    http: {
      runs: 'http',
      timeoutMs: 600_000,
      once: true,
      keys: {
        ...ENTRY_KEYS,
        url: {
          type: 'filled-text',
          required: true,
          variables: 'kept',
          about: 'Receives the event as a POST; $NAME and ${NAME} come from the environment.',
        },
        headers: {
          type: 'text-map',
          variables: 'kept',
          about: 'Request headers; $NAME and ${NAME} come from the environment.',
        },
        allowedEnvVars: {
          type: 'texts',
          default: [],
          about: 'The only names that url and headers may take from the environment.',
        },
        once: { type: 'boolean', default: false, about: 'Ask this address once about this event.' },
        timeout: { type: 'numeric', about: TIMEOUT },
      },
    },
    prompt: {
      runs: 'prompt',
      timeoutMs: 30_000,
      keys: {
        ...ENTRY_KEYS,
        prompt: { type: 'filled-text', required: true, about: 'Question to the model; $ARGUMENTS is the event.' },
        model: { type: 'filled-text', about: 'Model override.' },
        timeout: { type: 'numeric', about: TIMEOUT },
      },
    },
  },
  command: 'shell',
  badOption: 'use-default',
  unknownEvent: 'warning',
  notEvents: ['enabled', 'disabled', 'notifications'],
  switches: [
    {
      key: 'disableAllHooks',
      off: true,
      wins: ['managed', 'project', 'user'],
      sparesManaged: 'never',
      about: 'Switch all hooks off.',
    },
  ],
  limits: [
    {
      key: 'security.allowedHttpHookUrls',
      limits: 'http-url',
      scopes: ['managed', 'user', 'project'],
      projects: 'alone',
      about: 'The only addresses that http hooks may send to; * stands for anything.',
    },
  ],
  merge: 'concatenate',
};
