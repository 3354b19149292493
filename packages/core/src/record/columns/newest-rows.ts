import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { currentFile, openToRead, readAt, rotatedNames } from '../reader.ts';
import { ColumnBlock, isShown } from './block.ts';
import { createDictionaries, type Dictionaries } from './dictionary.ts';
import { IndexFiles } from './index-files.ts';
import { indexedFile, type IndexedFile, type RowRef } from './indexed-file.ts';
import { fillOwn } from './load-file.ts';

/** Enough for a page of short decisions; then for one of long ones, and still read before a person notices. */
const TAIL_BYTES = [192 * 1024, 1024 * 1024];
const LINE_BREAK = 0x0a;

/**
 * The newest rows of a record, newest first, from the ends of its newest files, as an index that has read them all finds
 * them; null where these ends do not hold so many.
 */
export function newestRows(folder: string, count: number): readonly RowRef[] | null {
  for (const bytes of TAIL_BYTES) {
    const rows = rowsInTails(folder, bytes);
    if (rows.length >= count) return rows.slice(0, count);
  }
  return null;
}

function rowsInTails(folder: string, bytes: number): readonly RowRef[] {
  const dictionaries = createDictionaries();
  const files = new IndexFiles(folder, dictionaries);
  // The current file is looked at first, so that it is not missed when it is put aside meanwhile.
  const current = tailOf(currentFile(folder), bytes, dictionaries);
  if (current !== null) files.addOlder(current.file);
  // What stands before the rest of a file is not next to what stands after it.
  if (current?.isWhole !== false) {
    const names = rotatedNames(folder).toReversed().slice(0, MOST_ASIDE);
    const older = names.map((name) => tailOf(join(folder, name), bytes, dictionaries));
    const next = older.find((tail) => tail !== null && tail.file.inode !== current?.file.inode);
    if (next !== undefined && next !== null) files.addOlder(next.file);
  }
  return files.all().toReversed().flatMap(rowsIn);
}

/** The newest file may have been begun just now, and the newest of those that were put aside may be the same one. */
const MOST_ASIDE = 2;

function tailOf(
  path: string,
  most: number,
  dictionaries: Dictionaries,
): { readonly file: IndexedFile; readonly isWhole: boolean } | null {
  const open = openToRead(path);
  if (open === null) return null;
  const { descriptor, inode, size } = open;
  try {
    const start = Math.max(0, size - most);
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
