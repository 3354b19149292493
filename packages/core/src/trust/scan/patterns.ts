import { join } from 'node:path';
import { entriesOf } from '../folder.ts';
import { insideProject, isFile, isFolder } from '../paths.ts';
import { MAX_FILES_OF_HOOK, BudgetExceeded } from '../scan-budget.ts';
import { expandedBraces } from '../../shell/braces.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';

const PATTERN = new RegExp(`[*?[{${UNKNOWN}]`);

/** Whether a word contains an expansion that only a shell can evaluate. */
export const isPattern = (word: string): boolean => PATTERN.test(word);

/**
 * The files inside the project that a pattern matches, relative to a folder; `**` matches one folder, as in a shell.
 */
export const filesMatching = (word: string, base: string, project: string): readonly string[] => [
  ...new Set(expandedBraces(word).flatMap((each) => filesOf(each, base, project))),
];

function filesOf(word: string, base: string, project: string): readonly string[] {
  const parts = word.split('/').filter((part, index) => part !== '' || index === 0);
  let paths: readonly string[] = [word.startsWith('/') ? '/' : base];
  for (const part of word.startsWith('/') ? parts.slice(1) : parts) {
    paths = paths.flatMap((path) => (isPattern(part) ? matchesIn(path, part, project) : [join(path, part)]));
    if (paths.length > MAX_FILES_OF_HOOK)
      throw new BudgetExceeded(`more than ${MAX_FILES_OF_HOOK} files match ${shown(word)}`);
  }
  return paths.filter((path) => insideProject(project, path) !== null && isFile(path));
}

const shown = (word: string): string => word.slice(0, 80).replaceAll(UNKNOWN, '…');

function matchesIn(folder: string, part: string, project: string): readonly string[] {
  const isInside = folder === project || insideProject(project, folder) !== null;
  if (!isInside || !isFolder(folder)) return [];
  const pattern = patternOf(part);
  return entriesOf(folder)
    .filter(({ name }) => pattern.test(name) && (!name.startsWith('.') || part.startsWith('.')))
    .map(({ name }) => join(folder, name));
}

const MOST_STARS = 4;

/** A shell pattern; one with many stars matches everything, since matching it could backtrack for ever. */
function patternOf(part: string): RegExp {
  const stars = part.match(/[*{\0]/g)?.length ?? 0;
  if (stars > MOST_STARS || /[[\]]/.test(part)) return /^/;
  const source = part
    .replace(/[\\^$.|+()]/g, '\\$&')
    .replace(/[*\0]+/g, '.*')
    .replaceAll('?', '.')
    .replace(/[{}]/g, '.');
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    return /^/;
  }
}
