import { join } from 'node:path';
import { entriesOf } from '../folder.ts';
import { insideProject, isFile, isFolder, linkStatsOf } from '../paths.ts';
import { MAX_FILES_OF_HOOK, BudgetExceeded } from '../scan-budget.ts';
import { expandedBraces } from '../../shell/braces.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';

const PATTERN = new RegExp(`[*?[{${UNKNOWN}]`);

/** Whether a word contains an expansion that only a shell can evaluate. */
export const isPattern = (word: string): boolean => PATTERN.test(word);

/** Where a pattern is matched. */
interface PatternPlace {
  readonly base: string;
  readonly project: string;
  /** `**` stands for any number of folders; otherwise for one, as in a shell that was not told. */
  readonly isDeep?: boolean;
}

/** The files inside the project that a pattern matches, relative to a folder. */
export const filesMatching = (word: string, place: PatternPlace): readonly string[] => [
  ...new Set(expandedBraces(word).flatMap((each) => filesOf(each, place))),
];

function filesOf(word: string, { base, project, isDeep = false }: PatternPlace): readonly string[] {
  const parts = word.split('/').filter((part, index) => part !== '' || index === 0);
  let paths: readonly string[] = [word.startsWith('/') ? '/' : base];
  for (const part of word.startsWith('/') ? parts.slice(1) : parts) {
    paths = paths.flatMap((path) => {
      if (isDeep && part === '**') return [path, ...allBelow(path, project)];
      return isPattern(part) ? matchesIn(path, part, project) : [join(path, part)];
    });
    if (paths.length > MAX_FILES_OF_HOOK)
      throw new BudgetExceeded(`more than ${MAX_FILES_OF_HOOK} files match ${shown(word)}`);
  }
  return paths.filter((path) => insideProject(project, path) !== null && isFile(path));
}

/** All that is below a folder, as far as a pattern may match at all. */
function allBelow(folder: string, project: string): readonly string[] {
  const found: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && found.length <= MAX_FILES_OF_HOOK; at = open.pop())
    for (const path of matchesIn(at, '*', project)) {
      found.push(path);
      if (isFolder(path) && linkStatsOf(path)?.isSymbolicLink() !== true) open.push(path);
    }
  return found;
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
