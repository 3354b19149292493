import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { moveFirst } from './anchor.ts';
import { markOf } from './chain.ts';
import type { RecordKey } from './chain.ts';
import { currentFile, nextRotatedName, rotatedNames, linesIn } from './reader.ts';

/** When a file of the record is full, and how many full ones are kept. */
export interface Rotation {
  readonly maxBytes: number;
  readonly keep: number;
}

const STALE_MS = 10_000;

/** Rotates the full file, unless another process does so at this moment or has just done so. */
export function rotate(folder: string, { maxBytes, keep }: Rotation, key: RecordKey = null): void {
  const lock = join(folder, 'rotate.lock');
  if (!takeLock(lock)) return;
  try {
    const current = currentFile(folder);
    if ((statSync(current, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return;
    const names = rotatedNames(folder);
    const name = nextRotatedName(names, Date.now(), process.pid);
    renameSync(current, join(folder, name));
    removeOldest(folder, [...names, name], { keep, key });
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * The anchor is written first: it may allow for more to be missing than is, but nothing may be missing that it does
 * not allow for.
 */
function removeOldest(folder: string, names: readonly string[], { keep, key }: { keep: number; key: RecordKey }): void {
  const surplus = names.slice(0, Math.max(0, names.length - keep));
  const oldest = names[surplus.length];
  if (surplus.length === 0) return;
  if (oldest !== undefined) anchorFirst(folder, oldest, key);
  for (const name of surplus) rmSync(join(folder, name), { force: true });
}

function anchorFirst(folder: string, oldest: string, key: RecordKey): void {
  try {
    for (const { lines } of linesIn(join(folder, oldest))) {
      const first = lines.map(({ raw }) => markOf(raw)).find((mark) => mark !== null);
      if (first !== undefined && first !== null) return moveFirst(folder, key, first);
    }
  } catch {
    // the anchor is damaged: verification reports it
  }
}

function takeLock(lock: string): boolean {
  if (createLock(lock)) return true;
  const held = statSync(lock, { throwIfNoEntry: false });
  // The lock is gone: its owner has rotated the file. A lock that is there now may be the next owner's.
  if (held === undefined || Math.abs(Date.now() - held.mtimeMs) < STALE_MS) return false;
  rmSync(lock, { force: true }); // its owner died
  return createLock(lock);
}

function createLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch {
    return false; // locked, or not writable: then the file keeps growing
  }
}
