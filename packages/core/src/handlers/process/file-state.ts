import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { errorCode } from '../../process/errno.ts';
import { oncePerTurn } from './this-turn.ts';

/** The state of a path: what is there, or why it could not be found out. */
export type FileState = { readonly stats: Stats } | { readonly code: string };

/** Stats a path; the checks of one hook, and the hooks of one event, stat the same few. */
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

/** Whether a file is unchanged, judged by its stat alone. */
export const isSameState = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev &&
  one.ino === other.ino &&
  one.size === other.size &&
  one.mode === other.mode &&
  one.mtimeMs === other.mtimeMs &&
  one.ctimeMs === other.ctimeMs;
