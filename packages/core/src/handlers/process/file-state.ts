import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { errorCode } from '../../process/errno.ts';
import { oncePerTurn } from './this-turn.ts';

/** What is to be known of a path: what stands there, or why nothing could be found. */
export type FileState = { readonly stats: Stats } | { readonly code: string };

/** Looks at a path; the checks of one hook, and the hooks of one event, look at the same few. */
export const statOf = oncePerTurn(
  (path: string): FileState => {
    try {
      return { stats: statSync(path) };
    } catch (error) {
      return { code: errorCode(error) };
    }
  },
  (found) => 'stats' in found,
);

/** Whether this user may execute it. */
export const mayExecute = oncePerTurn(
  (path: string): boolean => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  (may) => may,
);

/** Whether a file is what it was, as far as the system tells without looking into it. */
export const isSameState = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev &&
  one.ino === other.ino &&
  one.size === other.size &&
  one.mode === other.mode &&
  one.mtimeMs === other.mtimeMs &&
  one.ctimeMs === other.ctimeMs;
