import { readdirSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';

/** A file or folder to watch, which need not exist. */
export interface WatchedPath {
  /** Absolute. */
  readonly path: string;
  /** How many levels of a folder's files are watched; 0: only a file counts. */
  readonly levels: number;
}

/** The files at a path, each with a stamp that differs once the file has changed. */
export type Snapshot = ReadonlyMap<string, string>;

export type StampOf = (path: string, stats: BigIntStats) => string;

/** How many files a folder may hold to be watched. */
export const MOST_FILES = 20_000;

const NOT_ENTERED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** The files at a path as they are now; what cannot be read is left out. Null: there are too many. Never throws. */
export function takeSnapshot({ path, levels }: WatchedPath, stampOf: StampOf = stampByStats): Snapshot | null {
  const files = new Map<string, string>();
  const stats = statsOf(path);
  if (stats?.isFile() === true) files.set(path, stampOf(path, stats));
  if (stats?.isDirectory() === true && levels > 0) enter(path, levels, { files, stampOf });
  return files.size > MOST_FILES ? null : files;
}

/** A stamp for which the file need not be read. */
export const stampByStats: StampOf = (_, { ino, size, mtimeNs }) => `${ino}:${size}:${mtimeNs}`;

interface Sink {
  readonly files: Map<string, string>;
  readonly stampOf: StampOf;
}

function enter(folder: string, levels: number, sink: Sink): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    // A folder behind a symlink is not entered: symlinks can form a cycle.
    if (entry.isDirectory()) {
      if (levels > 1 && !NOT_ENTERED.has(entry.name)) enter(path, levels - 1, sink);
      continue;
    }
    if (sink.files.size > MOST_FILES) return;
    const stats = statsOf(path);
    if (stats?.isFile() === true) sink.files.set(path, sink.stampOf(path, stats));
  }
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch {
    return [];
  }
}

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });

function statsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
