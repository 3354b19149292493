import type { CoveredFile } from '../model/index.ts';

/** The differences between two contents of a project: paths, sorted. */
export interface ContentChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Definition files in which only text differs that affects nothing that runs, such as the description of a hook. */
  readonly textOnly: readonly string[];
  /** Of those added or changed: what an earlier decision had trusted and a later one replaced. Absent: none. */
  readonly older?: readonly string[];
  /** Files that count by the rules of now, and that the pin, made by older rules, does not name. Absent: none. */
  readonly unpinned?: readonly string[];
}

/** Compares file by file; a path that is listed more than once counts as one. */
export function changesBetween(before: readonly CoveredFile[], after: readonly CoveredFile[]): ContentChanges {
  const old = digestsByPath(before);
  const now = digestsByPath(after);
  return {
    added: [...now.keys()].filter((path) => !old.has(path)).sort(),
    removed: [...old.keys()].filter((path) => !now.has(path)).sort(),
    changed: [...now.keys()].filter((path) => old.has(path) && old.get(path) !== now.get(path)).sort(),
    textOnly: [],
  };
}

/** The changes, with those marked that bring back what an earlier decision had trusted. */
export function withOlder(
  changes: ContentChanges,
  now: readonly CoveredFile[],
  replaced: readonly CoveredFile[],
): ContentChanges {
  const known = new Set(replaced.map(({ path, digest }) => `${path}\n${digest}`));
  const back = now.filter(({ path, digest }) => known.has(`${path}\n${digest}`)).map(({ path }) => path);
  const older = [...changes.added, ...changes.changed].filter((path) => back.includes(path));
  return older.length === 0 ? changes : { ...changes, older: older.toSorted() };
}

/** The empty result. */
export const NO_CHANGES: ContentChanges = { added: [], removed: [], changed: [], textOnly: [] };

/** Whether something differs that affects what runs. */
export const isAnyChange = ({ added, removed, changed }: ContentChanges): boolean =>
  added.length + removed.length + changed.length > 0;

/** Whether all that was trusted is as it was, and files count now that its pin does not name. */
export const isOnlyUnpinned = (changes: ContentChanges): boolean =>
  !isAnyChange(changes) && changes.textOnly.length === 0 && (changes.unpinned ?? []).length > 0;

function digestsByPath(files: readonly CoveredFile[]): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const { path, digest } of files) digests.set(path, `${digests.get(path) ?? ''}\n${digest}`);
  return digests;
}

const MOST_TOLD = 5;

/** The changes in one line. */
export function changedFiles({ added, removed, changed, textOnly, older = [] }: ContentChanges): string {
  const told = [
    ...changed.map((path) => `${path} changed${older.includes(path) ? ' back to an older version' : ''}`),
    ...added.map((path) => `${path} added${older.includes(path) ? ' in an older version' : ''}`),
    ...removed.map((path) => `${path} removed`),
    ...textOnly.map((path) => `${path} changed in text only`),
  ];
  if (told.length === 0) return 'something changed';
  const more = told.length - MOST_TOLD;
  return `${told.slice(0, MOST_TOLD).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
