import { type Arguments, valueOf } from '../call/arguments.ts';
import { oneLine } from './text.ts';

/** The command that says why the event was decided as it was: by the record, which has just got it. */
export function askWhy(given: Arguments): string {
  const home = valueOf(given, 'home');
  return `Why: hookline explain last${home === undefined ? '' : oneLine(` --home ${quote(home)}`)}`;
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
