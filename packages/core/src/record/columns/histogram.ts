import { type ColumnBlock, HAS_END, HAS_FAULT } from './block.ts';
import { DECISIONS } from './entry-words.ts';

/** Counts of decisions in a stretch of time. */
export interface IndexedCounts {
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly {
    readonly total: number;
    readonly block: number;
    readonly ask: number;
    readonly fault: number;
  }[];
}

const [BLOCK, ASK, FAULT] = [1, 2, 3];
/** A count of all, then one for each code. */
const COUNTS = 4;

/** Counts rows in equal stretches of time. */
export class BucketCounts {
  readonly #first: number;
  readonly #last: number;
  readonly #buckets: number;
  readonly #counts: Float64Array;

  constructor({ first, last, buckets }: { readonly first: number; readonly last: number; readonly buckets: number }) {
    this.#first = first;
    this.#last = last;
    this.#buckets = buckets;
    this.#counts = new Float64Array(buckets * COUNTS);
  }

  /** Adds the marked rows of a block. */
  add({ rows: { columns, size } }: ColumnBlock, marks: Uint8Array): void {
    const { at, flags, decision } = columns;
    const [first, last, counts, highest] = [this.#first, this.#last, this.#counts, this.#buckets - 1];
    const width = (last - first) / this.#buckets;
    for (let row = 0; row < size; row += 1) {
      const time = at[row] ?? 0;
      if (marks[row] === 0 || time < first || time > last) continue;
      const place = Math.min(highest, Math.floor((time - first) / width)) * COUNTS;
      counts[place] = (counts[place] ?? 0) + 1;
      const flag = flags[row] ?? 0;
      if ((flag & HAS_END) === 0) continue;
      const code = CODES[decision[row] ?? 0] ?? 0;
      const own = code === 0 && (flag & HAS_FAULT) !== 0 ? FAULT : code;
      if (own > 0) counts[place + own] = (counts[place + own] ?? 0) + 1;
    }
  }

  all(): IndexedCounts {
    const of = (bucket: number, code: number): number => this.#counts[bucket * COUNTS + code] ?? 0;
    const buckets = Array.from({ length: this.#buckets }, (_, bucket) => ({
      total: of(bucket, 0),
      block: of(bucket, BLOCK),
      ask: of(bucket, ASK),
      fault: of(bucket, FAULT),
    }));
    return { from: this.#first, to: this.#last, buckets };
  }
}

/** By decision: what is counted for itself. */
const CODES = DECISIONS.map((decision) => (decision === 'block' ? BLOCK : decision === 'ask' ? ASK : 0));

/** The first and the last time of rows; the other way round where there are none. */
export class TimeSpan {
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  /** Adds the marked rows of a block. */
  add({ rows: { columns, size } }: ColumnBlock, marks: Uint8Array): void {
    const { at } = columns;
    let [first, last] = [this.first, this.last];
    for (let row = 0; row < size; row += 1) {
      if (marks[row] === 0) continue;
      const time = at[row] ?? 0;
      if (time < first) first = time;
      if (time > last) last = time;
    }
    [this.first, this.last] = [first, last];
  }
}
