import { relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { entryPoints, loadableFiles, privateImports } from './node-files.ts';

let root = '';

afterEach(() => removeTree(root));

/** What a question finds in a project with these files. */
function found(
  files: Readonly<Record<string, string>>,
  ask: (project: string) => readonly string[],
): readonly string[] {
  root = makeTree(files);
  const project = `${root}/p`;
  return ask(project)
    .map((path) => relative(project, path))
    .toSorted();
}

const names = (list: string, text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(list.split(' ').map((name) => [`p/${name}`, text]));

test('a path is taken as it is, with an extension of a module, or as TypeScript', () => {
  const files = names('a a.js a.mjs a.cjs a.jsx a.ts a.mts a.cts a.tsx a.json a.node a.py a.js.map ab.js b.js a.d.ts');
  expect(found(files, (project) => loadableFiles(`${project}/a`, project))).toEqual(
    'a a.cjs a.cts a.js a.json a.jsx a.mjs a.mts a.node a.ts a.tsx'.split(' '),
  );
});

test.each([
  ['a.js', 'a.js a.ts'],
  ['a.mjs', 'a.mjs a.mts'],
  ['a.cjs', 'a.cjs a.cts'],
  ['a.jsx', 'a.jsx a.tsx'],
  ['a.ts', 'a.ts'],
  ['a.js.x', ''],
  ['gone/a.js', ''],
  ['a.js/x', ''],
])('%s may be loaded as %s', (name, expected) => {
  const files = names('a a.js a.mjs a.cjs a.jsx a.ts a.mts a.cts a.tsx xa.ts a.js.tsx');
  const own = name === 'a.js' ? `${expected} a.js.tsx`.split(' ').toSorted() : expected.split(' ').filter(Boolean);
  expect(found(files, (project) => loadableFiles(`${project}/${name}`, project))).toEqual(own);
});

test('a folder stands for its entry points, and a link that leads nowhere for nothing', () => {
  const files = { ...names('a/index.js a/x.js'), 'p/a.js': '-> nowhere' };
  expect(found(files, (project) => loadableFiles(`${project}/a`, project))).toEqual(['a/index.js']);
});

test('the entry points of a folder are what node or python would run, and the description that says so', () => {
  const files = names(
    'f/index.js f/index.mjs f/__main__.py f/__init__.py f/other.js f/indexes.js f/index/x f/package.json',
  );
  expect(found(files, (project) => entryPoints(`${project}/f`, project))).toEqual([
    'f/__init__.py',
    'f/__main__.py',
    'f/index.js',
    'f/index.mjs',
    'f/package.json',
  ]);
});

test.each<[string, string, readonly string[]]>([
  ['a file', '{"main": "lib/main.js"}', ['lib/main.js']],
  ['a file without its extension', '{"main": "./lib/main"}', ['lib/main.js']],
  ['a folder', '{"main": "lib"}', ['lib/index.js']],
  ['the folder itself', '{"main": "."}', []],
  ['what is outside', '{"main": "../../outside.js"}', []],
  ['what is missing', '{"main": "gone"}', []],
  ['no text', '{"main": 1}', []],
  ['nothing', '{"name": "x"}', []],
  ['what it inherits', '{"__proto__": {"main": "lib/main.js"}}', []],
  ['no JSON', '{"main": "lib/main.js"', []],
  ['no object', '"main"', []],
  ['null', 'null', []],
])('a description whose main is %s', (_, text, more) => {
  const files = { ...names('f/lib/main.js f/lib/index.js'), 'p/f/package.json': text, 'outside.js': '' };
  expect(found(files, (project) => entryPoints(`${project}/f`, project))).toEqual([
    ...more.map((name) => `f/${name}`),
    'f/package.json',
  ]);
});

test('a description that is no file is none', () => {
  expect(found(names('f/package.json/x f/index.js'), (project) => entryPoints(`${project}/f`, project))).toEqual([
    'f/index.js',
  ]);
});

test('private names stand for all paths of the nearest description, however deep', () => {
  const imports = {
    '#a': './a.js',
    '#b': { node: './lib/b', default: ['./c.js', 'pkg', '../x.js'] },
    '#d': null,
    '#e': 1,
  };
  const files = {
    ...names('f/a.js f/lib/b.js f/c.js f/deep/x.js x.js f/pkg.js', ''),
    'p/f/package.json': JSON.stringify({ imports }),
    'p/package.json': '{"imports": {"#a": "./x.js"}}',
  };
  const expected = ['f/a.js', 'f/c.js', 'f/lib/b.js', 'f/package.json'];
  expect(found(files, (project) => privateImports(`${project}/f/deep/x.js`, project))).toEqual(expected);
  removeTree(root);
  expect(found(files, (project) => privateImports(`${project}/y/z.js`, project))).toEqual(['package.json', 'x.js']);
});

test('a description above the project does not count, and neither does one that is too deep', () => {
  const deep = (levels: number): string => `${'['.repeat(levels)}"./a.js"${']'.repeat(levels)}`;
  const files = (text: string) => ({
    ...names('a.js f/x.js'),
    'package.json': '{"imports": {"#a": "./p/a.js"}}',
    ...(text === '' ? {} : { 'p/package.json': `{"imports": ${text}}` }),
  });
  const ask = (project: string) => privateImports(`${project}/f/x.js`, project);
  expect(found(files(''), ask)).toEqual([]);
  removeTree(root);
  expect(found(files(deep(9)), ask)).toEqual(['a.js', 'package.json']);
  removeTree(root);
  expect(found(files(deep(10)), ask)).toEqual(['package.json']);
  expect(privateImports(`${root}/x.js`, `${root}/p`)).toEqual([]);
  expect(privateImports('/x.js', '/')).toEqual([]);
});
