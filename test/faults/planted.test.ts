import { expect, test } from 'vitest';
import { BUGS } from './planted/bugs.mjs';
import { misfitsOf } from './planted/copy.mjs';

test('every bug that is planted to try these tests still fits the code', () => {
  expect(BUGS.length).toBeGreaterThan(60);
  expect(BUGS.flatMap(misfitsOf)).toEqual([]);
});
