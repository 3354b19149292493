import { join } from 'node:path';
import { importsOfPython, pythonModule } from './imports.ts';
import { rolesIn, startsACommand, takesAnyText } from './interpreters.ts';
import type { Role } from './interpreters.ts';
import { folderNamed, scriptsNamed } from './locate.ts';
import type { Claim, SearchPath } from './locate.ts';
import { mentionsIn } from './mentions.ts';
import { runnersIn, shownCommand } from './runners.ts';
import { charge } from '../scan-budget.ts';
import { UNKNOWN } from './words.ts';
import type { Command, Word } from './words.ts';

/** A file that a command leads to. */
export interface Dependency {
  readonly path: string;
  /** `names`: nobody knows what for. */
  readonly how: 'loads' | 'runs' | 'names';
}

/** Where commands lead, and which of them start what cannot be followed. */
export interface CommandDependencies {
  readonly dependencies: readonly Dependency[];
  readonly unfollowed: readonly string[];
}

/** Every file that a word of the commands names, whatever it stands behind, less what they only write. */
export function dependenciesOfCommands(commands: readonly Command[], searchPath: SearchPath): CommandDependencies {
  const [start = searchPath.project] = searchPath.bases;
  const written = writtenIn(commands);
  const claim: Claim = commands.some(takesAnyText) ? 'text' : 'path';
  const runners = runnersIn(commands, start);
  const unfollowed = new Set(runners.map(({ command }) => command));
  const dependencies: Dependency[] = runners.flatMap(({ files }) =>
    files.map((path) => ({ path, how: 'runs' as const })),
  );
  for (const command of commands) {
    charge('steps', command.length, shownCommand(command));
    const roles = rolesIn(command);
    const program = command.findIndex(({ text }) => !startsACommand(text));
    const name = command[program]?.text ?? '';
    const others: Claim = claim === 'path' && READERS.test(name) ? 'read' : claim;
    const startsNothing = READERS.test(name) || WRITERS.test(name);
    command.forEach((word, index) => {
      const role = roles[index] ?? 'other';
      const isProgram = index === program && word.text.includes('/');
      const ownClaim: Claim = isProgram ? 'text' : others;
      const writtenClaim = index === program ? ownClaim : startsNothing ? null : 'read';
      const around: Around = { searchPath, claim: ownClaim, writtenClaim, written, before: command[index - 1] };
      const found = dependenciesOfWord(word, role, around).map((dependency) =>
        isProgram ? { ...dependency, how: 'runs' as const } : dependency,
      );
      for (const dependency of found) dependencies.push(dependency);
      const isStarted = role === 'script' || index === program;
      if (found.length === 0 && isStarted && isUnknown(word)) unfollowed.add(shownCommand(command));
    });
  }
  const told = [...unfollowed].slice(0, MOST_TOLD);
  return {
    dependencies,
    unfollowed: told.filter((one) => !told.some((other) => other !== one && other.includes(one))),
  };
}

const MOST_TOLD = 20;

// They look at files and run none: what other programs write there must not take the trust away.
const READERS =
  /^(?:\[|\[\[|test|cat|head|tail|grep|egrep|fgrep|wc|ls|stat|cmp|diff|sort|uniq|cut|tr|jq|du|file|sha\d+sum|md5sum|basename|dirname|realpath|readlink|echo|printf)$/;

const isUnknown = ({ text, isWritten }: Word): boolean => !isWritten && text.includes(UNKNOWN);

interface Around {
  readonly searchPath: SearchPath;
  readonly claim: Claim;
  /** The claim of a word that is also written to: what is started is no data, whoever wrote it; null: it is none here. */
  readonly writtenClaim: Claim | null;
  readonly written: ReadonlySet<string>;
  readonly before: Word | undefined;
}

function dependenciesOfWord(
  { text, isWritten }: Word,
  role: Role,
  { searchPath, claim, writtenClaim, written, before }: Around,
): readonly Dependency[] {
  const asDependencies = (paths: readonly string[], how: Dependency['how']): readonly Dependency[] =>
    paths.map((path) => ({ path, how }));
  const [start = searchPath.project] = searchPath.bases;
  const place = { text, file: join(start, '-'), project: searchPath.project, bases: searchPath.bases };
  if (role === 'python-module')
    return asDependencies(
      [...pythonModule(text, searchPath.bases), ...importsOfPython({ ...place, text: '' }, searchPath.bases)],
      'runs',
    );
  if (role === 'python-code')
    return asDependencies([...importsOfPython(place, searchPath.bases), ...mentionsIn(place).files], 'loads');
  if (role === 'code') return asDependencies(mentionsIn(place).files, 'loads');
  if (isWritten) return [];
  const how = /^(?:source|\.)$/.test(before?.text ?? '') ? 'loads' : role === 'script' ? 'runs' : 'names';
  return piecesOf(text).flatMap((piece) => {
    const pieceClaim = role === 'script' ? 'script' : written.has(piece) ? writtenClaim : claim;
    return pieceClaim === null ? [] : asDependencies(scriptsNamed(piece, pieceClaim, searchPath), how);
  });
}

/** Words that are written to, made or removed: data, unless they are started. */
function writtenIn(commands: readonly Command[]): ReadonlySet<string> {
  const targets = commands.flatMap((command) => {
    const isWriter = WRITERS.test(command.find(({ text }) => !startsACommand(text))?.text ?? '');
    return command.filter(({ isWritten }) => isWritten || isWriter).map(({ text }) => text);
  });
  return new Set(targets);
}

const WRITERS = /^(?:touch|tee|truncate|rm|mkdir|rmdir|mktemp|flock|mkfifo|unlink|shred)$/;

/** The start, and the folders in the project that the commands mention: a `cd`, a PATH or a variable may lead there. */
export function basesIn(commands: readonly Command[], starts: readonly string[], project: string): readonly string[] {
  const bases = new Set(starts);
  const words = new Set(commands.flatMap((command) => command.flatMap(({ text }) => piecesOf(text))));
  for (const word of words) {
    if (bases.size >= MAX_BASES) break;
    if (word.includes(UNKNOWN) && !word.startsWith(UNKNOWN)) continue;
    const folder = folderNamed(word.replace(/^\0\/*/, ''), starts[0] ?? project, project);
    if (folder !== null) bases.add(folder);
  }
  return [...bases];
}

const MAX_BASES = 16;

/** The word, and the parts of one like `--require=./x.js`, `bin:tools`, `-flib/x` or `-MGuard`. */
const piecesOf = (word: string): readonly string[] => {
  const attached = /^-[A-Za-z](.+)$/s.exec(word)?.[1] ?? '';
  const perl = /^-[mM]([\w:]+)/.exec(word)?.[1];
  const pieces = [
    word,
    ...word.split(/[=:,]/),
    attached,
    ...(perl === undefined ? [] : [`${perl.replaceAll('::', '/')}.pm`]),
  ];
  return [...new Set(pieces)].filter((piece) => piece !== '');
};
