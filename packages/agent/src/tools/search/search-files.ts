import { join } from 'node:path';
import { isBinary, readBounded } from '../text-file.ts';
import type { CompiledGlob } from './compile-glob.ts';
import type { GuardedRegex } from './guarded-regex.ts';
import { inBatches } from './in-batches.ts';
import type { SearchRoot } from './search-root.ts';
import { MAX_ENTRIES, skippedFolders, walk } from './walk.ts';

/** A file with lines that match. */
export interface FileMatch {
  readonly path: string;
  readonly lines: readonly string[];
  /** Numbers from 0, rising. */
  readonly found: readonly number[];
}

export interface Search {
  readonly root: SearchRoot;
  readonly regex: GuardedRegex;
  readonly glob: { readonly written: string; readonly compiled: CompiledGlob } | null;
  /** Called with each file in the order of paths; false when no more are wanted. */
  readonly onMatch: (match: FileMatch) => boolean;
}

/** Searches a file or the files of a tree in bounded work; gives a note for each thing that was left out. */
export async function searchFiles(search: Search, signal: AbortSignal): Promise<readonly string[]> {
  const { files, isComplete } = await listFiles(search, signal);
  const notes = isComplete
    ? []
    : [`[the tree has more than ${MAX_ENTRIES} entries: not all was searched; name a folder]`];
  const deadline = performance.now() + LIMIT_MS;
  for await (const { path, bytes } of inBatches(files, readSearchable, FILES_AT_ONCE)) {
    signal.throwIfAborted();
    if (performance.now() > deadline) return [...notes, `[stopped after ${LIMIT_MS / 1000} s; name a folder]`];
    const match = bytes === null ? null : matchIn(path, bytes, search.regex);
    if (match !== null && !search.onMatch(match)) break;
  }
  return notes;
}

const LIMIT_MS = 20_000;
const MAX_BYTES = 5 * 1024 * 1024;
/** So that large files do not fill the memory. */
const FILES_AT_ONCE = 8;

async function listFiles(
  { root, glob }: Search,
  signal: AbortSignal,
): Promise<{ readonly files: readonly string[]; readonly isComplete: boolean }> {
  if (root.kind !== 'folder') return { files: [root.path], isComplete: true };
  const skip = skippedFolders(glob?.written ?? '');
  const found = await walk(root.path, { skip, enters: () => true }, signal);
  const wanted = glob === null ? found.files : found.files.filter(glob.compiled.matches);
  return { files: wanted.toSorted().map((file) => join(root.path, file)), isComplete: found.isComplete };
}

interface Searchable {
  readonly path: string;
  /** Null for what is not searched. */
  readonly bytes: Buffer | null;
}

async function readSearchable(path: string): Promise<Searchable> {
  const bytes = await readBounded(path, MAX_BYTES).catch(() => null);
  return { path, bytes: bytes === null || isBinary(bytes) ? null : bytes };
}

function matchIn(path: string, bytes: Buffer, regex: GuardedRegex): FileMatch | null {
  const lines = bytes.toString('utf8').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const found = regex.matchingLines(lines);
  return found.length === 0 ? null : { path, lines, found };
}
