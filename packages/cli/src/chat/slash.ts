import { PERMISSION_MODES, type PermissionMode } from '@hookline/agent';
import { didYouMean } from '@hookline/core/internal';
import { columns, oneLine } from '../print/text.ts';

/** What a line that begins with a slash asks for. */
export type Slash =
  | { readonly does: 'compact'; readonly instructions: string | null }
  | { readonly does: 'clear' | 'hooks' | 'reload-hooks' | 'show-mode' | 'help' | 'exit' }
  | { readonly does: 'switch-mode'; readonly mode: PermissionMode }
  | { readonly does: 'resume'; readonly id: string }
  | { readonly does: 'nothing'; readonly problem: string };

/** Reads a slash command; null for a line that is meant for the model. A path that begins with a slash is not a command. */
export function readSlash(line: string): Slash | null {
  const found = /^\/([\w-]*)(?:\s+([\s\S]*))?$/.exec(line.trim());
  if (found === null) return null;
  const [, name = '', rest = ''] = found;
  const row = ROWS[name];
  return row === undefined ? unknown('command', `/${name}`, NAMES) : row.read(rest.trim());
}

/** What there is to say with a slash. */
export const helpLines = (): readonly string[] => [
  ...columns(Object.entries(ROWS).map(([name, { usage, about }]) => [`/${name}${usage}`, about])),
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
