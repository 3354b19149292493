import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minimatch } from 'minimatch';
import { expect, test } from 'vitest';
import { LONGEST, TIERS, TURNS } from './tiers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const testsIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));

test('every test file belongs to one tier', () => {
  const fits = (patterns: readonly string[], file: string): boolean =>
    patterns.some((pattern) => minimatch(file, pattern));
  const files = [...testsIn('packages'), ...testsIn('test')];
  const odd = files
    .map((file) => ({
      file,
      tiers: Object.entries(TIERS).flatMap(([name, { include, exclude = [] }]) =>
        fits(include, file) && !fits(exclude, file) ? [name] : [],
      ),
    }))
    .filter(({ tiers }) => tiers.length !== 1);
  expect(files.length).toBeGreaterThan(300);
  expect(odd).toEqual([]);
});

test('the files that begin first are there', () => {
  expect(LONGEST.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('tests take turns where there are many of them', () => {
  const files = [...testsIn('packages'), ...testsIn('test')];
  expect(TURNS.filter(({ folder }) => !files.some((file) => file.startsWith(folder)))).toEqual([]);
});
