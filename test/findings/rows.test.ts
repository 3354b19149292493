import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FINDINGS } from './rows.ts';

const numbered = (letter: string, last: number): readonly string[] =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

test('every finding has a test', () => {
  expect(Object.keys(FINDINGS)).toEqual([...numbered('K', 16), ...numbered('Q', 30), ...numbered('S', 12)]);
  expect(Object.entries(FINDINGS).filter(([, tests]) => tests.length === 0)).toEqual([]);
});

const root = new URL('../../', import.meta.url);

test.each(Object.entries(FINDINGS).flatMap(([id, tests]) => tests.map((one) => ({ id, ...one }))))(
  '$id: $file has the test "$title"',
  ({ file, title }) => {
    expect(readFileSync(new URL(file, root), 'utf8')).toContain(title);
  },
);
