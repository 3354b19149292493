// Figures from samples; every random choice comes from a seeded generator, so that the same samples give the same interval.

const SEED = 20260304;

/** The middle value, or the mean of the two middle ones. */
export function median(values) {
  const sorted = inOrder(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest value that at least `percent` percent of all do not exceed. */
export function percentile(values, percent) {
  const rank = Math.ceil((percent / 100) * values.length);
  return inOrder(values)[Math.max(rank, 1) - 1];
}

/** The median of first[i] / second[i] with its 95 % bootstrap interval. */
export function pairedRatio(first, second) {
  if (first.length !== second.length)
    throw new RangeError(`${first.length} samples cannot be paired with ${second.length}`);
  const ratios = first.map((value, index) => value / second[index]);
  return { ratio: median(ratios), ...bootstrapInterval(ratios) };
}

/**
 * A figure of the first blocks of samples over that of the second, with its 95 % bootstrap interval: the first and the
 * second of each place are drawn together, since they were taken one after the other.
 */
export function ratioOfBlocks(first, second, figureOf) {
  const pairs = first.map((block, index) => [block, second[index]]);
  const ratioOf = (drawn) => figureOf(drawn.map(([block]) => block)) / figureOf(drawn.map(([, block]) => block));
  return { ratio: ratioOf(pairs), ...bootstrapInterval(pairs, { of: ratioOf }) };
}

/** Where the median, or another figure, of samples like these lies in 95 of 100 cases. */
export function bootstrapInterval(values, { draws = 2000, random = seededRandom(SEED), of = median } = {}) {
  const pick = () => values[Math.floor(random() * values.length)];
  const figures = inOrder(Array.from({ length: draws }, () => of(values.map(pick))));
  return { low: figures[Math.floor(draws * 0.025)], high: figures[Math.ceil(draws * 0.975) - 1] };
}

/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const inOrder = (values) => [...values].sort((one, other) => one - other);
