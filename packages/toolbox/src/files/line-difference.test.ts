import { describe, expect, it } from 'vitest';
import { lineDifference } from './line-difference.ts';

const shown = (from: string, to: string): string =>
  lineDifference(from, to)
    .map(({ sign, text }) => sign + text)
    .join('|');

describe('the difference of two texts', () => {
  it.each([
    ['a', 'a', ' a'],
    ['a', 'b', '-a|+b'],
    ['a\nb\nc', 'a\nc', ' a|-b| c'],
    ['a\nc', 'a\nb\nc', ' a|+b| c'],
    ['a\nb\nc\nd', 'b\nx\nd\ne', '-a| b|-c|+x| d|+e'],
  ])('of %j and %j changes as little as possible', (from, to, expected) => {
    expect(shown(from, to)).toBe(expected);
  });

  it('of long texts is told whole', () => {
    const long = Array.from({ length: 500 }, (_, index) => String(index)).join('\n');
    expect(lineDifference(long, long)).toHaveLength(1000);
  });
});
