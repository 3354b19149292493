import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Durations, usualPercentiles } from '../../packages/studio/src/thread/numbers.ts';

const listOf = (numbers: readonly number[]): Durations => {
  const list = new Durations();
  for (const number of numbers) list.push(number);
  return list;
};

const sortedPercentile = (numbers: readonly number[], share: number): number =>
  [...Float32Array.from(numbers).sort()][Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;

const duration = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.double({ min: 0, max: 5, noNaN: true }),
  fc.double({ min: 0, max: 1e7, noNaN: true }),
);

test('percentiles are those of the sorted list, be it short, long or full of the same number', () => {
  fc.assert(
    fc.property(fc.array(duration, { maxLength: 400 }), fc.constantFrom(0, 0.5, 0.95, 0.99, 1), (numbers, share) => {
      const list = listOf(numbers);
      expect([list.count, list.percentile(share)]).toEqual([numbers.length, sortedPercentile(numbers, share)]);
    }),
    { numRuns: 200 },
  );
  const long = Array.from({ length: 50_000 }, (_, at) => ((at * 7_919) % 40_009) / 10);
  expect(listOf(long).percentile(0.95)).toBe(sortedPercentile(long, 0.95));
});

test('several lists count as one, and nothing is zero', () => {
  const [one, other] = [
    [5, 1, 9],
    [2, 2, 700.25],
  ];
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => sortedPercentile([...one, ...other], share));
  expect(usualPercentiles(listOf(one), new Durations(), listOf(other))).toEqual({ p50, p95, p99 });
  expect(usualPercentiles()).toEqual({ p50: 0, p95: 0, p99: 0 });
  expect(new Durations().percentile(0.5)).toBe(0);
});
