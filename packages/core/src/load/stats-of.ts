import { statSync, type Stats } from 'node:fs';

/** What is at a path; null where nothing can be: also below a file, and behind symlinks that never end. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
