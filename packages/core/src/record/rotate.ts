import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Retention } from '../settings/record-settings.ts';
import { moveFirst } from './anchor.ts';
import type { RecordKey } from './chain.ts';
import { asideTime, currentFile, nextRotatedName, rotatedNames, linesIn } from './reader.ts';
import { firstDigestIn, firstMarkIn } from './record-files.ts';
import { type KeptFile, removalOf, surplusOf } from './retain.ts';
import { DEFAULT_SPOOL, readShippedMark, shippedOf, type ShippedMark } from './shipped-mark.ts';

/** When a file of the record is full, and how many full ones are kept. */
export interface Rotation {
  readonly maxBytes: number;
  readonly retention: Retention;
  /** The state folder whose shipper ships this record; null: none does. */
  readonly shippedFrom: string | null;
}

/** Nothing more may be recorded before something was shipped. */
export class SpoolFullError extends Error {}

const STALE_MS = 10_000;

/**
 * Rotates the full file, unless another process does so at this moment or has just done so. Returns how many lines
 * that were never shipped went; throws a SpoolFullError where they must not.
 */
export function rotate(folder: string, rotation: Rotation, key: RecordKey = null): number {
  const lock = join(folder, 'rotate.lock');
  if (!takeLock(lock)) return 0;
  try {
    const current = currentFile(folder);
    const size = statSync(current, { throwIfNoEntry: false })?.size ?? 0;
    if (size < rotation.maxBytes) return 0;
    const names = rotatedNames(folder);
    const mark = rotation.shippedFrom === null ? null : readShippedMark(rotation.shippedFrom);
    const aside = { name: nextRotatedName(names, Date.now(), process.pid), path: current };
    const files = [...names.map((name) => ({ name, path: join(folder, name) })), aside].map((each) => ({
      ...each,
      ...keptFile(each, mark),
    }));
    const surplus = surplusOf(files, rotation.retention, Date.now());
    const { count, unshipped } = removalOf(files, surplus, mark?.spool ?? DEFAULT_SPOOL);
    if (unshipped > 0 && mark?.spool.whenFull === 'strict') throw new SpoolFullError(fullSpool(mark));
    const gone = files.slice(0, count);
    const dropped = mark === null ? 0 : gone.reduce((sum, file) => sum + waitingLines(file), 0);
    renameSync(current, join(folder, aside.name));
    removeOldest(folder, { gone, oldest: files[count]?.name, key });
    return dropped;
  } finally {
    rmSync(lock, { force: true });
  }
}

const fullSpool = ({ spool }: ShippedMark): string =>
  `${spool.maxBytes} bytes wait to be shipped, which is all that may; ship them ("hookline ship"), or ask who set this limit`;

interface PlacedFile extends KeptFile {
  readonly name: string;
  readonly path: string;
}

function keptFile({ name, path }: Pick<PlacedFile, 'name' | 'path'>, mark: ShippedMark | null): KeptFile {
  const stats = statSync(path, { throwIfNoEntry: false });
  const size = stats?.size ?? 0;
  const shipped = mark === null || stats === undefined ? size : shippedIn(mark, stats.ino, path);
  return { size, asideAt: asideTime(name), waiting: Math.max(0, size - shipped) };
}

/** The first line is read only where the mark knows a file with this inode. */
const shippedIn = (mark: ShippedMark, inode: number, path: string): number =>
  mark.files.some((file) => file.inode === inode) ? shippedOf(mark, { inode, first: firstDigestIn(path) }) : 0;

/** Lines of a file beyond what was shipped of it. */
function waitingLines({ path, size, waiting }: PlacedFile): number {
  let count = 0;
  if (waiting === 0) return count;
  for (const { lines } of linesIn(path)) count += lines.filter(({ offset }) => offset >= size - waiting).length;
  return count;
}

/**
 * The anchor is written first: it may allow for more to be missing than is, but nothing may be missing that it does
 * not allow for.
 */
function removeOldest(
  folder: string,
  { gone, oldest, key }: { gone: readonly PlacedFile[]; oldest: string | undefined; key: RecordKey },
): void {
  if (gone.length === 0) return;
  if (oldest !== undefined) anchorFirst(folder, oldest, key);
  for (const { name } of gone) rmSync(join(folder, name), { force: true });
}

function anchorFirst(folder: string, oldest: string, key: RecordKey): void {
  try {
    const first = firstMarkIn(join(folder, oldest));
    if (first !== null) moveFirst(folder, key, first);
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
