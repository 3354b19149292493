const STEPS_PER_DOUBLING = 4;
const BUCKETS = 81; // up to 2^20 ms, about 17 minutes

/** Durations as counts: a bucket ends at 2^(its number / 4) ms, so a percentile read from it is at most a fifth too high. */
export type Durations = readonly number[];

/** All lists are equally long, so that they can be added up. */
export function countDurations(all: readonly number[]): Durations {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  for (const ms of all) {
    const bucket = Math.min(BUCKETS - 1, Math.ceil(Math.log2(Math.max(1, ms)) * STEPS_PER_DOUBLING));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

/** The time within which a share of them ended; 0: there are none. */
export function percentileOf(counts: Durations, share: number): number {
  const needed = share * counts.reduce((sum, count) => sum + count, 0);
  if (needed === 0) return 0;
  let seen = 0;
  const bucket = counts.findIndex((count) => (seen += count) >= needed);
  return 2 ** ((bucket < 0 ? counts.length - 1 : bucket) / STEPS_PER_DOUBLING);
}
