import { setImmediate } from 'node:timers/promises';
import { HAS_START, IS_HIDDEN, IS_TORN } from './block.ts';
import type { ParsedFilter } from './filter.ts';
import { bucketsOf, CountingRoom, countedCode, type IndexedCounts } from './histogram.ts';
import { type IndexedFile, LineReader, type RowRef } from './indexed-file.ts';
import type { RecordIndex } from './record-index.ts';
import { rowTest } from './row-tests.ts';
import { TextScans } from './text-scan.ts';

/** Which rows are wanted, newest first. */
export interface RowsAsked {
  readonly filter: ParsedFilter;
  /** Only rows that are older, or newer, than the one with this id. */
  readonly before?: string | null;
  readonly after?: string | null;
  readonly limit: number;
  /** Ends a search for a text. */
  readonly signal?: AbortSignal;
}

export interface RowsFound {
  readonly rows: readonly RowRef[];
  /** There are older ones that fit. */
  readonly more: boolean;
  /** How many rows fit in all; null: not all were looked at. */
  readonly total: number | null;
}

/** With a search for a text, other requests are answered after each file; without, after some files. */
const FILES_AT_ONCE = 16;

interface FittingRows {
  readonly file: IndexedFile;
  /** Its place among all files. */
  readonly index: number;
  /** A test of its rows, to be used before anything else can happen: columns may grow in between. */
  readonly test: () => (row: number) => boolean;
}

/** Questions to an index of a record. */
export class IndexQueries {
  readonly #index: RecordIndex;
  readonly #scans = new TextScans();
  readonly #room = new CountingRoom();

  constructor(index: RecordIndex) {
    this.#index = index;
  }

  /** As long as older files are being read, it waits for as many rows as are wanted, not for their count. */
  async rows(asked: RowsAsked): Promise<RowsFound> {
    for (;;) {
      const isLast = !this.#index.isReading() || asked.signal?.aborted === true;
      const found = await this.#rowsNow(asked);
      if (isLast || found.rows.length === asked.limit) return found;
      await this.#index.nextFile();
    }
  }

  async #rowsNow({ filter, before = null, after = null, limit, signal }: RowsAsked): Promise<RowsFound> {
    const [newest, oldest] = [this.#edge(before, 'before'), this.#edge(after, 'after')];
    const isSearch = filter.terms.some(({ key }) => key === 'text');
    const rows: RowRef[] = [];
    let [total, more] = [0, false];
    for await (const { file, index, test } of this.#fitting(filter, signal)) {
      const fits = test();
      for (let row = file.block.rows.size - 1; row >= 0; row -= 1) {
        if (!fits(row)) continue;
        total += 1;
        if (more || !newest(file, index, row) || !oldest(file, index, row)) continue;
        if (rows.length < limit) rows.push({ file, row });
        else more = true;
      }
      // Counting all that hold a text would mean to search the whole record.
      if (isSearch && more) return { rows, more, total: null };
    }
    return { rows, more, total: this.#index.isDone() ? total : null };
  }

  /** How many rows fit in each of so many equal stretches of time; the edges are those of what fits, unless given. */
  async histogram(
    filter: ParsedFilter,
    { from, to, buckets }: { readonly from: number | null; readonly to: number | null; readonly buckets: number },
    signal?: AbortSignal,
  ): Promise<IndexedCounts> {
    await this.#index.whenDone(signal);
    const most = this.#index.files().reduce((sum, { block }) => sum + block.rows.size, 0);
    const counted = this.#room.take(most);
    const { times, states } = counted;
    let count = 0;
    for await (const { file, test } of this.#fitting(filter, signal)) {
      const fits = test();
      const { at } = file.block.rows.columns;
      const codeOf = countedCode(file.block);
      for (let row = file.block.rows.size - 1; row >= 0 && count < most; row -= 1) {
        if (!fits(row)) continue;
        times[count] = at[row] ?? 0;
        states[count++] = codeOf(row);
      }
    }
    const all = times.subarray(0, count);
    const first = from ?? all.reduce((least, at) => Math.min(least, at), all[0] ?? Date.now());
    const last = Math.max(first + 1, to ?? all.reduce((greatest, at) => Math.max(greatest, at), all[0] ?? Date.now()));
    this.#room.giveBack(counted);
    return { from: first, to: last, buckets: bucketsOf(all, states, { first, last, buckets }) };
  }

  /**
   * Shows all rows that fit to a visitor, newest first, once all files are read; others are answered meanwhile. Returns
   * how many there are.
   */
  async each(
    filter: ParsedFilter,
    visit: (file: IndexedFile, row: number) => void,
    signal?: AbortSignal,
  ): Promise<number> {
    let count = 0;
    await this.#index.whenDone(signal);
    for await (const { file, test } of this.#fitting(filter, signal)) {
      const fits = test();
      for (let row = file.block.rows.size - 1; row >= 0; row -= 1) {
        if (!fits(row)) continue;
        count += 1;
        visit(file, row);
      }
    }
    return count;
  }

  /** How many decisions there are, as far as the files are read. */
  count(): number {
    const isDone = this.#index.isDone();
    let count = 0;
    for (const { block } of this.#index.files()) {
      const { flags } = block.rows.columns;
      for (let row = 0; row < block.rows.size; row += 1)
        if (isShown(flags[row] ?? 0, isDone) && ((flags[row] ?? 0) & IS_TORN) === 0) count += 1;
    }
    return count;
  }

  /** The same, once all files are read in which it might be. */
  async findSoon(id: string): Promise<RowRef | null> {
    for (;;) {
      const isLast = !this.#index.isReading();
      const found = this.find(id);
      if (isLast || found !== null) return found;
      await this.#index.nextFile();
    }
  }

  /** The row of a decision; null: there is none with this id. */
  find(id: string): RowRef | null {
    const found = this.#search(id);
    if (found === null) return null;
    return found.file.standIns.get(found.row) ?? found;
  }

  async *#fitting({ terms }: ParsedFilter, signal: AbortSignal | undefined): AsyncGenerator<FittingRows, void> {
    const test = rowTest(terms);
    const texts = terms.flatMap((term) => (term.key === 'text' ? term.value : []));
    const files = this.#index.files();
    const isDone = this.#index.isDone();
    for (const [count, file] of files.toReversed().entries()) {
      if (texts.length > 0 || (count + 1) % FILES_AT_ONCE === 0) await setImmediate();
      if (signal?.aborted === true) return;
      const holds = this.#holding(texts, file);
      const testHere = (): ((row: number) => boolean) => {
        const { flags } = file.block.rows.columns;
        const fits = test(file.block);
        return (row) => isShown(flags[row] ?? 0, isDone) && fits(row) && holds(row);
      };
      yield { file, index: files.length - 1 - count, test: testHere };
    }
  }

