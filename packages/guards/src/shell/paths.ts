import { posix } from 'node:path';
import type { Shell } from './shell.ts';

/** The absolute path that a word names in a shell; null when the folder that it is relative to is not known. */
export function absolutePath(word: string, { cwd }: Pick<Shell, 'cwd'>): string | null {
  // A drive of Windows, as `C:/x`.
  if (/^[A-Za-z]:\//.test(word)) return posix.normalize(`/${word}`).replace(TRAILING, '');
  if (word.startsWith('/')) return posix.normalize(word).replace(/^\/+/, '/').replace(TRAILING, '');
  return cwd === null ? null : posix.resolve(cwd, word);
}

// The slash of the root itself is kept.
const TRAILING = /(?<=.)\/+$/;
