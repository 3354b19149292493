import { parseLine } from '../chain.ts';
import type { RecordEntry } from '../entry.ts';
import { HAS_START, IS_HIDDEN, IS_TORN } from './block.ts';
import { viewOf } from './byte-words.ts';
import { fillRow } from './fill-row.ts';
import type { IndexedFile, LineReader, RowRef } from './indexed-file.ts';

/** With more ids than this to look for, a table of the ids of a block pays. */
const FEW = 8;

/**
 * Brings the lines of a decision together that stand in several files: the row of the oldest one stands for all.
 */
export class Parts {
  /** Rows without a start, by their ids. */
  readonly #orphans = new Map<string, readonly RowRef[]>();

  /** A file that is older than all others was read. */
  addOlder(file: IndexedFile, reader: LineReader): void {
    const { ids } = file.block;
    const isMany = this.#orphans.size > FEW;
    const waiting = [...this.#orphans]; // joining changes them
    for (const [id, parts] of waiting) {
      const bytes = viewOf(Buffer.from(id));
      const row = isMany ? ids.find(bytes) : ids.search(bytes);
      if (row >= 0) this.#join({ file, row }, parts, reader);
    }
    if (isMany) ids.trim();
    for (let row = 0; row < ids.size; row += 1) this.#note({ file, row });
  }

  /** A row is new in the newest file, or in one that was put aside; returns the row that stands for its decision. */
  addNew(ref: RowRef, older: readonly IndexedFile[], reader: LineReader): RowRef {
    const id = ref.file.block.ids.of(ref.row);
    if (id === null) return ref;
    const orphans = this.#orphans.get(id);
    if (ref.file.block.has(ref.row, HAS_START)) {
      if (orphans !== undefined) this.#join(ref, orphans, reader);
      return ref;
    }
    const bytes = viewOf(Buffer.from(id));
    for (const file of older.toReversed()) {
      const row = file.block.ids.search(bytes);
      if (row < 0) continue;
      const standIn = file.standIns.get(row) ?? { file, row };
      this.#join(standIn, [ref], reader);
      return standIn;
    }
    this.#note(ref);
    return ref;
  }

  /** A file is gone: what newer ones hold of its decisions stands for itself. */
  drop(file: IndexedFile, reader: LineReader): void {
    for (const [id, refs] of this.#orphans) {
      const left = refs.filter((ref) => ref.file !== file);
      if (left.length === 0) this.#orphans.delete(id);
      else this.#orphans.set(id, left);
    }
    for (const [first, ...rest] of file.parts.values()) {
      if (first === undefined) continue;
      first.file.standIns.delete(first.row);
      first.file.block.mark(first.row, IS_HIDDEN, false);
      if (rest.length > 0) this.#join(first, rest, reader);
      else refill(first, reader);
      this.#note(first);
    }
  }

  #note(ref: RowRef): void {
    const { block } = ref.file;
    const id = block.has(ref.row, HAS_START | IS_HIDDEN | IS_TORN) ? null : block.ids.of(ref.row);
    const known = id === null ? [] : (this.#orphans.get(id) ?? []);
    const isKnown = known.some(({ file, row }) => file === ref.file && row === ref.row);
    if (id !== null && !isKnown) this.#orphans.set(id, [...known, ref]);
  }

  #join(standIn: RowRef, parts: readonly RowRef[], reader: LineReader): void {
    const { file, row } = standIn;
    const all = [...(file.parts.get(row) ?? [])];
    for (const part of parts) {
      all.push(part, ...(part.file.parts.get(part.row) ?? []));
      part.file.parts.delete(part.row);
      part.file.block.mark(part.row, IS_HIDDEN);
    }
    for (const part of all) part.file.standIns.set(part.row, standIn);
    file.parts.set(row, all);
    const id = file.block.ids.of(row);
    if (id !== null) this.#orphans.delete(id);
    refill(standIn, reader);
    if (!file.block.has(row, HAS_START)) this.#note(standIn);
  }
}

/** All lines of a decision, in the order of the record. */
function entriesOf({ file, row }: RowRef, reader: LineReader): readonly RecordEntry[] {
  const refs = [{ file, row }, ...(file.parts.get(row) ?? [])];
  return refs.flatMap((ref) =>
    ref.file.block.linesOf(ref.row).flatMap((line) => {
      const raw = reader.read(ref.file, line);
      return raw === null ? [] : (parseLine(raw.toString()) ?? []);
    }),
  );
}

/** Makes the columns of a row again, from all lines of its decision. */
export const refill = (ref: RowRef, reader: LineReader): void =>
  fillRow(ref.file.block, ref.row, entriesOf(ref, reader));
