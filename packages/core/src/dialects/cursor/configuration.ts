import type { GroupedJsonShape, KeyTable, Location } from '../../model/index.ts';

const ENTRY_KEYS: KeyTable = {
  type: { type: 'text', words: ['command', 'prompt'], default: 'command', about: 'Kind of handler.' },
  matcher: { type: 'text', about: 'A regular expression that is searched in what the event is about.' },
  timeout: { type: 'positive-number', about: 'Seconds after which the hook is stopped.' },
  failClosed: { type: 'boolean', default: false, about: 'Its failures refuse, where the event can be refused.' },
  loop_limit: {
    type: 'whole-number',
    nullable: true,
    default: 5,
    about: 'How often in a row it may keep the agent working; null: ever again.',
  },
};

/** Where its files are, in the order in which their hooks run. */
export const LOCATIONS: readonly Location[] = [
  {
    scope: 'managed',
    bases: [
      { from: 'system', path: '/etc/cursor', on: 'linux' },
      { from: 'system', path: '/Library/Application Support/Cursor', on: 'darwin' },
      { from: 'system', path: String.raw`C:\ProgramData\Cursor`, on: 'win32' },
    ],
    path: 'hooks.json',
  },
  { scope: 'project', bases: [{ from: 'project' }], path: '.cursor/hooks.json' },
  { scope: 'user', bases: [{ from: 'home', path: '.cursor' }], path: 'hooks.json' },
];

/** What its files hold. */
export const SHAPE: GroupedJsonShape = {
  kind: 'grouped-json',
  version: { key: 'version', value: 1, optional: true },
  items: 'flat',
  usualType: 'command',
  groupKeys: {},
  handlers: {
    command: {
      runs: 'command',
      timeoutMs: 30_000,
      keys: { ...ENTRY_KEYS, command: { type: 'filled-text', required: true, about: 'Text for the shell.' } },
    },
    prompt: {
      runs: 'prompt',
      timeoutMs: 30_000,
      keys: {
        ...ENTRY_KEYS,
        prompt: { type: 'filled-text', required: true, about: 'Question to the model; $ARGUMENTS is the event.' },
        model: { type: 'filled-text', about: 'Model override.' },
      },
    },
  },
  command: 'shell',
  badOption: 'skip-entry',
  failClosed: { key: 'failClosed', value: true },
  inARow: { key: 'loop_limit', usual: 5 },
  unknownEvent: 'warning',
  merge: 'concatenate',
};
