import { IS_TORN } from './block.ts';
import { viewOf } from './byte-words.ts';
import type { IndexedFile, RowRef } from './indexed-file.ts';

/** The row that stands for the decision with this id, or for a stretch that is no entry; null: there is none. */
export function findRow(files: readonly IndexedFile[], id: string): RowRef | null {
  const found = rowWith(files, id);
  return found === null ? null : (found.file.standIns.get(found.row) ?? found);
}

function rowWith(files: readonly IndexedFile[], id: string): RowRef | null {
  const torn = TORN_ID.exec(id);
  const tornRow = torn === null ? null : tornAt(files, Number(torn[1]), Number(torn[2]));
  if (tornRow !== null) return tornRow;
  const bytes = viewOf(Buffer.from(id));
  for (const file of files.toReversed()) {
    const row = file.block.ids.search(bytes);
    if (row >= 0) return { file, row };
  }
  return null;
}

function tornAt(files: readonly IndexedFile[], inode: number, offset: number): RowRef | null {
  const file = files.find((each) => each.inode === inode);
  if (file === undefined) return null;
  const { block } = file;
  for (let row = 0; row < block.rows.size; row += 1)
    if (block.has(row, IS_TORN) && block.rows.get('startOffset', row) === offset) return { file, row };
  return null;
}

const TORN_ID = /^torn-(\d+)-(\d+)$/;
