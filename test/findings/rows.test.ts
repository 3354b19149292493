import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOT_SHOWN, PARTS } from './first/plays.mjs';
import { FINDINGS } from './rows.ts';

const numbered = (letter: string, last: number): readonly string[] =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

test('every finding has a test', () => {
  expect(Object.keys(FINDINGS)).toEqual([
    ...numbered('K', 16),
    ...numbered('Q', 30),
    ...numbered('S', 12),
    ...numbered('N', 21),
  ]);
  expect(Object.entries(FINDINGS).filter(([, tests]) => tests.length === 0)).toEqual([]);
});

test('every finding is played against the first release, or it says why not', () => {
  const played = [...PARTS.flatMap(({ rows }) => Object.keys(rows)), ...Object.keys(NOT_SHOWN)];
  expect(played.toSorted()).toEqual(Object.keys(FINDINGS).toSorted());
});

const root = new URL('../../', import.meta.url);

test.each(Object.entries(FINDINGS).flatMap(([id, tests]) => tests.map((one) => ({ id, ...one }))))(
  '$id: $file has the test "$title"',
  ({ file, title }) => {
    expect(readFileSync(new URL(file, root), 'utf8')).toContain(title);
  },
);
