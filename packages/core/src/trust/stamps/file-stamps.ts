import { lstatSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { onceEach, charge } from '../scan-budget.ts';

/** What was looked at: what stands there (`identity`), or all that it holds (`content`: the bytes of a file, the names in a folder). */
export type Depth = 'identity' | 'content';

/** What a place on disk was like when it was looked at; null: there was nothing. */
export interface Look {
  readonly path: string;
  readonly depth: Depth;
  /** The place itself, be it a link. */
  readonly itself: BigIntStats | null;
  /** Where a link leads; null for all that is no link. */
  readonly target: BigIntStats | null;
  /** False: written so shortly before that it may have been written again without a new time stamp. */
  readonly isSettled: boolean;
}

/** Does a piece of work and tells all places that it looked at: while none of them changes, its result would be the same. */
export function looking<Result>(work: () => Result): { readonly result: Result; readonly looks: readonly Look[] } {
  const outer = current;
  const looks = new Map<string, Look>();
  current = looks;
  try {
    const result = work();
    return { result, looks: [...looks.values()] };
  } finally {
    current = outer;
  }
}

let current: Map<string, Look> | null = null;

/** To be called before a place is read: what it is like later may be another thing than what was seen. */
export function noteLook(path: string, depth: Depth): Look {
  charge('steps', 1, path);
  const known = current?.get(path);
  if (known !== undefined && (known.depth === 'content' || depth === 'identity')) return known;
  const look =
    known === undefined
      ? seen[depth](path)
      : { ...known, depth, isSettled: isSettled(known.itself, known.target, depth) };
  current?.set(path, look);
  return look;
}

/** Notes what was looked at for an answer that is given again. */
export function noteAgain(looks: readonly Look[]): void {
  for (const { path, depth } of looks) noteLook(path, depth);
}

// One object for all hooks that depend on a place: it is compared once for all of them.
const seen: Readonly<Record<Depth, (path: string) => Look>> = {
  identity: onceEach((path) => lookAt(path, 'identity')),
  content: onceEach((path) => {
    const { itself, target } = seen.identity(path);
    return { path, depth: 'content', itself, target, isSettled: isSettled(itself, target, 'content') };
  }),
};

/** Two looks at one place as one, the deeper; if they saw different things it is none that could be relied on. */
export function joined(first: Look, second: Look): Look {
  if (first === second) return first;
  const deeper = first.depth === 'content' ? first : second;
  const agree =
    isSameOrNone(first.itself, second.itself, 'identity') && isSameOrNone(first.target, second.target, 'identity');
  return agree ? deeper : { ...deeper, isSettled: false };
}

const MOST_MISSING = 12;

/**
 * Fewer looks that tell the same: what is missing because the folder above it is none need not be asked for, and of many missing
 * names in one folder, or in one that is asked anyway, the folder is asked, whose time changes when one of them appears.
 */
export function compacted(looks: readonly Look[]): readonly Look[] {
  const byPath = new Map(looks.map((look) => [look.path, look]));
  const isNoFolder = (look: Look | undefined): boolean =>
    look !== undefined && !(look.itself?.isDirectory() === true || look.itself?.isSymbolicLink() === true);
  const asked = looks.filter(({ itself, path }) => itself !== null || !isNoFolder(byPath.get(dirname(path))));
  const missing = new Map<string, Look[]>();
  for (const look of asked.filter(({ itself }) => itself === null)) {
    const folder = dirname(look.path);
    const names = missing.get(folder);
    if (names === undefined) missing.set(folder, [look]);
    else names.push(look);
  }
  const folders = [...missing].flatMap(([folder, names]) => {
    const known = byPath.get(folder);
    const isRead = known?.depth === 'content' && known.itself?.isDirectory() === true;
    if (!isRead && names.length <= MOST_MISSING) return [];
    charge('calls', names.length, folder);
    const look = isRead ? known : lookAt(folder, 'content');
    // What has appeared in the meantime must be seen.
    return areUnchanged(names) ? [look] : [];
  });
  const covered = new Set(folders.map(({ path }) => path));
  const rest = asked.filter(({ itself, path }) => itself !== null || !covered.has(dirname(path)));
  return [...new Set([...rest, ...folders])];
}

/** Whether every place is as it was; false also for those that cannot be told by a look. */
export const areUnchanged = (looks: readonly Look[]): boolean => looks.every(isUnchanged);

/** How places are after a time: `unsure` where only reading them again tells. */
export type Since =
  | { readonly how: 'same' }
  | { readonly how: 'unsure' }
  | { readonly how: 'moved'; readonly path: string };

/**
 * Compares with what was seen, by the stamps alone: a file that was read, and was changed and put back, has moved. Other places
 * may be different without a difference for what they were looked at.
 */
export function since(looks: readonly Look[]): Since {
  let how: 'same' | 'unsure' = 'same';
  for (const look of looks) {
    const isSame = hasSameStamps(look);
    if (isSame && look.isSettled) continue;
    if (!isSame && isReadFile(look)) return { how: 'moved', path: look.path };
    how = 'unsure';
  }
  return { how };
}

/** A hook may write where nothing was that counts, and make files in a folder; what was read it must leave alone. */
const isReadFile = ({ depth, itself, target }: Look): boolean =>
  depth === 'content' && itself !== null && !itself.isDirectory() && target?.isDirectory() !== true;

/** Looks once; costs one call of the system, and a second one for a link. */
export function lookAt(path: string, depth: Depth): Look {
  const itself = statsAt(lstatSync, path);
  const target = itself?.isSymbolicLink() === true ? statsAt(statSync, path) : null;
  return { path, depth, itself, target, isSettled: isSettled(itself, target, depth) };
}

const isUnchanged = (look: Look): boolean => look.isSettled && hasSameStamps(look);

function hasSameStamps({ path, depth, itself, target }: Look): boolean {
  const now = statsAt(lstatSync, path);
  if (now === null || itself === null) return now === itself;
  if (!itself.isSymbolicLink()) return isSame(itself, now, depth);
  return isSame(itself, now, 'content') && isSameOrNone(target, statsAt(statSync, path), depth);
}

const isSameOrNone = (before: BigIntStats | null, now: BigIntStats | null, depth: Depth): boolean =>
  before === null || now === null ? before === now : isSame(before, now, depth);

// Anybody may set the time of the last modification; that of the last change of an inode only the system sets.
const isSame = (before: BigIntStats, now: BigIntStats, depth: Depth): boolean =>
  before.ino === now.ino &&
  before.dev === now.dev &&
  before.mode === now.mode &&
  (depth === 'identity' ||
    (before.size === now.size && before.mtimeNs === now.mtimeNs && before.ctimeNs === now.ctimeNs));

// Some file systems count in steps of two seconds, and their clock need not be ours.
const GRANULARITY_NS = 3_000_000_000n;

/** Whether another change, from now on, would show in the time stamps. */
function isSettled(itself: BigIntStats | null, target: BigIntStats | null, depth: Depth): boolean {
  const now = BigInt(Date.now()) * 1_000_000n;
  const isOld = (stats: BigIntStats | null): boolean => stats === null || now - stats.ctimeNs > GRANULARITY_NS;
  if (itself?.isSymbolicLink() === true) return isOld(itself) && (depth === 'identity' || isOld(target));
  return depth === 'identity' || isOld(itself);
}

function statsAt(call: typeof lstatSync, path: string): BigIntStats | null {
  try {
    return call(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // a file where a folder should be, a circle of links, a NUL: nothing is there
  }
}
