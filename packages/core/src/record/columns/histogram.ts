import { type ColumnBlock, HAS_END, HAS_FAULT } from './block.ts';
import { DECISIONS } from './entry-bytes.ts';

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

/** The times of rows, and the codes of their states. */
interface CountedRows {
  readonly times: Float64Array;
  readonly states: Uint8Array;
}

/** Room for the rows of one histogram, kept for the next: they follow each other while somebody looks. */
export class CountingRoom {
  #spare: CountedRows | null = null;

  take(most: number): CountedRows {
    const spare = this.#spare;
    this.#spare = null;
    if (spare !== null && spare.states.length >= most) return spare;
    // Some more than needed now, since rows come.
    const length = most + (most >> 3);
    return { times: new Float64Array(length), states: new Uint8Array(length) };
  }

  giveBack(room: CountedRows): void {
    this.#spare = room;
  }
}

const [BLOCK, ASK, FAULT] = [1, 2, 3];

/** For the rows of a block: 1 a block, 2 a question, 3 a fault, 0 all else. */
export function countedCode({ rows }: ColumnBlock): (row: number) => number {
  const { flags, decision } = rows.columns;
  const [block, ask] = [DECISIONS.indexOf('block'), DECISIONS.indexOf('ask')];
  return (row) => {
    const flag = flags[row] ?? 0;
    if ((flag & HAS_END) === 0) return 0;
    const decided = decision[row] ?? 0;
    if (decided === block) return BLOCK;
    if (decided === ask) return ASK;
    return (flag & HAS_FAULT) === 0 ? 0 : FAULT;
  };
}

/** How many of the times lie in each of so many equal stretches; of each the code of its state. */
export function bucketsOf(
  times: Float64Array,
  states: Uint8Array,
  { first, last, buckets }: { readonly first: number; readonly last: number; readonly buckets: number },
): IndexedCounts['buckets'] {
  const counts = Array.from({ length: buckets }, () => [0, 0, 0, 0]);
  const width = (last - first) / buckets;
  for (let each = 0; each < times.length; each += 1) {
    const at = times[each] ?? 0;
    const bucket =
      at < first || at > last ? undefined : counts[Math.min(buckets - 1, Math.floor((at - first) / width))];
    if (bucket === undefined) continue;
    bucket[0] = (bucket[0] ?? 0) + 1;
    const state = states[each] ?? 0;
    if (state > 0) bucket[state] = (bucket[state] ?? 0) + 1;
  }
  return counts.map(([total = 0, block = 0, ask = 0, fault = 0]) => ({ total, block, ask, fault }));
}
