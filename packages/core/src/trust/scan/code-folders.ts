import { join } from 'node:path';
import { folderNamed } from './locate.ts';
import type { SearchPath } from './locate.ts';
import type { CodeFolder } from './dependency.ts';
import { programRunner, runsItsArguments } from '../../shell/program-runners.ts';
import { isInterpreter } from '../../shell/word-roles.ts';
import { isFolder } from '../paths.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import type { Command } from '../../shell/loose-words.ts';

/** Folders whose content commands start: by `run-parts`, by `find -exec bash`, or because they are in PATH. */
export function foldersOfCode(commands: readonly Command[], searchPath: SearchPath): readonly CodeFolder[] {
  const words = commands.flatMap((command) => [
    ...partsRun(command),
    ...(foundAndRun(command)?.folders ?? []),
    ...inPath(command),
    ...libraries(command),
  ]);
  const paths = words.flatMap((word) => foldersNamed(word, searchPath));
  return [...new Set(paths)].map((path) => ({ path, extensions: null }));
}

function partsRun(command: Command): readonly string[] {
  const at = command.findIndex(({ text }) => /(?:^|\/)run-parts$/.test(text));
  return at < 0 ? [] : command.slice(at + 1).map(({ text }) => text);
}

/** Whether `find` runs what it finds in folders that are not covered as a whole, such as that of the project. */
export function runsWhatIsAnywhere(command: Command, searchPath: SearchPath): boolean {
  const found = foundAndRun(command);
  return found?.isScript === true && found.folders.every((word) => foldersNamed(word, searchPath).length === 0);
}

interface FoundAndRun {
  /** The folders that are searched, among other words. */
  readonly folders: readonly string[];
  /** Whether what is found is the program or the script, not an argument of a text. */
  readonly isScript: boolean;
}

/** What `find` searches, where it runs what it finds. */
function foundAndRun(command: Command): FoundAndRun | null {
  const at = command.findIndex(({ text }) => startsOfFinder(text).length > 0);
  if (at < 0) return null;
  const starts = startsOfFinder(command[at]?.text ?? '');
  const rest = command.slice(at + 1).map(({ text }) => text);
  const exec = rest.findIndex((text) => starts.includes(text));
  const given = rest.slice(exec + 1);
  const program = given.find((text) => !/^(?:-|\w+=)/.test(text) && !runsItsArguments(text)) ?? '';
  if (exec < 0 || !(program === '{}' || isInterpreter(program) || program.includes(UNKNOWN))) return null;
  return {
    folders: rest.slice(0, exec).filter((text) => !text.startsWith('-')),
    isScript: !given.some((text) => /^-\w*[ce]$/.test(text)),
  };
}

/** The options with which a program runs what it finds; none for other programs. */
const startsOfFinder = (name: string): readonly string[] =>
  programRunner(name, 'cover')?.ways.flatMap((way) => (way.takes === 'each-file' ? way.starts : [])) ?? [];

/**
 * The entries of a PATH that is set, or of another variable with folders of code; what is in `node_modules` is looked up
 * name by name.
 */
const inPath = (command: Command): readonly string[] =>
  command.flatMap(({ text }) => {
    const value = /^(?:PATH|PERL5LIB|RUBYLIB|NODE_PATH|LUA_C?PATH|AWKPATH|FPATH)\+?=(.*)$/s.exec(text)?.[1];
    const entries = (value ?? '').split(/[:;]/).map((entry) => entry.replace(/\/?\?\.lua$/, ''));
    return entries.filter((entry) => entry !== '' && !/(?:^|\/)(?:\.bin|node_modules)$/.test(entry));
  });

/** What `perl -I lib` and `ruby -Ilib` load modules from: a new file there may stand for any of theirs. */
function libraries(command: Command): readonly string[] {
  const at = command.findIndex(({ text }) => /(?:^|\/)(?:perl|j?ruby)[\d.]*$/.test(text));
  if (at < 0) return [];
  return command.slice(at + 1).flatMap(({ text }, index) => {
    const [, attached] = /^-I(.*)$/s.exec(text) ?? [];
    return attached === '' ? (command[at + index + 2]?.text ?? []) : (attached?.split(':') ?? []);
  });
}

/** The folders that a word may name: below the project and not the project itself. */
function foldersNamed(word: string, { project, bases }: SearchPath): readonly string[] {
  const tail = word.slice(word.lastIndexOf(UNKNOWN) + 1).replace(/^~?\/+/, '');
  if (tail === '' || tail === '.') return [];
  const starts = word.startsWith('/') ? [word] : bases.map((base) => join(base, tail));
  return starts.flatMap((path) => {
    const folder = folderNamed(path, project, project);
    return folder !== null && folder !== project && isFolder(folder) ? [folder] : [];
  });
}
