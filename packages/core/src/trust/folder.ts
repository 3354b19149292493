import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { isBelow, realPathOf, statsOf } from './paths.ts';

/** More scripts than this cannot be covered: a hostile project must not make every start slow. */
export const MAX_SCRIPTS = 5_000;

// Python writes the first by itself after every change; the other holds nothing that a hook runs.
const NOT_SCRIPTS: ReadonlySet<string> = new Set(['__pycache__', '.git']);

/** Every file below a folder, one more than `MAX_SCRIPTS` at most; links are followed inside the project only. */
export function filesBelow(folder: string, project: string): readonly string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && files.length <= MAX_SCRIPTS; next = folders.pop()) {
    const real = realPathOf(next) ?? next;
    if (seen.has(real)) continue; // a circle of links
    seen.add(real);
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (NOT_SCRIPTS.has(entry.name)) continue;
      if (entry.isDirectory() || (entry.isSymbolicLink() && leadsToFolder(path, project))) folders.push(path);
      else files.push(path);
    }
  }
  return files.slice(0, MAX_SCRIPTS + 1);
}

/** What a folder holds; nothing when it cannot be read. */
export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function leadsToFolder(link: string, project: string): boolean {
  const real = realPathOf(link);
  return real !== null && isBelow(project, real) && statsOf(real)?.isDirectory() === true;
}
