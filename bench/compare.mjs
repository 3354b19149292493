// Compares two pieces of work in one run.

/** Median of paired ratios first/second with a bootstrap 95 % interval; the order alternates from round to round. */
export function compare(first, second, rounds) {
  first();
  second();
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const swap = round % 2 === 1;
    const one = time(swap ? second : first);
    const other = time(swap ? first : second);
    pairs.push(swap ? [other, one] : [one, other]);
  }
  const ratios = pairs.map(([a, b]) => a / b);
  const [low, high] = interval(ratios);
  return {
    ratio: median(ratios),
    low,
    high,
    medianMs: median(pairs.map(([a]) => a)),
    baseMs: median(pairs.map(([, b]) => b)),
  };
}

function time(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function interval(values, samples = 1000) {
  const medians = Array.from({ length: samples }, () =>
    median(values.map(() => values[Math.floor(Math.random() * values.length)])),
  ).toSorted((one, other) => one - other);
  return [medians[Math.floor(samples * 0.025)], medians[Math.floor(samples * 0.975)]];
}
