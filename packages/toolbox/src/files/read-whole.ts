import { readFileSync, statSync } from 'node:fs';

/** The bytes of a plain file; null when it cannot be read or is larger. A pipe or a device would keep the reader for ever. */
export function readWhole(file: string, mostBytes: number): Buffer | null {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file) : null;
  } catch {
    return null;
  }
}
