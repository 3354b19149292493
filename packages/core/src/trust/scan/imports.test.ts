import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { importsOfJavaScript, importsOfPython, pythonModule } from './imports.ts';
import { packagesIn } from './packages.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/one.py': '',
    'p/two.py': '',
    'p/three.py': '',
    'p/é1.py': '',
    'p/pkg/__init__.py': '',
    'p/pkg/__main__.py': '',
    'p/pkg/sub.py': '',
    'p/pkg/deep/__init__.py': '',
    'p/pkg/deep/er.py': '',
    'p/bare/x.py': '',
    'p/many.py': '',
    'p/many.pyw': '',
    'p/many.pyc': '',
    'p/many.abi3.so': '',
    'p/many.pyd': '',
    'p/many.txt': '',
    'p/many.python': '',
    'p/a.js': '',
    'p/a.ts': '',
    'p/lib/b.mjs': '',
    'p/lib/index.js': '',
    'p/package.json': '{"imports": {"#x": "./a.js"}}',
    'p/node_modules/left/index.js': '',
    'p/node_modules/@scope/right/index.js': '',
    'p/lib/node_modules/inner/index.js': '',
    'p/lib/node_modules/file': '',
    'node_modules/outer/index.js': '',
    'out/one.py': '',
    'shadows/json.py': '',
    'shadows/_private.py': '',
    'shadows/__dunder.py': '',
    'shadows/own.py': '',
    'shadows/xml/__init__.py': '',
    'shadows/xml/__main__.py': '',
  });
  project = `${root}/p`;
});
afterAll(() => removeTree(root));

const shown = (paths: readonly string[], from = project): string =>
  [...new Set(paths.map((path) => relative(from, path)))].toSorted().join(' ');
const python = (text: string, file = 'x.py', ...roots: readonly string[]): string =>
  shown(importsOfPython({ text, file: `${project}/${file}`, project }, roots.length === 0 ? [project] : roots));

const PKG = 'pkg/__init__.py pkg/__main__.py';

test.each([
  ['import one', 'one.py'],
  ['import one, two as t , three', 'one.py three.py two.py'],
  ['import one # import two', 'one.py'],
  ['import one; import two', 'one.py two.py'],
  ['  \timport \t one', 'one.py'],
  ['if x: import one', 'one.py'],
  ['x = 1; import one', 'one.py'],
  ['import one, \\\n  two', 'one.py two.py'],
  ['import one, \\\r\n  two', 'one.py two.py'],
  ['import é1', 'é1.py'],
  ['# x\nimport one\nimport two', 'one.py two.py'],
  ['reimport one', ''],
  ['important one', ''],
  ['x import one', ''],
  ['import', ''],
  ['import one-two', ''],
  ['import pkg', PKG],
  ['import pkg.sub', 'pkg/__init__.py pkg/sub.py'],
  ['import pkg.deep.er', 'pkg/__init__.py pkg/deep/__init__.py pkg/deep/er.py'],
  ['import bare.x', 'bare/x.py'],
  ['import gone, gone.x', ''],
  ['import many', 'many.abi3.so many.py many.pyc many.pyd many.pyw'],
])('python loads by %j', (text, expected) => {
  expect(python(text)).toBe(expected);
});

test.each([
  ['from one import x', 'one.py'],
  ['from pkg import sub', `${PKG} pkg/sub.py`],
  ['from pkg import (\n  sub, # one\n  deep,\n)', `${PKG} pkg/deep/__init__.py pkg/sub.py`],
  ['from pkg.deep import er as e', 'pkg/__init__.py pkg/deep/__init__.py pkg/deep/er.py'],
  ['  from\tone\timport(x)', 'one.py'],
  ['try: from one import x', 'one.py'],
  ['from one import x; from two import y', 'one.py two.py'],
  ['from é1 import x', 'é1.py'],
  ['from oneimport x', ''],
  ['xfrom one import x', ''],
])('python loads from a module by %j', (text, expected) => {
  expect(python(text)).toBe(expected);
});

test.each([
  ['from . import er', 'pkg/deep/er.py', 'pkg/deep/__init__.py pkg/deep/er.py'],
  ['from .er import x', 'pkg/deep/x.py', 'pkg/deep/er.py'],
  ['from .. import sub', 'pkg/deep/x.py', 'pkg/__init__.py pkg/sub.py'],
  ['from ..sub import x', 'pkg/deep/x.py', 'pkg/sub.py'],
  ['from ... import one', 'pkg/deep/x.py', 'one.py'],
  ['from ...one import x', 'pkg/deep/x.py', 'one.py'],
  ['from .... import one', 'pkg/deep/x.py', ''],
  ['from . import x', 'bare/y.py', 'bare/x.py'],
])('dots lead upwards from the folder of the file: %j in %s', (text, file, expected) => {
  expect(python(text, file)).toBe(expected);
});

test.each([
  ['importlib.import_module("one")', 'one.py'],
  [`__import__( 'pkg.sub' )`, 'pkg/__init__.py pkg/sub.py'],
  ['import_module(name)', ''],
  ['import_module("é1")', 'é1.py'],
])('python loads by a call: %j', (text, expected) => {
  expect(python(text)).toBe(expected);
});

