import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compactStamps, stampAt } from './file-stamps.ts';
import type { FileStamp } from './file-stamps.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-compacted-')));
  mkdirSync(join(folder, 'f'));
  writeFileSync(join(folder, 'a'), '');
  symlinkSync('f', join(folder, 'link'));
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Looks by name; a `*` behind it for one at the content. */
const stampsAt = (...names: readonly string[]): readonly FileStamp[] =>
  names.map((name) => stampAt(join(folder, name.replace('*', '')), name.endsWith('*') ? 'content' : 'identity'));
const shown = (stamps: readonly FileStamp[]): readonly string[] =>
  stamps.map(({ path, depth }) => `${relative(folder, path)}${depth === 'content' ? '*' : ''}`);
const missingIn = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}/${index}`);

test.each<[string, readonly string[], readonly string[]]>([
  ['what is there is asked for', ['a', 'f', 'a*'], ['a', 'f', 'a*']],
  ['what is missing in a folder is asked for', ['f', 'f/x'], ['f', 'f/x']],
  ['what is missing below a file is not', ['a', 'a/x'], ['a']],
  ['what is missing below what is missing is not', ['gone', 'gone/x', 'gone/x/y'], ['gone']],
  ['what is missing below a link is asked for', ['link', 'link/x'], ['link', 'link/x']],
  ['what is missing below a path without a stamp keeps its own', ['gone/x'], ['gone/x']],
  ['twelve missing names are asked for one by one', ['f', ...missingIn('f', 12)], ['f', ...missingIn('f', 12)]],
  ['instead of thirteen missing names their folder is asked', ['f', ...missingIn('f', 13), 'a'], ['f', 'a', 'f*']],
  ['a folder whose names were read tells of each that is missing', ['f*', 'f/x', 'a'], ['f*', 'a']],
  ['a link to a folder does not', ['link*', 'link/x'], ['link*', 'link/x']],
  ['a file does not', ['a*', 'f/x'], ['a*', 'f/x']],
])('%s', (_, stamps, expected) => {
  expect(shown(compactStamps(stampsAt(...stamps)))).toEqual(expected);
});

test('names that are missing in a folder do not hide what is there in it', () => {
  writeFileSync(join(folder, 'f/there'), '');
  expect(shown(compactStamps(stampsAt('f*', 'f/there', 'f/x')))).toEqual(['f*', 'f/there']);
  expect(shown(compactStamps(stampsAt(...missingIn('f', 13), 'f/there')))).toEqual(['f/there', 'f*']);
});

test('names that appeared in the meantime stay asked for, each by itself', () => {
  const stamps = stampsAt('f*', 'f/x', 'a');
  writeFileSync(join(folder, 'f/x'), '');
  expect(shown(compactStamps(stamps))).toEqual(['f*', 'f/x', 'a']);
});

test('asking again for what is missing costs a call for each name', () => {
  withinScanBudget(() => {
    charge('calls', 30_000 - 13, '');
    compactStamps(stampsAt(...missingIn('f', 13)));
    expect(() => compactStamps(stampsAt('f*', 'f/x'))).toThrow(`files to look through, at ${join(folder, 'f')}`);
    expect(shown(compactStamps(stampsAt('f', 'f/x')))).toEqual(['f', 'f/x']);
  });
});

test('a folder in which names come and go does not stand for those that are missing', () => {
  const names = missingIn('f', 13);
  vi.setSystemTime(Date.now() - 10_000);
  expect(shown(compactStamps(stampsAt('f', ...names)))).toEqual(['f', ...names]);
});