  #holding(texts: readonly string[], file: IndexedFile): (row: number) => boolean {
    if (texts.length === 0) return () => true;
    const reader = new LineReader(this.#index.folder());
    try {
      const tests = texts.map((text) => this.#scans.rowsWith(text, file, reader));
      return (row) => tests.every((holds) => holds(row));
    } finally {
      reader.close();
    }
  }

  /** Whether a row is on one side of another; where that is gone, by the ids, which sort by time. */
  #edge(id: string | null, side: 'before' | 'after'): (file: IndexedFile, index: number, row: number) => boolean {
    if (id === null) return () => true;
    const found = this.find(id);
    if (found === null)
      return (file, _index, row) => {
        const own = idOf({ file, row });
        return side === 'before' ? own < id : own > id;
      };
    const edge = this.#index.files().indexOf(found.file);
    return (_file, index, row) => {
      const difference = index - edge || row - found.row;
      return side === 'before' ? difference < 0 : difference > 0;
    };
  }

  #search(id: string): RowRef | null {
    const torn = TORN_ID.exec(id);
    const tornRow = torn === null ? null : this.#tornAt(Number(torn[1]), Number(torn[2]));
    if (tornRow !== null) return tornRow;
    const bytes = Buffer.from(id);
    for (const file of this.#index.files().toReversed()) {
      const row = file.block.ids.search(bytes);
      if (row >= 0) return { file, row };
    }
    return null;
  }

  #tornAt(inode: number, offset: number): RowRef | null {
    const file = this.#index.files().find((each) => each.inode === inode);
    if (file === undefined) return null;
    const { block } = file;
    for (let row = 0; row < block.rows.size; row += 1)
      if (block.has(row, IS_TORN) && block.rows.get('startOffset', row) === offset) return { file, row };
    return null;
  }
}

const TORN_ID = /^torn-(\d+)-(\d+)$/;

/** The id of a row; a stretch that is no entry has its place for one. */
export const idOf = ({ file: { block, inode }, row }: RowRef): string =>
  block.ids.of(row) ?? `torn-${inode}-${block.rows.get('startOffset', row)}`;

/** As long as older files are not read, what has no start may still get one. */
const isShown = (flags: number, isDone: boolean): boolean =>
  (flags & IS_HIDDEN) === 0 && (isDone || (flags & (HAS_START | IS_TORN)) !== 0);
