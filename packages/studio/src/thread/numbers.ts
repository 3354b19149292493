const [FIRST_ROOM, MOST_ROOM] = [64, 8_192];
const HALF = 0x1_0000;

/** How often the upper halves of numbers come, and then the lower halves of some: for one selection after another. */
const COUNTS = new Uint32Array(HALF);

/** A long list of milliseconds, in the least room: it grows by pieces, so that nothing of it is ever copied or left over. */
export class Durations {
  /** As they are written in memory: those of positive numbers are in the order of the numbers. */
  readonly #pieces: Uint32Array[] = [];
  #last = new Float32Array(0);
  #used = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(number: number): void {
    if (this.#used === this.#last.length) this.#grow();
    this.#last[this.#used++] = Math.max(0, number);
    this.#count += 1;
  }

  /** The value below which a share of all lies; 0 where there is none. */
  percentile(share: number): number {
    return percentileOf([this], share);
  }

  /** All of them, in pieces. */
  *pieces(): Generator<Uint32Array, void> {
    for (const piece of this.#pieces) yield piece.buffer === this.#last.buffer ? piece.subarray(0, this.#used) : piece;
  }

  #grow(): void {
    const room = this.#last.length === 0 ? FIRST_ROOM : Math.min(MOST_ROOM, this.#last.length * 2);
    this.#last = new Float32Array(room);
    this.#used = 0;
    this.#pieces.push(new Uint32Array(this.#last.buffer));
  }
}

/** The value below which a share of all in some lists lies, without a sorted copy of them; 0 where there is none. */
function percentileOf(lists: readonly Durations[], share: number): number {
  const all = lists.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return 0;
  const place = Math.min(all - 1, Math.floor(all * share));
  COUNTS.fill(0);
  for (const list of lists) for (const piece of list.pieces()) for (const number of piece) add(number >>> 16);
  const upper = placeIn(place);
  COUNTS.fill(0);
  for (const list of lists)
    for (const piece of list.pieces())
      for (const number of piece) if (number >>> 16 === upper.half) add(number & 0xffff);
  const lower = placeIn(upper.left);
  return new Float32Array(Uint32Array.of(upper.half * HALF + lower.half).buffer)[0] ?? 0;
}

const add = (half: number): void => {
  COUNTS[half] = (COUNTS[half] ?? 0) + 1;
};

/** The half with which the number at this place is counted, and how many with the same one come before it. */
function placeIn(place: number): { readonly half: number; readonly left: number } {
  let left = place;
  let half = 0;
  while (half < HALF - 1 && left >= (COUNTS[half] ?? 0)) left -= COUNTS[half++] ?? 0;
  return { half, left };
}

/** The three that are shown, of some lists together; zeros where there is nothing. */
export const usualPercentiles = (
  ...lists: readonly Durations[]
): { readonly p50: number; readonly p95: number; readonly p99: number } => ({
  p50: percentileOf(lists, 0.5),
  p95: percentileOf(lists, 0.95),
  p99: percentileOf(lists, 0.99),
});
