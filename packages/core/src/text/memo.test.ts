import { expect, test } from 'vitest';
import { memoized } from './memo.ts';

test('a memoized function is called once for each object, and again after it threw', () => {
  const asked: object[] = [];
  const lengthOf = memoized((key: readonly string[]) => {
    asked.push(key);
    if (asked.length === 1) throw new Error('not yet');
    return key.length;
  });
  const [one, other] = [['a'], ['a']];
  expect(() => lengthOf(one)).toThrow('not yet');
  expect([lengthOf(one), lengthOf(one), lengthOf(other), lengthOf(other)]).toEqual([1, 1, 1, 1]);
  expect(asked).toEqual([one, one, other]);
});
