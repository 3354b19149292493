import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReadSource } from './reporters.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** Gives the texts of files of a project. A frame is a kindness: a file that is gone, huge or no file is shown without one. */
export function sourceReader(project: string): ReadSource {
  return (file) => {
    try {
      const path = resolve(project, file);
      const stats = statSync(path);
      return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : null;
    } catch {
      return null;
    }
  };
}
