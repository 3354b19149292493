import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, putTree, removeTree } from '../../../../test/support/tree.ts';
import { entriesByStem, entriesOf, filesBelow, stemOf } from './folder.ts';
import { recordingStamps } from './stamps/file-stamps.ts';
import { charge, withinScanBudget } from './scan-budget.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/h/a.sh': '',
    'p/h/a.test.sh': '',
    'p/h/.env': '',
    'p/h/.env.local': '',
    'p/h/deep/x': '',
    'p/h/.git/config': '',
    'p/h/deep/__pycache__/x.pyc': '',
    'p/h/circle': '-> .',
    'p/h/to-shared': '-> ../shared',
    'p/h/to-file': '-> a.sh',
    'p/h/to-nothing': '-> nowhere',
    'p/h/to-outside': '-> ../../outside',
    'p/shared/lib.sh': '',
    'outside/x': '',
  });
  project = `${root}/p`;
});
afterAll(() => removeTree(root));

const names = (entries: readonly { readonly name: string }[] | undefined) =>
  entries?.map(({ name }) => name).toSorted();

test('every file below a folder counts, through links inside the project only, and once', () => {
  expect(
    filesBelow(`${project}/h`, project)
      .map((path) => relative(`${project}/h`, path))
      .toSorted(),
  ).toEqual([
    '.env',
    '.env.local',
    'a.sh',
    'a.test.sh',
    'deep/x',
    'to-file',
    'to-nothing',
    'to-outside',
    'to-shared/lib.sh',
  ]);
});

test('more than a thousand files are too much', () => {
  const tree = makeTree(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${index}`, ''])));
  try {
    expect(filesBelow(tree, tree)).toHaveLength(1_000);
    putTree(tree, { more: '' });
    expect(() => filesBelow(tree, tree)).toThrow(`more than 1000 files in ${tree}`);
  } finally {
    removeTree(tree);
  }
});

test('a folder, or a link to one, is read; all else holds nothing', () => {
  expect(names(entriesOf(`${project}/h/to-shared`))).toEqual(['lib.sh']);
  expect(names(entriesOf(`${project}/h/deep`))).toEqual(['__pycache__', 'x']);
  for (const name of ['a.sh', 'gone', 'to-nothing', 'to-file']) expect(entriesOf(`${project}/h/${name}`)).toEqual([]);
});

test('a reading of a folder is noted as one of all its names, and costs a name and a step for each', () => {
  const deep = `${project}/h/deep`;
  for (const read of [entriesOf, entriesByStem]) {
    const { stamps } = recordingStamps(() => read(deep));
    expect(stamps.map(({ path, depth }) => [path, depth])).toEqual([[deep, 'content']]);
  }
  expect(() =>
    withinScanBudget(() => {
      charge('names', 40_000 - 1, '');
      entriesOf(deep);
    }),
  ).toThrow(`names in folders to look through, at ${deep}`);
  expect(() =>
    withinScanBudget(() => {
      charge('steps', 300_000 - 2, '');
      entriesOf(deep);
    }),
  ).toThrow(`words and places to look through, at ${deep}`);
});

test('in a scan a folder is read once', () => {
  const tree = makeTree({ a: '' });
  try {
    withinScanBudget(() => {
      entriesByStem(tree);
      mkdirSync(`${tree}/b`);
      expect(names(entriesOf(tree))).toEqual(['a']);
      expect([...entriesByStem(tree).keys()]).toEqual(['a']);
    });
    expect(names(entriesOf(tree))).toEqual(['a', 'b']);
  } finally {
    removeTree(tree);
  }
});

test('names are found by what stands before their first dot, which does not count at the start', () => {
  expect(['a', 'a.b', 'a.b.c', '.a', '.a.b', '..', ''].map(stemOf)).toEqual(['a', 'a', 'a', '.a', '.a', '.', '']);
  const stems = entriesByStem(`${project}/h`);
  expect([...stems.keys()].toSorted()).toEqual(
    ['.env', '.git', 'a', 'circle', 'deep', 'to-file', 'to-nothing', 'to-outside', 'to-shared'].toSorted(),
  );
  expect(names(stems.get('a'))).toEqual(['a.sh', 'a.test.sh']);
  expect(names(stems.get('.env'))).toEqual(['.env', '.env.local']);
});
