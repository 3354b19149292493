import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { currentFile, nextRotatedName, rotatedNames } from './files.ts';

/** When a file of the record is full, and how many full ones are kept. */
export interface Rotation {
  readonly maxBytes: number;
  readonly keep: number;
}

const STALE_MS = 10_000;

/** Puts the full file aside, unless another process does so at this moment or has just done so. */
export function rotate(folder: string, { maxBytes, keep }: Rotation): void {
  const lock = join(folder, 'rotate.lock');
  if (!takeLock(lock)) return;
  try {
    const current = currentFile(folder);
    if ((statSync(current, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return;
    const names = rotatedNames(folder);
    renameSync(current, join(folder, nextRotatedName(names, Date.now(), process.pid)));
    const surplus = names.slice(0, Math.max(0, names.length + 1 - keep));
    for (const name of surplus) rmSync(join(folder, name), { force: true });
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  if (createLock(lock)) return true;
  const held = statSync(lock, { throwIfNoEntry: false });
  // Gone at this moment: its owner has put the file aside. What stands there now may be the next one's lock.
  if (held === undefined || Math.abs(Date.now() - held.mtimeMs) < STALE_MS) return false;
  rmSync(lock, { force: true }); // its owner died
  return createLock(lock);
}

function createLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch {
    return false; // held, or not writable: then the file grows on
  }
}
