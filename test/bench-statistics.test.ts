import { describe, expect, it } from 'vitest';
import {
  bootstrapInterval,
  median,
  pairedRatio,
  percentile,
  ratioOfBlocks,
  seededRandom,
} from '../bench/statistics.mjs';

describe('median', () => {
  it('is the middle of an odd number of values, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is the mean of the two middle ones of an even number of values', () => {
    expect(median([10, 2, 4, 8])).toBe(6);
  });

  it('compares numbers, not their texts', () => {
    expect(median([100, 20, 3])).toBe(20);
  });

  it('leaves its input alone', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is a value that was measured, and that so many percent do not exceed', () => {
    expect([0, 1, 50, 95, 100].map((percent) => percentile(hundred, percent))).toEqual([1, 1, 50, 95, 100]);
  });

  it('of few values is the largest when no smaller one is enough', () => {
    expect(percentile([1, 2, 3], 95)).toBe(3);
  });
});

describe('paired ratio', () => {
  it('is the median of the ratios of pairs, not the ratio of medians', () => {
    expect(pairedRatio([1, 20, 300], [2, 10, 100]).ratio).toBe(2);
  });

  it('of a side that always takes half as long has no spread, however unsteady both are', () => {
    const base = [3, 30, 4, 50, 5];
    expect(
      pairedRatio(
        base.map((value) => value / 2),
        base,
      ),
    ).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
  });

  it('refuses samples that are no pairs', () => {
    expect(() => pairedRatio([1, 2], [1])).toThrow(new RangeError('2 samples cannot be paired with 1'));
  });
});

describe('ratio of blocks', () => {
  const p95 = (blocks: readonly (readonly number[])[]): number => percentile(blocks.flat(), 95);

  it('is the figure of all blocks of one side over that of the other', () => {
    expect(ratioOfBlocks([[10, 20], [90]], [[10], [20, 30]], p95).ratio).toBe(3);
  });

  it('draws blocks that were taken one after the other together, so that a slow hour widens nothing', () => {
    const base = [[3, 4], [30, 40], [300]];
    const half = base.map((block) => block.map((value) => value / 2));
    expect(ratioOfBlocks(half, base, p95)).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
  });
});

describe('bootstrap interval', () => {
  const random = seededRandom(7);
  const noisy = Array.from({ length: 200 }, () => 1 + (random() - 0.5));

  it('is the same for the same samples', () => {
    expect(bootstrapInterval(noisy)).toEqual(bootstrapInterval(noisy));
  });

  it('holds the median and grows narrower with more samples', () => {
    const few = bootstrapInterval(noisy.slice(0, 20));
    const many = bootstrapInterval(noisy);
    expect(many.low).toBeLessThanOrEqual(median(noisy));
    expect(many.high).toBeGreaterThanOrEqual(median(noisy));
    expect(many.high - many.low).toBeLessThan(few.high - few.low);
  });

  it('holds the true median in about 95 of 100 cases', () => {
    const source = seededRandom(11);
    const held = Array.from({ length: 400 }, () => {
      const values = Array.from({ length: 41 }, source);
      const { low, high } = bootstrapInterval(values, { draws: 300, random: source });
      return low <= 0.5 && 0.5 <= high;
    });
    const share = held.filter(Boolean).length / held.length;
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(0.99);
  });

  it('takes its chance from the generator that it is given', () => {
    expect(bootstrapInterval([1, 2, 3], { draws: 40, random: () => 0 })).toEqual({ low: 1, high: 1 });
  });
});

describe('seeded random', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const take = (seed: number): readonly number[] => Array.from({ length: 5 }, seededRandom(seed));
    expect(take(1)).toEqual(take(1));
    expect(take(1)).not.toEqual(take(2));
  });

  it('stays from 0 up to 1 and covers it evenly', () => {
    const values = Array.from({ length: 10_000 }, seededRandom(3));
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length,
    );
    expect(tenths.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect(Math.min(...tenths)).toBeGreaterThan(850);
  });
});
