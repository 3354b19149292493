import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import type { Handler } from '../../model/index.ts';
import { mentionsIn } from './mentions.ts';
import { filesMatching } from './patterns.ts';
import { scanHook } from './scan-hook.ts';

let project = '';

beforeAll(() => {
  project = makeTree({
    'lib/guard.js': '',
    'lib/guard.x.js': '',
    'lib/guards.js': '',
    'lib/guard.txt': '',
    'a.x/b.sh': '',
    'h/c{d.sh': '',
    'h/cd.sh': '',
  });
});
afterAll(() => removeTree(project));

const namesOf = (handler: Handler): string =>
  scanHook(aHook({ handler }), { project, start: project, values: new Map() })
    .code.map((path) => relative(project, path))
    .join(' ');

test('a missing program without an extension is one only where no shell would seek it', () => {
  expect(namesOf({ kind: 'command', form: 'argv', program: './gone', args: [] })).toBe('gone');
  expect(namesOf({ kind: 'command', form: 'shell', shell: 'bash', script: './gone' })).toBe('');
});

const filesIn = (text: string): string =>
  mentionsIn({ file: `${project}/me.py`, text, project, bases: [project] })
    .files.map((path) => relative(project, path))
    .toSorted()
    .join(' ');

test.each([
  [`'lib/guard'`, 'lib/guard.js lib/guard.x.js'],
  [`'lib/guard.x'`, 'lib/guard.x.js'],
  [`'lib/guard.js'`, 'lib/guard.js'],
  [`'lib/gua'`, ''],
  [`'lib/guard.txt'`, ''],
  [`'a/b.sh'`, ''],
  [`'a.x/b.sh'`, 'a.x/b.sh'],
  [`'file://lib/guard.js?v=12#x'`, 'lib/guard.js'],
  [`'//lib//guard.js'`, 'lib/guard.js'],
])('a name stands for itself and for itself with the extension of a script: %s', (text, expected) => {
  expect(filesIn(text)).toBe(expected);
});

test('a brace that is never closed stands for any character', () => {
  const matching = (word: string): readonly string[] =>
    filesMatching(word, { base: project, project }).map((path) => relative(project, path));
  expect(matching('h/c{d.s*')).toEqual(['h/c{d.sh']);
  expect(matching('h/c}d.s*')).toEqual(['h/c{d.sh']);
  expect(matching(`${project}//h//cd.s*`)).toEqual(['h/cd.sh']);
});
