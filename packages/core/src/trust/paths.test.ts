import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingStamps } from './stamps/file-stamps.ts';
import {
  insideProject,
  isBelow,
  isFile,
  isFolder,
  linkStatsOf,
  realPathOf,
  resolvedPath,
  shownPath,
  statsOf,
  targetOf,
} from './paths.ts';

let root = '';
const at = (name: string): string => join(root, name);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-paths-')));
  mkdirSync(at('p/folder'), { recursive: true });
  writeFileSync(at('p/file'), 'x');
  writeFileSync(at('outside'), '');
  for (const [name, target] of LINKS) symlinkSync(target, at(name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LINKS = [
  ['p/to-file', 'file'],
  ['p/to-folder', 'folder'],
  ['p/to-nothing', 'nothing'],
  ['p/to-outside', '../outside'],
  ['p/circle', 'circle'],
  ['to-p', 'p'],
] as const;

const NAMES = [
  'p/file',
  'p/folder',
  'p/to-file',
  'p/to-folder',
  'p/to-nothing',
  'p/circle',
  'p/gone',
  'p/file/x',
  'p/\0',
];

test('files and folders are told through links; what leads nowhere is neither', () => {
  const named = (is: (path: string) => boolean): readonly string[] => NAMES.filter((name) => is(at(name)));
  expect(named(isFile)).toEqual(['p/file', 'p/to-file']);
  expect(named(isFolder)).toEqual(['p/folder', 'p/to-folder']);
  expect(named((path) => linkStatsOf(path) !== null)).toEqual(NAMES.slice(0, 6));
  expect(named((path) => linkStatsOf(path)?.isSymbolicLink() === true)).toEqual(NAMES.slice(2, 6));
  expect(named((path) => targetOf(path) !== null)).toEqual(NAMES.slice(0, 4));
  expect(named((path) => statsOf(path) !== null)).toEqual(NAMES.slice(0, 4));
  expect(statsOf(at('p/to-file'))).toEqual(statSync(at('p/file')));
});

test('a path without links is told, and null where it leads nowhere', () => {
  expect(NAMES.map((name) => realPathOf(at(name)))).toEqual([
    at('p/file'),
    at('p/folder'),
    at('p/file'),
    at('p/folder'),
    ...NAMES.slice(4).map(() => null),
  ]);
  expect(['p/to-file', 'p/gone'].map((name) => resolvedPath(at(name)))).toEqual([at('p/file'), at('p/gone')]);
  expect(resolvedPath('gone')).toBe(join(process.cwd(), 'gone'));
});

test('every question about a path is noted as one about what stands there', () => {
  for (const ask of [isFile, isFolder, linkStatsOf, targetOf, statsOf, realPathOf, resolvedPath]) {
    const { stamps } = recordingStamps(() => ask(at('p/file')));
    expect(stamps.map(({ path, depth }) => [path, depth])).toEqual([[at('p/file'), 'identity']]);
  }
});

test.each([
  ['p/file', 'p/file'],
  ['p/gone', 'p/gone'],
  ['p/folder/../gone', 'p/gone'],
  ['p/to-outside', 'p/to-outside'],
  ['to-p/file', 'p/file'],
  ['to-p/to-file', 'p/file'],
  ['to-p/gone', 'p/gone'],
  ['p', null],
  ['to-p', null],
  ['outside', null],
  ['gone', null],
  ['gone/x', null],
  ['to-p/to-outside', null],
  ['p-other/x', null],
])('%s lies in the project as %s', (name, expected) => {
  const inside = insideProject(at('p'), `${root}/${name}`);
  expect(inside === null ? null : relative(root, inside)).toBe(expected);
});

test('a folder is not below itself, and all else is below the root', () => {
  const below = (folder: string, ...paths: readonly string[]) => paths.map((path) => isBelow(folder, path));
  expect(below('/a/b', '/a/b/c', '/a/b/c/d', '/a/b', '/a/b/', '/a/bc', '/a', '/x/a/b/c')).toEqual([
    true,
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
  expect(below('/', '/a', '/a/b', '/')).toEqual([true, true, false]);
});

test('people are shown a path as seen from the project', () => {
  expect(shownPath('/p/a/b', '/p')).toBe('a/b');
});
