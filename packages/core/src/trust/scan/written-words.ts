import { join } from 'node:path';
import { startsACommand } from '../../shell/word-roles.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import type { Command } from '../../shell/loose-words.ts';
import { insideProject } from '../paths.ts';
import type { SearchPath } from './locate.ts';

/** Words that are written to, created or removed: data, unless they are started. */
export const writtenIn = (commands: readonly Command[]): ReadonlySet<string> => new Set(commands.flatMap(writtenBy));

function writtenBy(command: Command): readonly string[] {
  const program = command.find(({ text }) => !startsACommand(text))?.text ?? '';
  // After the file that it locks, flock takes a command.
  const lock = command.findIndex(({ text }) => text === 'flock');
  const locked = lock < 0 ? -1 : command.findIndex(({ text }, index) => index > lock && !text.startsWith('-'));
  const given = locked < 0 ? command : command.slice(0, locked + 1);
  const redirected = command.filter(({ isWritten }) => isWritten).map(({ text }) => text);
  if (program === 'dd') return [...redirected, ...textsOf(given).flatMap((text) => /^of=(.*)/.exec(text)?.[1] ?? [])];
  if (COPIERS.test(program)) return [...redirected, ...textsOf(given).slice(-1)];
  const words = textsOf(given.filter(({ isRead }) => isRead !== true));
  return WRITERS.test(program) ? [...redirected, ...words] : redirected;
}

const textsOf = (words: Command): readonly string[] => words.map(({ text }) => text);

export const WRITERS = /^(?:touch|tee|truncate|rm|mkdir|rmdir|mktemp|flock|mkfifo|unlink|shred|mv)$/;
/** Their last word is what they write. */
const COPIERS = /^(?:cp|install|ln)$/;

/** The paths inside the project that such words name. */
export const writtenPaths = (written: ReadonlySet<string>, { project, bases }: SearchPath): readonly string[] =>
  [...written].flatMap((text) =>
    text.includes(UNKNOWN)
      ? []
      : bases.flatMap((base) => insideProject(project, text.startsWith('/') ? text : join(base, text)) ?? []),
  );
