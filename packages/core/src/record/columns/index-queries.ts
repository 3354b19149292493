import { setImmediate } from 'node:timers/promises';
import { isShown } from './block.ts';
import { BlockCounts } from './block-counts.ts';
import type { ParsedFilter } from './filter.ts';
import { findRow } from './find-row.ts';
import { BucketCounts, type IndexedCounts, TimeSpan } from './histogram.ts';
import { idOf, type IndexedFile, LineReader, type RowRef } from './indexed-file.ts';
import { newestRows } from './newest-rows.ts';
import type { RecordIndex } from './record-index.ts';
import { sieveOf } from './row-tests.ts';
import { TextScans } from './text-scan.ts';

/** Which rows are wanted, newest first. */
export interface RowsAsked {
  readonly filter: ParsedFilter;
  /** Only rows that are older, or newer, than the one with this id. */
  readonly before?: string | null;
  readonly after?: string | null;
  readonly limit: number;
  /** False: where there are more, it is not said how many fit, so that not all rows are looked at. */
  readonly isCounted?: boolean;
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

/** With a search for a text, other questions are answered after each file; without, after so long. */
const TURN_MS = 10;

interface FittingRows {
  readonly file: IndexedFile;
  /** Its place among all files. */
  readonly index: number;
  /** 1 for each of its rows that fits, to be used before anything else can happen: the room is used again. */
  readonly marks: () => Uint8Array;
}

/** Questions to an index of a record. */
export class IndexQueries {
  readonly #index: RecordIndex;
  readonly #scans = new TextScans();
  readonly #counts = new BlockCounts();
  #room = new Uint8Array(0);
  /** How many look for rows now. */
  #rowsAsked = 0;

  constructor(index: RecordIndex) {
    this.#index = index;
  }

  /** As long as older files are being read, it waits for as many rows as are wanted, not for their count. */
  async rows(asked: RowsAsked): Promise<RowsFound> {
    const newest = this.#newestRows(asked);
    if (newest !== null) return newest;
    for (;;) {
      // Waited for from before the look: the last file may be read during it.
      const next = this.#index.isReading() && asked.signal?.aborted !== true ? this.#index.nextFile() : null;
      const found = await this.#rowsNow(asked);
      if (next === null || found.rows.length === asked.limit) return found;
      await next;
    }
  }

  /** The newest of all are found before any file is read whole. */
  #newestRows({ filter, before = null, after = null, limit }: RowsAsked): RowsFound | null {
    const isPlain = filter.terms.length === 0 && before === null && after === null;
    if (!isPlain || !this.#index.isReading() || this.#index.files().length > 0) return null;
    const rows = newestRows(this.#index.folder(), limit + 1);
    return rows === null ? null : { rows: rows.slice(0, limit), more: true, total: null };
  }

  /** Somebody waits for these rows: what goes through all rows for a chart rests meanwhile. */
  async #rowsNow(asked: RowsAsked): Promise<RowsFound> {
    this.#rowsAsked += 1;
    try {
      return await this.#findRows(asked);
    } finally {
      this.#rowsAsked -= 1;
    }
  }

  async #findRows(asked: RowsAsked): Promise<RowsFound> {
    const { filter, before = null, after = null, limit, isCounted = true, signal } = asked;
    const [newest, oldest] = [this.#edge(before, 'before'), this.#edge(after, 'after')];
    const isSearch = filter.terms.some(({ key }) => key === 'text');
    const rows: RowRef[] = [];
    let [total, more] = [0, false];
    for await (const { file, index, marks } of this.#fitting(filter, signal, 'rows')) {
      const fits = marks();
      total += countMarks(fits, file.block.rows.size);
      for (let row = file.block.rows.size - 1; row >= 0 && !more; row -= 1) {
        if (fits[row] === 0 || !newest(file, index, row) || !oldest(file, index, row)) continue;
        if (rows.length < limit) rows.push({ file, row });
        else more = true;
      }
      // Counting all that hold a text would mean to search the whole record.
      if (more && (isSearch || !isCounted)) return { rows, more, total: null };
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
    const [first, last] = from !== null && to !== null ? [from, to] : await this.span(filter, signal);
    const least = from ?? first;
    const counts = new BucketCounts({ first: least, last: Math.max(least + 1, to ?? last), buckets });
    for await (const { file, marks } of this.#fitting(filter, signal)) counts.add(file.block, marks());
    return counts.all();
  }

  /** The times of the first and the last row that fits, once all files are read; now where none does. */
  async span(filter: ParsedFilter, signal?: AbortSignal): Promise<readonly [number, number]> {
    const span = new TimeSpan();
    await this.#index.whenDone(signal);
    for await (const { file, marks } of this.#fitting(filter, signal)) span.add(file.block, marks());
    return span.first > span.last ? [Date.now(), Date.now()] : [span.first, span.last];
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
    for await (const { file, marks } of this.#fitting(filter, signal)) {
      const fits = marks();
      for (let row = file.block.rows.size - 1; row >= 0; row -= 1) {
        if (fits[row] === 0) continue;
        count += 1;
        visit(file, row);
      }
    }
    return count;
  }

  /** How many decisions there are, as far as the files are read. */
  count(): number {
    const isDone = this.#index.isDone();
    return this.#index.files().reduce((sum, { block }) => sum + this.#counts.of(block, isDone), 0);
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
    return findRow(this.#index.files(), id);
  }

  async *#fitting(
    { terms }: ParsedFilter,
    signal: AbortSignal | undefined,
    what: 'rows' | 'counts' = 'counts',
  ): AsyncGenerator<FittingRows, void> {
    const sieve = sieveOf(terms);
    const texts = terms.flatMap((term) => (term.key === 'text' ? term.value : []));
    const files = this.#index.files();
    const isDone = this.#index.isDone();
    let since = performance.now();
    for (const [count, file] of files.toReversed().entries()) {
      if (texts.length > 0 || performance.now() - since > TURN_MS) {
        do await setImmediate();
        while (what === 'counts' && this.#rowsAsked > 0 && signal?.aborted !== true);
        since = performance.now();
      }
      if (signal?.aborted === true) return;
      const holds = this.#holding(texts, file);
      const marks = (): Uint8Array => {
        const fitting = this.#shown(file, isDone);
        sieve(file.block, fitting);
        if (holds !== null)
          for (let row = 0; row < file.block.rows.size; row += 1)
            if (fitting[row] === 1 && !holds(row)) fitting[row] = 0;
        return fitting;
      };
      yield { file, index: files.length - 1 - count, marks };
    }
  }

  /** 1 for each row of a file that stands for a decision. */
  #shown({ block: { rows } }: IndexedFile, isDone: boolean): Uint8Array {
    // Some more room than needed now, since rows come.
    if (this.#room.length < rows.size) this.#room = new Uint8Array(rows.size * 2);
    const { flags } = rows.columns;
    const marks = this.#room;
    for (let row = 0; row < rows.size; row += 1) marks[row] = isShown(flags[row] ?? 0, isDone) ? 1 : 0;
    return marks;
  }

  #holding(texts: readonly string[], file: IndexedFile): ((row: number) => boolean) | null {
    if (texts.length === 0) return null;
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
}

function countMarks(marks: Uint8Array, size: number): number {
  let count = 0;
  for (let row = 0; row < size; row += 1) count += marks[row] ?? 0;
  return count;
}
