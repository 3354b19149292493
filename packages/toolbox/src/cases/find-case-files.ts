import { configurationFiles, DIALECTS, type HooksOptions, statsOf } from '@hookline/core/internal';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The file names of case files. */
export const CASE_FILE_ENDING = '.hooktest.yaml';

/** Where hooks are searched, as in the options of `createHooks`. */
export type CasePlaces = Pick<HooksOptions, 'home' | 'env' | 'stateDir' | 'plugins' | 'dialects'> & {
  readonly project: string;
};

/**
 * The case files beside the hooks of the project and the user, or those of the given files and folders; sorted, each
 * once.
 */
export function findCaseFiles(paths: readonly string[], places: CasePlaces): readonly string[] {
  const found = paths.length === 0 ? besideHooks(places) : paths.flatMap((path) => below(resolve(path), true));
  return [...new Set(found)].toSorted();
}

function besideHooks(places: CasePlaces): readonly string[] {
  const folders = configurationFiles(places)
    .map(({ path, dialect }) => (holdsFolders(dialect) ? path : dirname(path)))
    // A configuration file in a root such as a home folder implies nothing about everything below it.
    .filter((folder) => folder !== places.home && folder !== places.project);
  return [...inFolder(places.project), ...[...new Set(folders)].flatMap((folder) => below(folder, false))];
}

const holdsFolders = (dialect: string): boolean =>
  DIALECTS.find(({ id }) => id === dialect)?.shape.kind === 'hook-folders';

const isCaseFile = (path: string): boolean => basename(path).endsWith(CASE_FILE_ENDING);

function inFolder(folder: string): readonly string[] {
  const entries = entriesOf(folder);
  // An unreadable folder is reported when it is read: cases that are not found would count as passed.
  if (entries === null) return [folder];
  return entries.filter((entry) => entry.isFile() && isCaseFile(entry.name)).map(({ name }) => join(folder, name));
}

const MOST_LEVELS = 8;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);

function below(path: string, isNamed: boolean, levels = MOST_LEVELS): readonly string[] {
  const isFolder = statsOf(path)?.isDirectory() === true;
  // A named file is used whatever it is called; if it is missing, that is reported when it is read.
  if (!isFolder) return isNamed ? [path] : [];
  const folders = (entriesOf(path) ?? []).filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
  const deeper = levels === 0 ? [] : folders.flatMap(({ name }) => below(join(path, name), false, levels - 1));
  return [...inFolder(path), ...deeper];
}

/** Null for a folder that exists and cannot be read. */
function entriesOf(folder: string): ReturnType<typeof readEntries> | null {
  try {
    return readEntries(folder);
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
    return isAbsent ? [] : null;
  }
}

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });
