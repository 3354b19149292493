import type { Arguments } from '../call/arguments.ts';
import { COMMANDS } from '../call/command-table.ts';
import { oneLine } from './one-line.ts';

/** The command that says why; after an event from stdin, which is gone, by the record. */
export function askWhy(given: Arguments): string {
  const isGone = (given.words[0] ?? '-') === '-' && !given.options.has('event');
  return isGone ? 'Why: hookline explain last' : `Why: ${explainLine(given)}`;
}

function explainLine(given: Arguments): string {
  const known = new Set<string>(COMMANDS.find(({ name }) => name === 'explain')?.options.map(({ name }) => name));
  const options = [...given.options]
    .filter(([name]) => known.has(name) && name !== 'json')
    .flatMap(([name, values]) => values.flatMap((value) => [`--${name}`, value]));
  return oneLine(['hookline', 'explain', ...given.words, ...options].map(quote).join(' '));
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
