import { statSync } from 'node:fs';
import type { FoundFile } from './discover.ts';
import type { RefusedFile } from './read-file.ts';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Why a file is not taken for an administrator's: someone else owns it, or could write to it; null when it is one, or
 * does not exist. Where the administrator's files are moved below a folder, its owner is the administrator.
 */
export function whyUnsafe({ file, place }: Pick<FoundFile, 'file' | 'place'>): RefusedFile | null {
  if (place.platform === 'win32') return null;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    const isSafe =
      stats === undefined || (stats.uid === administrator(place) && (stats.mode & WRITABLE_BY_OTHERS) === 0);
    return isSafe ? null : UNSAFE;
  } catch {
    return null; // reading it says why
  }
}

function administrator({ env }: FoundFile['place']): number {
  const root = env['HOOKLINE_SYSTEM_ROOT'] ?? '';
  return root === '' ? 0 : (statSync(root, { throwIfNoEntry: false })?.uid ?? 0);
}

const UNSAFE: RefusedFile = {
  kind: 'refused',
  why: 'others than the administrator could have written it',
  hint: 'it must belong to root, and neither group nor others may write to it: chown root, chmod 644',
};
