import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { currentFile, openToRead, readAt, rotatedNames } from '../reader.ts';
import { ColumnBlock, isShown } from './block.ts';
import { createDictionaries, type Dictionaries } from './dictionary.ts';
import { IndexFiles } from './index-files.ts';
import { indexedFile, type IndexedFile, type RowRef } from './indexed-file.ts';
import { fillOwn } from './load-file.ts';

/** Enough for some hundred decisions, and read before a person notices. */
const TAIL_BYTES = 384 * 1024;
const LINE_BREAK = 0x0a;

/**
 * The newest rows of a record, newest first, from the ends of its newest files, as an index that has read them all finds
 * them; null where these ends do not hold so many.
 */
export function newestRows(folder: string, count: number): readonly RowRef[] | null {
  const dictionaries = createDictionaries();
  const files = new IndexFiles(folder, dictionaries);
  const older = rotatedNames(folder)
    .toReversed()
    .map((name) => join(folder, name));
  for (const path of [currentFile(folder), ...older].slice(0, MOST_FILES)) {
    const tail = tailOf(path, dictionaries);
    if (tail === null) continue;
    files.addOlder(tail.file);
    const rows = files.all().toReversed().flatMap(rowsIn);
    if (rows.length >= count) return rows.slice(0, count);
    if (!tail.isWhole) return null;
  }
  return null;
}

/** The newest file may have been begun just now. */
const MOST_FILES = 2;

function tailOf(
  path: string,
  dictionaries: Dictionaries,
): { readonly file: IndexedFile; readonly isWhole: boolean } | null {
  const open = openToRead(path);
  if (open === null) return null;
  const { descriptor, inode, size } = open;
  try {
    const start = Math.max(0, size - TAIL_BYTES);
    const bytes = readAt(descriptor, start, size - start);
    const block = new ColumnBlock(dictionaries, fstatSync(descriptor).mtimeMs);
    let from = start === 0 ? 0 : bytes.indexOf(LINE_BREAK) + 1;
    for (let to = bytes.indexOf(LINE_BREAK, from); to >= 0; to = bytes.indexOf(LINE_BREAK, from)) {
      if (to > from) block.add(bytes, from, to, start + from);
      from = to + 1;
    }
    for (const row of block.oddLines.keys()) fillOwn(block, row, { descriptor });
    return { file: indexedFile(path, { inode, first: '', end: start + from }, block), isWhole: start === 0 };
  } finally {
    closeSync(descriptor);
  }
}

/** Without those whose start stands further up. */
function rowsIn(file: IndexedFile): readonly RowRef[] {
  const { block } = file;
  return Array.from({ length: block.rows.size }, (_, at) => block.rows.size - 1 - at)
    .filter((row) => isShown(block.rows.get('flags', row), false))
    .map((row) => ({ file, row }));
}
