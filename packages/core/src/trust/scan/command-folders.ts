import { join } from 'node:path';
import { entriesOf } from '../folder.ts';
import { isFolder } from '../paths.ts';
import { folderNamed } from './locate.ts';
import type { SearchPath } from './locate.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import type { Command } from '../../shell/loose-words.ts';

/** The folders that commands may be started in: those given, and those that a `cd` leads to. */
export function startsOf(
  commands: readonly Command[],
  { project, bases, starts = bases.slice(0, 1) }: SearchPath,
): readonly string[] {
  const entered = commands.flatMap((command) => {
    const at = command.findIndex(({ text }) => /^(?:cd|pushd)$/.test(text));
    const word = at < 0 ? folderOfEnv(command) : command[at + 1]?.text;
    const from = word?.startsWith(UNKNOWN) === true ? bases : starts;
    return word === undefined
      ? []
      : from.flatMap((start) => folderNamed(word.replace(/^\0\/*/, ''), start, project) ?? []);
  });
  const all = [...new Set([...starts, ...entered])].slice(0, MOST_STARTS);
  return all.length === 0 ? [project] : all;
}

const MOST_STARTS = 4;

/** The folder in which `env` starts a program. */
function folderOfEnv(command: Command): string | undefined {
  const texts = command.map(({ text }) => text);
  if (!texts.includes('env')) return undefined;
  const at = texts.findIndex((text) => /^(?:-C|--chdir)$/.test(text));
  return at < 0 ? texts.flatMap((text) => /^--chdir=(.+)$/s.exec(text)?.[1] ?? [])[0] : texts[at + 1];
}

const MODULE_PATH = /^(?:PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|LUA_PATH)\+?=(.+)$/s;
const VIRTUAL_ENVIRONMENT = /^(.*)\/bin\/(?:activate|python[\d.]*)$/s;

/**
 * Folders in which started programs search for modules: those of such variables, and those of a virtual environment.
 */
export function moduleFolders(commands: readonly Command[], { project, bases }: SearchPath): readonly string[] {
  const named = (word: string): readonly string[] =>
    bases.flatMap((base) => folderNamed(word.replace(/^\0\/*/, ''), base, project) ?? []);
  const words = commands.flatMap((command) => command.map(({ text }) => text));
  const variables = words.flatMap((word) =>
    (MODULE_PATH.exec(word)?.[1] ?? '').split(':').filter((each) => each !== ''),
  );
  const environments = words.flatMap((word) => VIRTUAL_ENVIRONMENT.exec(word)?.[1] ?? []);
  const installed = environments.flatMap(named).flatMap((folder) => sitePackages(folder));
  return [...new Set([...variables.flatMap(named), ...installed])].slice(0, MAX_BASES);
}

const sitePackages = (environment: string): readonly string[] => {
  const lib = join(environment, 'lib');
  if (!isFolder(lib)) return [];
  return entriesOf(lib)
    .filter(({ name }) => name.startsWith('python'))
    .map(({ name }) => join(lib, name, 'site-packages'))
    .filter(isFolder);
};

/**
 * The start folder, and the folders in the project that the commands mention: a `cd`, a PATH or a variable may use
 * them.
 */
export function basesIn(commands: readonly Command[], starts: readonly string[], project: string): readonly string[] {
  const bases = new Set(starts);
  const words = new Set(commands.flatMap((command) => command.flatMap(({ text }) => piecesOf(text))));
  for (const word of words) {
    if (bases.size >= MAX_BASES) break;
    if (word.includes(UNKNOWN) && !word.startsWith(UNKNOWN)) continue;
    for (const start of new Set([starts[0] ?? project, ...starts])) {
      const folder = folderNamed(word.replace(/^\0\/*/, ''), start, project);
      if (folder !== null) bases.add(folder);
    }
  }
  return [...bases];
}

const MAX_BASES = 16;

/** The word, and the parts of one like `--require=./x.js`, `bin:tools`, `-flib/x`, `RUBYOPT=-r./x` or `-MGuard`. */
export const piecesOf = (word: string): readonly string[] => {
  const attached = /^(?:\w+=)?-[A-Za-z](.+)$/s.exec(word)?.[1] ?? '';
  const perl = /^-[mM]([\w:]+)/.exec(word)?.[1];
  const pieces = [
    word,
    ...word.split(/[=:,]/),
    attached,
    ...(perl === undefined ? [] : [`${perl.replaceAll('::', '/')}.pm`]),
  ];
  return [...new Set(pieces)].filter((piece) => piece !== '');
};
