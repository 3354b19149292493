import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { mentionsIn } from './mentions.ts';

let project = '';

beforeAll(() => {
  project = makeTree({ 'lib/x.sh': '', 'lib/a/b/c/d/e/f/g.sh': '', plain: '', 'my file.sh': '', 'x-y_z@1+~.sh': '' });
});
afterAll(() => removeTree(project));

const filesIn = (text: string): string =>
  mentionsIn({ file: `${project}/me.py`, text, project, bases: [project] })
    .files.map((path) => relative(project, path))
    .join(' ');

test.each([
  `'lib','x.sh'`,
  `'lib' , 'x.sh'`,
  `'lib'    ,    'x.sh'`,
  `'lib'/"x.sh"`,
  `'lib'+\n'x.sh'`,
  `'lib' 'x.sh'`,
  '"lib" + `x.sh`',
  `'y', 'lib', 'x.sh'`,
])('texts with a sign or blanks between them are one path: %j', (text) => {
  expect(filesIn(text)).toBe('lib/x.sh');
});

test.each([`'lib'; 'x.sh'`, `'lib' = 'x.sh'`, `'lib", "x.sh'`, `'lib'     ,'x.sh'`])('others are not: %j', (text) => {
  expect(filesIn(text)).toBe('');
});

test('eight parts are put together', () => {
  expect(filesIn(`'lib', 'a', 'b', 'c', 'd', 'e', 'f', 'g.sh'`)).toBe('lib/a/b/c/d/e/f/g.sh');
});

test('names may hold blanks in quotes, and other signs everywhere', () => {
  expect(filesIn(`'my file.sh'`)).toBe('my file.sh');
  expect(filesIn('my file.sh')).toBe('');
  expect(filesIn('run x-y_z@1+~.sh now')).toBe('x-y_z@1+~.sh');
  expect(filesIn(`'my\nfile.sh'`)).toBe('');
});

test.each([
  `open('plain')`,
  `open   (   'plain')`,
  `writeFile('plain')`,
  `write_file_sync  (x, 'plain')`,
  `appendFileSync(path, 'plain')`,
  `append_file(dir, 'plain')`,
  `WriteStream   (x,'plain')`,
  `touch('plain')`,
  `unlink(a, b, 'plain')`,
  `unlinkSync('plain')`,
  `remove ('plain')`,
  `mkdirSync(x + 'plain')`,
  `mkdir('plain')`,
])('what is written is no script: %s', (text) => {
  expect(filesIn(`spawn ${text}`)).toBe('');
});

test.each([
  `writeFile('x'); 'plain'`,
  `writeFile(x)\n, 'plain'`,
  `open(x, 'plain')`,
  `touch(${'x'.repeat(45)}, 'plain')`,
  `write('plain')`,
])('what stands further away is: %j', (text) => {
  expect(filesIn(`spawn ${text}`)).toBe('plain');
});
