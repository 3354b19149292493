import { type Agent, PERMISSION_MODES, type PermissionMode } from '@hookline/agent';
import { didYouMean } from '@hookline/core/internal';
import { brief, columns, oneLine } from '../print/text.ts';

type PlainDoes = 'clear' | 'hooks' | 'reload-hooks' | 'show-mode' | 'show-model' | 'set-up' | 'help' | 'exit';
type PlainSlash = { readonly [Does in PlainDoes]: { readonly does: Does } }[PlainDoes];

/** What a line that begins with a slash asks for. */
export type Slash =
  | { readonly does: 'compact'; readonly instructions: string | null }
  | PlainSlash
  | { readonly does: 'switch-mode'; readonly mode: PermissionMode }
  | { readonly does: 'switch-model'; readonly name: string }
  | { readonly does: 'add-folder'; readonly path: string }
  | { readonly does: 'resume'; readonly id: string }
  | { readonly does: 'nothing'; readonly problem: string };

/**
 * Reads a slash command; null for a line that is meant for the agent: a prompt, or one of the agent's own commands. A path
 * that begins with a slash is not a command.
 */
export function readSlash(line: string, own: Agent['commands'] = []): Slash | null {
  const found = /^\/([\w-]*)(?:\s+([\s\S]*))?$/.exec(line.trim());
  if (found === null) return null;
  const [, name = '', rest = ''] = found;
  const row = Object.hasOwn(ROWS, name) ? ROWS[name] : undefined;
  if (row !== undefined) return row.read(rest.trim());
  if (own.some((command) => command.name === name)) return null;
  return unknown('command', `/${name}`, [...NAMES, ...own.map((command) => `/${command.name}`)]);
}

/** What there is to say with a slash: here, and to the agent's own commands. */
export const helpLines = (own: Agent['commands'] = []): readonly string[] => [
  ...columns([
    ...Object.entries(ROWS).map(([name, { usage, about }]) => [`/${name}${usage}`, about]),
    ...own.filter(({ name }) => !Object.hasOwn(ROWS, name)).map(({ name, about }) => [`/${name}`, brief(about)]),
  ]),
  '',
  ...columns([
    ['Ctrl-C', 'interrupts what runs; at the prompt it clears the line; pressed twice, it leaves'],
    ['Ctrl-D', 'leaves'],
    ['Ctrl-J', 'begins a new line in the prompt'],
    ['up, down', 'earlier prompts'],
  ]),
];

interface Row {
  readonly usage: string;
  readonly about: string;
  readonly read: (rest: string) => Slash;
}

const ROWS: Readonly<Record<string, Row>> = {
  compact: {
    usage: ' [INSTRUCTIONS]',
    about: 'replaces the conversation with a summary',
    read: (rest) => ({ does: 'compact', instructions: rest === '' ? null : rest }),
  },
  clear: { usage: '', about: 'begins a new conversation', read: alone('clear') },
  resume: {
    usage: ' ID',
    about: 'ends this session and goes on with another; last is the newest',
    read: (rest) =>
      rest === ''
        ? { does: 'nothing', problem: '/resume needs the id of a session, or last' }
        : { does: 'resume', id: rest },
  },
  mode: { usage: ' [MODE]', about: `shows or switches the mode: ${PERMISSION_MODES.join(', ')}`, read: readMode },
  model: {
    usage: ' [MODEL]',
    about: 'shows or switches the model: PROVIDER/NAME, or a name of the same provider',
    read: (rest) => (rest === '' ? { does: 'show-model' } : { does: 'switch-model', name: rest }),
  },
  'add-dir': {
    usage: ' FOLDER',
    about: 'lets the agent work in a further folder as in the project',
    read: (rest) =>
      rest === '' ? { does: 'nothing', problem: '/add-dir needs a folder' } : { does: 'add-folder', path: rest },
  },
  setup: {
    usage: '',
    about: 'runs the hooks that maintain the project (Setup)',
    read: (rest) => (rest === '' ? { does: 'set-up' } : { does: 'nothing', problem: '/setup takes no arguments' }),
  },
  hooks: {
    usage: ' [reload]',
    about: 'shows the hooks and their problems; reload reads them again',
    read: (rest) => {
      if (rest === '') return { does: 'hooks' };
      return rest === 'reload' ? { does: 'reload-hooks' } : unknown('word', rest, ['reload']);
    },
  },
  reload: {
    usage: '',
    about: 'reads all hook files again, those of Polytoken too, whose edits wait for it',
    read: (rest) =>
      rest === '' ? { does: 'reload-hooks' } : { does: 'nothing', problem: '/reload takes no arguments' },
  },
  help: { usage: '', about: 'shows this', read: alone('help') },
  exit: { usage: '', about: 'ends the session', read: alone('exit') },
};

const NAMES = Object.keys(ROWS).map((name) => `/${name}`);

function alone(does: 'clear' | 'help' | 'exit'): (rest: string) => Slash {
  return (rest) => (rest === '' ? { does } : { does: 'nothing', problem: `/${does} takes no arguments` });
}

function readMode(rest: string): Slash {
  if (rest === '') return { does: 'show-mode' };
  const mode = PERMISSION_MODES.find((known) => known === rest);
  return mode === undefined ? unknown('mode', rest, PERMISSION_MODES) : { does: 'switch-mode', mode };
}

function unknown(what: string, word: string, known: readonly string[]): Slash {
  const meant = didYouMean(word, known);
  const advice = meant === null ? `expected ${known.join(', ')}` : `did you mean ${meant}?`;
  return { does: 'nothing', problem: `unknown ${what} ${oneLine(word)}; ${advice}` };
}
