import { type ColumnBlock, IS_TORN, isShown } from './block.ts';

interface Counted {
  readonly lines: number;
  readonly marks: number;
  readonly isDone: boolean;
  readonly count: number;
}

/** How many decisions blocks hold: each is counted again only when it has changed. */
export class BlockCounts {
  readonly #known = new WeakMap<ColumnBlock, Counted>();

  of(block: ColumnBlock, isDone: boolean): number {
    const known = this.#known.get(block);
    const { lines, marks } = block;
    if (known?.lines === lines && known.marks === marks && known.isDone === isDone) return known.count;
    const count = countOf(block, isDone);
    this.#known.set(block, { lines, marks, isDone, count });
    return count;
  }
}

function countOf({ rows: { columns, size } }: ColumnBlock, isDone: boolean): number {
  const { flags } = columns;
  let count = 0;
  for (let row = 0; row < size; row += 1) {
    const own = flags[row] ?? 0;
    if (isShown(own, isDone) && (own & IS_TORN) === 0) count += 1;
  }
  return count;
}
