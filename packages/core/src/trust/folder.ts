import { opendirSync } from 'node:fs';
import type { Dir, Dirent } from 'node:fs';
import { join } from 'node:path';
import { recordStamp } from './stamps/file-stamps.ts';
import { isBelow, isFolder, realPathOf } from './paths.ts';
import { MAX_FILES_OF_HOOK, onceEach, charge, BudgetExceeded } from './scan-budget.ts';

// Python writes the first by itself after every change; the other has nothing that a hook runs.
const NOT_SCRIPTS: ReadonlySet<string> = new Set(['__pycache__', '.git']);

/** Every file below a folder; symlinks are followed inside the project only. */
export function filesBelow(folder: string, project: string): readonly string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const real = realPathOf(next) ?? next;
    if (seen.has(real)) continue; // a cycle of symlinks
    seen.add(real);
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (NOT_SCRIPTS.has(entry.name)) continue;
      if (entry.isDirectory() || (entry.isSymbolicLink() && leadsToFolder(path, project))) folders.push(path);
      else files.push(path);
    }
    if (files.length > MAX_FILES_OF_HOOK) throw new BudgetExceeded(`more than ${MAX_FILES_OF_HOOK} files in ${folder}`);
  }
  return files;
}

/** The entries of a folder; none when it cannot be read. */
export function entriesOf(folder: string): readonly Dirent[] {
  const { itself, target } = recordStamp(folder, 'content');
  const entries = (target ?? itself)?.isDirectory() === true ? entriesOnce(folder) : [];
  charge('steps', entries.length, folder);
  return entries;
}

const entriesOnce = onceEach((folder): readonly Dirent[] => {
  const entries: Dirent[] = [];
  let opened: Dir | null = null;
  try {
    opened = opendirSync(folder, { bufferSize: 256 });
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      charge('names', 1, folder); // one by one: a folder may have millions
      entries.push(entry);
    }
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
    return [];
  } finally {
    opened?.closeSync();
  }
  return entries;
});

/** The entries of a folder by their name up to the first dot after the first character. */
export function entriesByStem(folder: string): ReadonlyMap<string, readonly Dirent[]> {
  recordStamp(folder, 'content');
  return stemsOnce(folder);
}

const stemsOnce = onceEach((folder): ReadonlyMap<string, readonly Dirent[]> => {
  const stems = new Map<string, Dirent[]>();
  for (const entry of entriesOf(folder)) {
    const stem = stemOf(entry.name);
    const others = stems.get(stem);
    if (others === undefined) stems.set(stem, [entry]);
    else others.push(entry);
  }
  return stems;
});

/** The name up to its first dot; a leading dot does not count. */
export function stemOf(name: string): string {
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

function leadsToFolder(link: string, project: string): boolean {
  const real = realPathOf(link);
  return real !== null && isBelow(project, real) && isFolder(real);
}
