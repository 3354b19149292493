import { expect, test } from 'vitest';
import { BoundedMap, memoized } from './memo.ts';

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

test('a bounded map is emptied by the key that is one too many, not by a new value', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  expect([...map.set('c', 4)]).toEqual([['c', 4]]);
});
