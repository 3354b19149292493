/** The value below which a share of all lies; the list is sorted, and not empty. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const FIRST_ROOM = 64;

/** A long list of milliseconds, in the least room: a list of the language takes three times as much, and its copies too. */
export class Durations {
  #numbers = new Float32Array(FIRST_ROOM);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const more = new Float32Array(this.#count * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#count++] = number;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  /** All of them, smallest first; their order is lost. */
  sort(): Float32Array {
    return this.#numbers.subarray(0, this.#count).sort();
  }
}

/** The three that are shown, of a sorted list; zeros where there is nothing. */
export const usualPercentiles = (
  sorted: ArrayLike<number>,
): { readonly p50: number; readonly p95: number; readonly p99: number } => ({
  p50: percentile(sorted, 0.5),
  p95: percentile(sorted, 0.95),
  p99: percentile(sorted, 0.99),
});
