import { opendir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

/** How to go through a tree. */
export interface WalkOptions {
  /** Names of folders that are passed over. */
  readonly skip: ReadonlySet<string>;
  /** Whether a folder, by its path below the root, can hold what is looked for. */
  readonly enters: (folder: string) => boolean;
  /** How many entries are looked at before the walk gives up. */
  readonly maxEntries?: number;
}

export interface Walk {
  /** Paths below the root, parts joined by `/`; shallow ones first, then by name. */
  readonly files: readonly string[];
  /** False when the tree was too large to be seen whole. */
  readonly isComplete: boolean;
}

/** Lists the files of a tree in bounded work; symlinks to folders are not followed, and what cannot be read is skipped. */
export async function walk(root: string, options: WalkOptions, signal: AbortSignal): Promise<Walk> {
  const files: string[] = [];
  let left = options.maxEntries ?? MAX_ENTRIES;
  let level: readonly string[] = [''];
  while (level.length > 0) {
    const next: string[] = [];
    for (const folder of level) {
      signal.throwIfAborted();
      const entries = await entriesOf(join(root, folder), left);
      left -= entries.length;
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !options.skip.has(entry.name) && options.enters(path)) next.push(path);
        if (await isFile(entry, join(root, path))) files.push(path);
      }
      if (left <= 0) return { files, isComplete: false };
    }
    level = next;
  }
  return { files, isComplete: true };
}

/** Folders that are not searched unless the pattern names them. */
export function skippedFolders(pattern: string): ReadonlySet<string> {
  return new Set(['.git', 'node_modules'].filter((name) => !pattern.split(/[/{},]/).includes(name)));
}

export const MAX_ENTRIES = 100_000;

async function entriesOf(folder: string, limit: number): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      entries.push(entry);
      if (entries.length >= limit) break;
    }
  } catch {
    // a folder that is gone or cannot be read holds nothing
  }
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return stat(path).then(
    (target) => target.isFile(),
    () => false,
  );
}
