import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { importsOfJavaScript, importsOfPython } from './imports.ts';
import { packagesIn } from './packages.ts';

let project = '';

beforeAll(() => {
  project = makeTree({
    'one.py': '',
    'two.py': '',
    'pkg/er.py': '',
    'pkg/sub/x.py': '',
    'lib/b.mjs': '',
    'node_modules/left/index.js': '',
    'node_modules/x/index.js': '',
    'node_modules/7zip/index.js': '',
    'node_modules/@s.c-o/r.i-g/index.js': '',
  });
});
afterAll(() => removeTree(project));

const shown = (paths: readonly string[]): string => paths.map((path) => relative(project, path)).join(' ');

test.each([
  'import one',
  'import   one',
  '\timport\tone',
  'x; \t import one',
  'x:import one',
  'import \\\n one',
  'import one  as  o',
  'import one,',
  'import one;x',
  'import one#x',
  'from one import x',
  'from   one   import   x',
  '\tfrom\tone\timport\tx',
  'x:from one import x',
  'x;  from one import(x)',
  'from one import (  x  )',
  'from one import \\\n x',
  'from one import x#y',
  'from one import *',
  `import_module('one')`,
  `import_module(  "one"  )`,
  '__import__("one")',
])('python takes a module by %j', (text) => {
  expect(shown(importsOfPython({ text, file: `${project}/x.py`, project }, [project]))).toBe('one.py');
});

test.each([
  'from . import er',
  'from .   import   er',
  'from .import er',
  'from .er import y',
  'from . er import y',
  'from .er.x import y',
  'from . import (\n  gone, # (er, x)\n  er)',
  'from . import (er)',
  'from . import er as e, gone',
])('python takes a neighbour by %j', (text) => {
  const found = shown(importsOfPython({ text, file: `${project}/pkg/x.py`, project }, [project]));
  expect(found).toBe(text.includes('.er.x') ? '' : 'pkg/er.py');
});

test.each([
  'from . import (gone, # er\n)',
  'from one.import x',
  '.import one',
  'x = "import one"',
  'from one importx',
  'ximport_module(one)',
  'import_module("one',
])('python takes none by %j', (text) => {
  expect(importsOfPython({ text, file: `${project}/pkg/x.py`, project }, [project])).toEqual([]);
});

test.each([
  `import './b.mjs'`,
  `import   './b.mjs'`,
  `import'./b.mjs'`,
  `import(  './b.mjs'  )`,
  `require ( "./b.mjs" )`,
  `export {x}from'./b.mjs'`,
  'new URL(`./b.mjs`, x)',
  `x.resolve("../lib/b.mjs")`,
  `import "././b.mjs?x#y"`,
])('JavaScript takes a file by %s', (text) => {
  expect(shown(importsOfJavaScript({ text, file: `${project}/lib/x.mjs`, project }))).toBe('lib/b.mjs');
});

test.each([`import 'b.mjs'`, `import './b.mjs\n'`, `ximport './b.mjs'`, `import "./b.mjs\``, `import x './b.mjs'`])(
  'JavaScript takes none by %j',
  (text) => {
    expect(importsOfJavaScript({ text, file: `${project}/lib/x.mjs`, project })).toEqual([]);
  },
);

test.each<[string, string]>([
  [`import 'x'`, 'x'],
  [`import'left'`, 'left'],
  [`import   y   from   'left'`, 'left'],
  [`require  (  "left"  )`, 'left'],
  [`require('left/')`, 'left'],
  [`require('left/deep/x.js')`, 'left'],
  [`require('@s.c-o/r.i-g')`, '@s.c-o/r.i-g'],
  [`require('@s.c-o/r.i-g/x')`, '@s.c-o/r.i-g'],
  [`require('7zip')`, '7zip'],
  [`require('left\n')`, ''],
  [`require('left/x\n')`, ''],
  [`require('lef t')`, ''],
  [`xrequire('left')`, ''],
])('JavaScript takes a package by %j', (text, expected) => {
  expect([...new Set(packagesIn(text, `${project}/lib/x.mjs`, project).map(({ name }) => name))].join(' ')).toBe(
    expected,
  );
});
