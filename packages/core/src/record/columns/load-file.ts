import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import { markOf, parseLine } from '../chain.ts';
import { openToRead, type OpenToRead, readAt } from '../reader.ts';
import type { RecordFile } from '../record-files.ts';
import { ColumnBlock } from './block.ts';
import { type CacheKey, packBlock, readCache, unpackBlock, writeCache } from './cache.ts';
import { createDictionaries, type Dictionaries } from './dictionary.ts';
import { fillRow } from './fill-row.ts';
import { addLines, lastLineIn } from './file-lines.ts';

/** A file as it is found, with where its last whole line ends. */
export interface FileToLoad extends RecordFile {
  readonly end: number;
  readonly key: CacheKey;
}

/** Null: it is gone already. */
export function fileToLoad(file: RecordFile): FileToLoad | null {
  const open = openToRead(file.path);
  if (open === null) return null;
  try {
    const { inode, first, size, mtimeMs } = file;
    const { end, last } = lastLineIn(open.descriptor, size);
    const key = { name: basename(file.path), inode, size, mtimeMs, first, last: markOf(last)?.digest ?? '' };
    return open.inode === inode ? { ...file, end, key } : null;
  } finally {
    closeSync(open.descriptor);
  }
}

/** How blocks are kept on disk: null where they are not. */
export interface BlockCache {
  readonly folder: string | null;
  /** Why nothing can be kept. */
  readonly onProblem: (why: string) => void;
}

/** The block of a file as it is kept; null: it is not. */
export function keptBlock(file: FileToLoad, dictionaries: Dictionaries, folder: string | null): ColumnBlock | null {
  return folder === null || file.isCurrent ? null : readCache(folder, file.key, dictionaries);
}

/** The block of a file from its lines; a pause is possible at each step. Null: the file is gone. */
export function* loadBlock(
  file: FileToLoad,
  dictionaries: Dictionaries,
  cache: BlockCache,
): Generator<void, ColumnBlock | null> {
  const block = yield* scanned(file, dictionaries);
  if (block === null || file.isCurrent) return block;
  block.trim();
  if (cache.folder !== null) keep(cache.folder, file.key, packBlock(file.key, block), cache);
  return block;
}

/** A block that another thread has made of the lines of a file; `bytes` is null where the file is gone. */
export interface PackedBlock {
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Why it cannot be kept; null: it is, or need not be. */
  readonly cacheProblem: string | null;
}

/** Makes blocks of files that were put aside, for another thread. */
export function createPacker(): (file: FileToLoad, folder: string | null) => PackedBlock {
  const dictionaries = createDictionaries();
  return (file, folder) => {
    const steps = scanned(file, dictionaries);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    if (step.value === null) return { bytes: null, cacheProblem: null };
    step.value.trim();
    const bytes = packBlock(file.key, step.value);
    let cacheProblem: string | null = null;
    if (folder !== null) keep(folder, file.key, bytes, { folder, onProblem: (why) => (cacheProblem = why) });
    return { bytes, cacheProblem };
  };
}

/** Throws where the block is not one of this file. */
export function unpacked(bytes: Uint8Array, { key }: FileToLoad, dictionaries: Dictionaries): ColumnBlock {
  const block = unpackBlock(bytes, key, dictionaries);
  if (block === null) throw new Error(`the index of ${key.name} came damaged from its thread`);
  return block;
}

function* scanned(file: FileToLoad, dictionaries: Dictionaries): Generator<void, ColumnBlock | null> {
  const open = openToRead(file.path);
  if (open === null || open.inode !== file.inode) return (close(open), null);
  const block = new ColumnBlock(dictionaries, file.mtimeMs);
  try {
    yield* addLines(block, open.descriptor, file.end);
    for (const row of block.oddLines.keys()) fillOwn(block, row, open);
  } finally {
    close(open);
  }
  return block;
}

function close(open: OpenToRead | null): void {
  if (open !== null) closeSync(open.descriptor);
}

/** From the lines in this file alone: other files come later. */
export function fillOwn(block: ColumnBlock, row: number, { descriptor }: Pick<OpenToRead, 'descriptor'>): void {
  const entries = block.linesOf(row).flatMap(({ offset, bytes }) => {
    const entry = parseLine(readAt(descriptor, offset, bytes).toString());
    return entry ?? [];
  });
  fillRow(block, row, entries);
}

/** A cache only saves time: without it the file is read again. */
function keep(folder: string, { name }: CacheKey, packed: Uint8Array, { onProblem }: BlockCache): void {
  try {
    writeCache(folder, name, packed);
  } catch (error) {
    onProblem(`the index cannot be kept in ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
