import { readFileSync, statSync } from 'node:fs';

/**
 * The bytes of a regular file; null when it cannot be read or is larger. Reading a pipe or a device could block for
 * ever.
 */
export function readWhole(file: string, mostBytes: number): Buffer | null {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file) : null;
  } catch {
    return null;
  }
}
