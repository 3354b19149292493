import { lstatSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { onceEach, charge } from '../scan-budget.ts';

/** What a stamp covers: which file or folder it is (`identity`), or also its content (`content`: bytes, or names). */
export type StampDepth = 'identity' | 'content';

/** The state of a path on disk at one moment, by its inode, mode, size and times; null: nothing was there. */
export interface FileStamp {
  readonly path: string;
  readonly depth: StampDepth;
  /** The path itself, also if it is a symlink. */
  readonly itself: BigIntStats | null;
  /** The target of a symlink; null for anything else. */
  readonly target: BigIntStats | null;
  /** False: it was written so recently that another write might not change its mtime. */
  readonly isStable: boolean;
}

/**
 * Does some work and collects the stamps of all paths that it read: while none of them changes, the result would be
 * the same.
 */
export function recordingStamps<Result>(work: () => Result): {
  readonly result: Result;
  readonly stamps: readonly FileStamp[];
} {
  const outer = current;
  const stamps = new Map<string, FileStamp>();
  current = stamps;
  try {
    const result = work();
    return { result, stamps: [...stamps.values()] };
  } finally {
    current = outer;
  }
}

let current: Map<string, FileStamp> | null = null;

/** Takes the stamp of a path; must be called before the path is read, since it may change afterwards. */
export function recordStamp(path: string, depth: StampDepth): FileStamp {
  charge('steps', 1, path);
  const known = current?.get(path);
  if (known !== undefined && (known.depth === 'content' || depth === 'identity')) return known;
  const stamp =
    known === undefined
      ? seen[depth](path)
      : { ...known, depth, isStable: isStable(known.itself, known.target, depth) };
  current?.set(path, stamp);
  return stamp;
}

/** Takes the stamps of the same paths again, for a result that comes from a cache. */
export function recordAgain(stamps: readonly FileStamp[]): void {
  for (const { path, depth } of stamps) recordStamp(path, depth);
}

// One object for all hooks that depend on a path: it is compared once for all of them.
const seen: Readonly<Record<StampDepth, (path: string) => FileStamp>> = {
  identity: onceEach((path) => stampAt(path, 'identity')),
  content: onceEach((path) => {
    const { itself, target } = seen.identity(path);
    return { path, depth: 'content', itself, target, isStable: isStable(itself, target, 'content') };
  }),
};

/** Merges two stamps of one path, keeping the deeper; it is not stable if they differ. */
export function joinedStamps(first: FileStamp, second: FileStamp): FileStamp {
  if (first === second) return first;
  const deeper = first.depth === 'content' ? first : second;
  const agree =
    isSameOrNone(first.itself, second.itself, 'identity') && isSameOrNone(first.target, second.target, 'identity');
  return agree ? deeper : { ...deeper, isStable: false };
}

const MOST_MISSING = 12;

/**
 * Fewer stamps that cover the same: a path below something that is not a folder is dropped, and the stamp of a folder
 * replaces those of many missing names in it, since its mtime changes when one of them appears.
 */
export function compactStamps(stamps: readonly FileStamp[]): readonly FileStamp[] {
  const byPath = new Map(stamps.map((stamp) => [stamp.path, stamp]));
  const isNoFolder = (stamp: FileStamp | undefined): boolean =>
    stamp !== undefined && !(stamp.itself?.isDirectory() === true || stamp.itself?.isSymbolicLink() === true);
  const asked = stamps.filter(({ itself, path }) => itself !== null || !isNoFolder(byPath.get(dirname(path))));
  const missing = new Map<string, FileStamp[]>();
  for (const stamp of asked.filter(({ itself }) => itself === null)) {
    const folder = dirname(stamp.path);
    const names = missing.get(folder);
    if (names === undefined) missing.set(folder, [stamp]);
    else names.push(stamp);
  }
  const folders = [...missing].flatMap(([folder, names]) => {
    const known = byPath.get(folder);
    const isRead = known?.depth === 'content' && known.itself?.isDirectory() === true;
    if (!isRead && names.length <= MOST_MISSING) return [];
    charge('calls', names.length, folder);
    const stamp = isRead ? known : stampAt(folder, 'content');
    // In a folder where files come and go all the time, such as that of temporary files, the names are asked for themselves.
    if (!isRead && !stamp.isStable) return [];
    // A name that has appeared in the meantime must be noticed.
    return areUnchanged(names) ? [stamp] : [];
  });
  const covered = new Set(folders.map(({ path }) => path));
  const rest = asked.filter(({ itself, path }) => itself !== null || !covered.has(dirname(path)));
  return [...new Set([...rest, ...folders])];
}

/** Whether every path is unchanged; false also for stamps that are not stable. */
export const areUnchanged = (stamps: readonly FileStamp[]): boolean => stamps.every(isUnchanged);

/** The result for stamped paths: `unsure` where only reading them again can decide. */
export type StampComparison =
  | { readonly how: 'same' }
  | { readonly how: 'unsure' }
  | { readonly how: 'moved'; readonly path: string };

/**
 * Compares stamps with the disk, without reading anything: a file that was changed and put back counts as changed.
 * Other paths may differ although the content that was read is the same.
 */
export function compareStamps(stamps: readonly FileStamp[]): StampComparison {
  let how: 'same' | 'unsure' = 'same';
  for (const stamp of stamps) {
    const isSame = hasSameStamps(stamp);
    if (isSame && stamp.isStable) continue;
    if (!isSame && isReadFile(stamp)) return { how: 'moved', path: stamp.path };
    how = 'unsure';
  }
  return { how };
}

/** A hook may create new files; the files that were read must not change. */
const isReadFile = ({ depth, itself, target }: FileStamp): boolean =>
  depth === 'content' && itself !== null && !itself.isDirectory() && target?.isDirectory() !== true;

/** The stamp of a path now: one system call, and a second one for a symlink. */
export function stampAt(path: string, depth: StampDepth): FileStamp {
  const itself = statsAt(lstatSync, path);
  const target = itself?.isSymbolicLink() === true ? statsAt(statSync, path) : null;
  return { path, depth, itself, target, isStable: isStable(itself, target, depth) };
}

const isUnchanged = (stamp: FileStamp): boolean => stamp.isStable && hasSameStamps(stamp);

function hasSameStamps({ path, depth, itself, target }: FileStamp): boolean {
  const now = statsAt(lstatSync, path);
  if (now === null || itself === null) return now === itself;
  if (!itself.isSymbolicLink()) return isSame(itself, now, depth);
  return isSame(itself, now, 'content') && isSameOrNone(target, statsAt(statSync, path), depth);
}

const isSameOrNone = (before: BigIntStats | null, now: BigIntStats | null, depth: StampDepth): boolean =>
  before === null || now === null ? before === now : isSame(before, now, depth);

// Any program may set mtime; ctime is set by the kernel only.
const isSame = (before: BigIntStats, now: BigIntStats, depth: StampDepth): boolean =>
  before.ino === now.ino &&
  before.dev === now.dev &&
  before.mode === now.mode &&
  (depth === 'identity' ||
    (before.size === now.size && before.mtimeNs === now.mtimeNs && before.ctimeNs === now.ctimeNs));

// Some file systems have timestamps of two seconds, and their own clock.
const GRANULARITY_NS = 3_000_000_000n;

/** Whether another change, from now on, would change the timestamps. */
function isStable(itself: BigIntStats | null, target: BigIntStats | null, depth: StampDepth): boolean {
  const now = BigInt(Date.now()) * 1_000_000n;
  const isOld = (stats: BigIntStats | null): boolean => stats === null || now - stats.ctimeNs > GRANULARITY_NS;
  if (itself?.isSymbolicLink() === true) return isOld(itself) && (depth === 'identity' || isOld(target));
  return depth === 'identity' || isOld(itself);
}

function statsAt(call: typeof lstatSync, path: string): BigIntStats | null {
  try {
    return call(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // ENOTDIR, ELOOP or a NUL in the path: nothing is there
  }
}
