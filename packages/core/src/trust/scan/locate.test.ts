import { isAbsolute, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { folderNamed, scriptsNamed } from './locate.ts';
import type { Claim } from './locate.ts';
import { charge, withinScanBudget, BudgetExceeded } from '../scan-budget.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/a.sh': '',
    'p/plain': '',
    'p/tool': '#!/bin/sh',
    'p/data.json': '{}',
    'p/guard.js': '',
    'p/guard.js.map': '',
    'p/guard.d.ts': '',
    'p/guards.js': '',
    'p/guard.json': '{}',
    'p/h/a.sh': '',
    'p/h/b.py': '',
    'p/h/plain': '',
    'p/h/tool': '#!/bin/sh',
    'p/h/log.txt': '',
    'p/h/guard.js/x': '',
    'p/h/.deep/b.py': '',
    'p/app/index.js': '',
    'p/app/__main__.py': '',
    'p/app/other.js': '',
    'p/index.js': '',
    'p/broken': '-> nowhere',
    'p/link': '-> h',
    'p/to-deep': '-> x/y',
    'p/x/y/z': '',
    'p/x/a.sh': '',
    'outside.sh': '',
  });
  project = `${root}/p`;
});
afterAll(() => removeTree(root));

const named = (word: string, claim: Claim, ...bases: readonly string[]): string =>
  scriptsNamed(word, claim, { project, bases: ['', ...bases].map((base) => join(project, base)) })
    .map((path) => (isAbsolute(path) ? relative(project, path) : path))
    .toSorted()
    .join(' ');

const CLAIMS = ['script', 'path', 'text', 'read'] as const;

test.each<[string, ...string[]]>([
  // word, and what it names as a script, a path, a text, and as what is read
  ['a.sh', 'a.sh', 'a.sh', 'a.sh', 'a.sh'],
  ['./a.sh', 'a.sh', 'a.sh', 'a.sh', 'a.sh'],
  ['tool', 'tool', 'tool', 'tool', 'tool'],
  ['plain', 'plain', 'plain', 'plain', ''],
  ['data.json', 'data.json', '', 'data.json', ''],
  ['h/log.txt', 'h/log.txt', '', 'h/log.txt', ''],
  ['broken', 'broken', 'broken', 'broken', 'broken'],
  ['app', 'app/__main__.py app/index.js', '', '', ''],
  ['.', 'index.js', '', '', ''],
  ['./', 'index.js', '', '', ''],
  ['..', '', '', '', ''],
  ['guard', 'guard.d.ts guard.js', 'guard.d.ts guard.js', 'guard.d.ts guard.js', 'guard.d.ts guard.js'],
  ['h/guard', 'h/guard', '', '', ''],
  ['../outside.sh', '', '', '', ''],
  ['/etc/x.sh', '', '', '', ''],
  ['gone', '', '', '', ''],
  ['gone.sh', 'gone.sh', '', '', ''],
  ['h/gone', 'h/gone', '', '', ''],
  ['h/gone.sh', 'h/gone.sh', 'h/gone.sh', 'h/gone.sh', 'h/gone.sh'],
  ['-x.sh', '', '', '', ''],
  ['x=/y.sh', '', '', '', ''],
  ['h/a gone.sh', '', '', '', ''],
  ['gone folder/x.sh', '', '', '', ''],
])('%j as a script, a path, a text and as what is read', (word, ...expected) => {
  expect(CLAIMS.map((claim) => named(word, claim))).toEqual(expected);
});

