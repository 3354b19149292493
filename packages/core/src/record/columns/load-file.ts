import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import { markOf, parseLine } from '../chain.ts';
import { openToRead, type OpenToRead, readAt } from '../reader.ts';
import type { RecordFile } from '../record-files.ts';
import { ColumnBlock } from './block.ts';
import { type CacheKey, readCache, writeCache } from './cache.ts';
import type { Dictionaries } from './dictionary.ts';
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

/** The block of a file, from the cache or from its lines; a pause is possible at each step. Null: the file is gone. */
export function* loadBlock(
  file: FileToLoad,
  dictionaries: Dictionaries,
  cache: BlockCache,
): Generator<void, ColumnBlock | null> {
  const folder = file.isCurrent ? null : cache.folder;
  const kept = folder === null ? null : readCache(folder, file.key, dictionaries);
  if (kept !== null) return kept;
  const open = openToRead(file.path);
  if (open === null || open.inode !== file.inode) return (close(open), null);
  const block = new ColumnBlock(dictionaries, file.mtimeMs);
  try {
    yield* addLines(block, open.descriptor, file.end);
    for (const row of block.oddLines.keys()) fillOwn(block, row, open);
  } finally {
    close(open);
  }
  if (file.isCurrent) return block;
  block.trim();
  if (folder !== null) keep(folder, file.key, block, cache);
  return block;
}

function close(open: OpenToRead | null): void {
  if (open !== null) closeSync(open.descriptor);
}

/** From the lines in this file alone: other files come later. */
function fillOwn(block: ColumnBlock, row: number, { descriptor }: OpenToRead): void {
  const entries = block.linesOf(row).flatMap(({ offset, bytes }) => {
    const entry = parseLine(readAt(descriptor, offset, bytes).toString());
    return entry ?? [];
  });
  fillRow(block, row, entries);
}

/** A cache only saves time: without it the file is read again. */
function keep(folder: string, key: CacheKey, block: ColumnBlock, { onProblem }: BlockCache): void {
  try {
    writeCache(folder, key, block);
  } catch (error) {
    onProblem(`the index cannot be kept in ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