test('modules are looked for in each root, and those outside of the project do not count', () => {
  expect(python('import one', 'x.py', project, `${root}/out`)).toBe('one.py');
  expect(python('import sub, one', 'x.py', `${project}/pkg`, `${project}/gone`)).toBe('pkg/sub.py');
  expect(shown(pythonModule('one', [project, `${root}/out`]), root)).toBe('out/one.py p/one.py');
  expect(['one two', '', 'one.', 'a/b', '../out/one'].map((name) => pythonModule(name, [project]))).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
});

test('what python would load instead of a module of its own counts without being named', () => {
  const folder = `${root}/shadows`;
  const files = importsOfPython({ text: '', file: `${folder}/x.py`, project: folder }, [folder, `${folder}/gone`]);
  expect(shown(files, folder)).toBe('_private.py json.py xml/__init__.py xml/__main__.py');
});

test('a file beside a script that python takes for a module of its own is loaded, and no other', () => {
  const own = 'abc json os re sys xml zoneinfo sitecustomize _posixsubprocess'.split(' ');
  const tree = makeTree(Object.fromEntries([...own, 'helper', '__init__', 'Json'].map((name) => [`${name}.py`, ''])));
  const loaded = importsOfPython({ text: '', file: `${tree}/x.py`, project: tree }, [tree]);
  removeTree(tree);
  expect(loaded.map((path) => path.slice(tree.length + 1, -'.py'.length)).toSorted()).toEqual(own.toSorted());
});

const script = (text: string): string => shown(importsOfJavaScript({ text, file: `${project}/lib/x.mjs`, project }));

test.each([
  [`import a from '../a.js'`, 'a.js a.ts'],
  [`import './b.mjs'`, 'lib/b.mjs'],
  ['export * from "./b.mjs"', 'lib/b.mjs'],
  ['await import( `./b.mjs` )', 'lib/b.mjs'],
  [`require('./b')`, 'lib/b.mjs'],
  [`require("../lib")`, 'lib/index.js'],
  [`require('.')`, 'lib/index.js'],
  [`require('..')`, 'package.json'],
  [`require.resolve('./b.mjs')`, 'lib/b.mjs'],
  [`new URL('./b.mjs', import.meta.url)`, 'lib/b.mjs'],
  [`new Worker('./b.mjs')`, 'lib/b.mjs'],
  [`import './b.mjs?x=1'`, 'lib/b.mjs'],
  [`import './b.mjs#x'`, 'lib/b.mjs'],
  [`import "./b.mjs'`, ''],
  [`import './b.mjs`, ''],
  [`imports('./b.mjs')`, ''],
  [`import 'left'`, ''],
  [`import './gone.mjs'`, ''],
  [`import '../../out/one.py'`, ''],
  [`import 'file:///etc/hosts'`, ''],
  [`import 'file://host/x'`, ''],
  [`import x from '#x'`, 'a.js a.ts package.json'],
  ['x = "#x-y.z/@w"', 'a.js a.ts package.json'],
  ['x = "#x y"', ''],
  [`x = '#'`, ''],
])('JavaScript loads by %s', (text, expected) => {
  expect(script(text)).toBe(expected);
});

test('JavaScript loads by addresses of files', () => {
  expect(script(`import 'file://${project}/lib/b.mjs'`)).toBe('lib/b.mjs');
  expect(script(`import '${project}/lib/b.mjs'`)).toBe('lib/b.mjs');
});

test.each<[string, readonly string[]]>([
  [`import x from 'left'; require("left"); import('left')`, ['left']],
  ['import "@scope/right"; import `@scope/right/deep/x.js`', ['@scope/right']],
  [`require('left/sub')`, ['left']],
  [`require('inner'), require('outer'), require('gone'), require('file')`, ['inner']],
  [`require( 'left' )`, ['left']],
  [`required('left')`, []],
  [`require('./left'), require('/left'), require('.left')`, []],
  [`require('left"), require('left`, []],
])('packages that the project has installed are told: %s', (text, expected) => {
  expect(namesIn(text, `${project}/lib/x.js`)).toEqual(expected);
});

const namesIn = (text: string, file: string): readonly string[] => [
  ...new Set(packagesIn(text, file, project).map(({ name }) => name)),
];

test('packages are sought up to the project, and up to the root where there is none', () => {
  expect(namesIn(`require('outer')`, `${root}/x.js`)).toEqual(['outer']);
  expect(namesIn(`require('gone')`, `${root}/x.js`)).toEqual([]);
});

test('each specifier and each module is a step', () => {
  const limited = (work: () => void) => () =>
    withinScanBudget(() => {
      charge('steps', 300_000, '');
      work();
    });
  expect(limited(() => script(`import './b.mjs'`))).toThrow(`at ${project}/lib/x.mjs`);
  expect(limited(() => pythonModule('one', [project]))).toThrow(`at ${project}`);
});