test.each<[string, ...string[]]>([
  ['h/*.sh', 'h/a.sh', 'h/a.sh', 'h/a.sh', 'h/a.sh'],
  ['h/*.py', 'h/b.py', '', 'h/b.py', ''],
  ['h/.deep/*.py', 'h/.deep/b.py', 'h/.deep/b.py', 'h/.deep/b.py', 'h/.deep/b.py'],
  [
    'h/[a-z]*',
    'h/a.sh h/b.py h/log.txt h/plain h/tool',
    'h/a.sh h/b.py h/plain h/tool',
    'h/a.sh h/b.py h/log.txt h/plain h/tool',
    'h/a.sh h/b.py h/tool',
  ],
  ['**/a.sh', 'h/a.sh link/a.sh x/a.sh', '', 'h/a.sh link/a.sh x/a.sh', ''],
  ['*.sh', 'a.sh', '', 'a.sh', ''],
  ['h/\0.sh', 'h/a.sh', 'h/a.sh', 'h/a.sh', 'h/a.sh'],
  ['h/*.gone', '', '', '', ''],
  ['h/gone-*.sh', '', '', '', ''],
])('the pattern %j as a script, a path, a text and as what is read', (word, ...expected) => {
  expect(CLAIMS.map((claim) => named(word, claim))).toEqual(expected);
});

test.each([
  ['\0/h/a.sh', 'h/a.sh'],
  ['\0/x/y/h/a.sh', 'h/a.sh'],
  ['~/.config/h/a.sh', 'h/a.sh'],
  ['~ann/a.sh', 'a.sh'],
  ['x\0/h/plain', ''],
  ['\0x\0/h/plain', 'h/plain'],
  ['\0/h/*.sh', 'h/a.sh'],
  ['\0/*.sh', 'a.sh'],
  ['\0/gone/*.py', ''],
  ['\0/gone.sh', ''],
  ['\0', ''],
  ['\0a.sh', 'a.sh'],
  ['~a.sh', ''],
])('after a value that is not known the longest end that is there counts: %j', (word, expected) => {
  expect(named(word, 'script')).toBe(expected);
});

test('a path with an unknown start of more than 64 parts is too much', () => {
  expect(named(`\0/${'q/'.repeat(63)}a.sh`, 'script')).toBe('a.sh');
  expect(() => named(`\0/${'q/'.repeat(64)}a.sh`, 'script')).toThrow(
    new BudgetExceeded(`a path of more than 64 parts: /${'q/'.repeat(40)}`.slice(0, -1)),
  );
});

test('relative paths may start from each of the bases, and a missing script from the first', () => {
  expect(named('a.sh', 'script', 'h', 'x')).toBe('a.sh h/a.sh x/a.sh');
  expect(named('b.py', 'script', 'h', 'x')).toBe('h/b.py');
  expect(named('gone.sh', 'script', 'h')).toBe('gone.sh');
  expect(named('.', 'script', 'app')).toBe('app/__main__.py app/index.js index.js');
  expect(scriptsNamed('gone.sh', 'script', { project, bases: [] })).toEqual([`${project}/gone.sh`]);
});

test('an absolute path counts inside the project, also by a link; where `..` crosses a link both ways count', () => {
  expect(named(`${project}/a.sh`, 'script', 'h')).toBe('a.sh a.sh');
  expect(named('to-deep/../a.sh', 'script')).toBe('a.sh x/a.sh');
  expect(named('h/../a.sh', 'script')).toBe('a.sh');
  expect(named('gone/../gone.sh', 'script')).toBe('gone.sh');
});

test('each word is a step, and is told in at most 80 characters', () => {
  const word = 'x'.repeat(100);
  expect(() =>
    withinScanBudget(() => {
      charge('steps', 300_000, '');
      named(word, 'script');
    }),
  ).toThrow(`words and places to look through, at ${word.slice(0, 80)}`);
});

test('a folder inside the project is told by its name, seen from another folder', () => {
  const folder = (word: string, start = project) => folderNamed(word, start, project);
  expect(folder('h')).toBe(`${project}/h`);
  expect(folder('.deep', `${project}/h`)).toBe(`${project}/h/.deep`);
  expect(folder(`${project}/h`, '/')).toBe(`${project}/h`);
  expect(folder('link')).toBe(`${project}/link`);
  expect(['a.sh', 'gone', '..', '.', '/etc'].map((word) => folder(word))).toEqual([null, null, null, null, null]);
});
