import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { couldRun, hasDataExtension, hasScriptExtension, isToBeStarted } from './kinds-of-file.ts';

let root = '';

beforeAll(() => {
  root = makeTree({
    plain: '',
    tool: '#!',
    'tool.json': '#!',
    'a.py': '',
    'a.sh': '',
    link: '-> tool',
    'to-plain': '-> plain',
    'folder/x': '',
  });
});
afterAll(() => removeTree(root));

const SHELL = 'sh bash zsh ksh fish csh';
const SCRIPTS = [
  SHELL,
  'py pyw pyc pyz js mjs cjs jsx ts mts cts tsx node wasm go java jar kts groovy clj',
  'rb pl pm raku php lua r jl tcl ex exs awk sed jq nu mk swift so dylib dll ps1 psm1 bat cmd vbs exe com scpt',
].flatMap((list) => list.split(' '));
const DATA = [
  'json jsonl ndjson json5 yaml yml toml xml csv tsv md mdx rst txt html css svg png jpg gif',
  'log out err db sqlite sqlite3 lock pid tmp bak state cache history patch diff pem crt',
].flatMap((list) => list.split(' '));

test('what can be run or loaded is told by its extension, in any case', () => {
  expect(SCRIPTS.filter((extension) => !hasScriptExtension(`/p/x.${extension}`))).toEqual([]);
  expect(SCRIPTS.filter((extension) => !hasScriptExtension(`/p/x.${extension.toUpperCase()}`))).toEqual([]);
  expect(
    [...DATA.map((extension) => `x.${extension}`), 'x', 'py', '.py', 'x.', 'x.py.x'].filter(hasScriptExtension),
  ).toEqual([]);
});

test('what is read or written is told by its extension, in any case', () => {
  expect(DATA.filter((extension) => !hasDataExtension(`/p/x.${extension}`))).toEqual([]);
  expect(DATA.filter((extension) => !hasDataExtension(`/p/x.${extension.toUpperCase()}`))).toEqual([]);
  expect([...SCRIPTS.map((extension) => `x.${extension}`), 'x', 'x.', 'x.json.x'].filter(hasDataExtension)).toEqual([]);
});

const NAMES = [
  'plain',
  'tool',
  'tool.json',
  'a.py',
  'a.sh',
  'link',
  'to-plain',
  'folder',
  'gone',
  'gone.py',
  'gone.sh',
];
const named = (is: (path: string) => boolean): readonly string[] => NAMES.filter((name) => is(`${root}/${name}`));

test('a file could run by its name or by the right to execute it, which a folder has for another reason', () => {
  expect(named(couldRun)).toEqual(['tool', 'tool.json', 'a.py', 'a.sh', 'link', 'gone.py', 'gone.sh']);
});

test('a script of a shell and what may be executed is there to be started', () => {
  expect(named(isToBeStarted)).toEqual(['tool', 'tool.json', 'a.sh', 'link', 'gone.sh']);
  expect(SHELL.split(' ').filter((extension) => !isToBeStarted(`${root}/x.${extension}`))).toEqual([]);
});
