import { symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { mentionsIn } from './mentions.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import { recordingStamps } from '../stamps/file-stamps.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/me.py': '',
    'p/a.sh': '',
    'p/plain': '',
    'p/tool': '#!/bin/sh',
    'p/data.json': '',
    'p/guard.js': '',
    'p/guard.json': '',
    'p/lib/x.sh': '',
    'p/lib/plain': '',
    'p/lib/deep/y.py': '',
    'p/lib/deep/y.txt': '',
    'p/h/b.sh': '',
    'p/h/plain': '',
    'out.sh': '',
  });
  project = `${root}/p`;
});
afterAll(() => removeTree(root));

const mentioned = (text: string, ...bases: readonly string[]) => {
  const places = bases.length === 0 ? [project] : bases.map((base) => `${project}/${base}`);
  const { files, folders } = mentionsIn({ file: `${project}/me.py`, text, project, bases: places });
  const shown = (paths: readonly string[]): string =>
    paths
      .map((path) => relative(project, path))
      .toSorted()
      .join(' ');
  return { files: shown(files), folders: shown(folders) };
};
const filesIn = (text: string, ...bases: readonly string[]): string => mentioned(text, ...bases).files;

test.each([
  ['run a.sh', 'a.sh'],
  ['run ./a.sh;', 'a.sh'],
  ['run .//././/a.sh', 'a.sh'],
  ['(lib/x.sh)', 'lib/x.sh'],
  ['lib/deep/y.py and lib/deep/y.txt', 'lib/deep/y.py'],
  ['tool', ''],
  ['./tool', 'tool'],
  ['./plain', ''],
  ['lib/../a.sh', 'a.sh'],
  ['h/../lib/x.sh', 'lib/x.sh'],
  ['../p/a.sh', 'a.sh'],
  ['../out.sh', ''],
  ['me.py', ''],
  ['gone.sh', ''],
  ['lib/gone.sh', ''],
  ['a.sh/x', ''],
  ['a.shx', ''],
  ['guard', ''],
  ['./guard', ''],
])('outside of quotes a path, or a name of a script, is one: %s', (text, expected) => {
  expect(filesIn(text)).toBe(expected);
});

test.each([
  [`'tool'`, 'tool'],
  ['"a.sh"', 'a.sh'],
  ['`lib/x.sh`', 'lib/x.sh'],
  [`'plain'`, ''],
  [`'data.json'`, ''],
  [`'guard'`, 'guard.js'],
  [`'./guard'`, 'guard.js'],
  [`'guard.js'`, 'guard.js'],
  [`'lib/x'`, 'lib/x.sh'],
  [`'lib/deep/y'`, 'lib/deep/y.py'],
  [`'a.sh?v=1'`, 'a.sh'],
  [`'a.sh#x'`, 'a.sh'],
  [`'gua'`, ''],
  [`'lib'`, ''],
  [`"tool'`, ''],
])('in quotes a whole text is a name, also without the extension of a script: %s', (text, expected) => {
  expect(filesIn(text)).toBe(expected);
});

test('an absolute path counts inside the project, also as an address, and as one from the bases', () => {
  expect(filesIn(`'${project}/a.sh'`)).toBe('a.sh');
  expect(filesIn(`'file://${project}/a.sh'`)).toBe('a.sh');
  expect(filesIn(`dir + '/lib/x.sh'`)).toBe('lib/x.sh');
  expect(filesIn(`dir + '//lib/x'`)).toBe('lib/x.sh');
  expect(filesIn(`'/'`)).toBe('');
  expect(filesIn(`'${root}/out.sh'`)).toBe('');
});

test.each([
  [`join(dir, 'lib', 'x.sh')`, 'lib/x.sh'],
  [`dir / 'lib' / 'deep' / 'y.py'`, 'lib/deep/y.py'],
  [`'lib' + "deep" + 'y'`, 'lib/deep/y.py'],
  [`['sh', 'lib', 'x.sh']`, 'lib/x.sh'],
  [`'lib'; 'x.sh'`, ''],
  [`'lib',     'x.sh'`, ''],
])('texts that are put together are a path: %s', (text, expected) => {
  expect(filesIn(text)).toBe(expected);
});

test.each([
  'subprocess',
  'os.system',
  'popen',
  'exec ',
  'execFile',
  'spawn',
  'fork',
  'runpy',
  'child_process',
  'importlib',
  'eval ',
  'Popen',
])('where something is started, a text that names a file which is no data is one: %s', (word) => {
  expect(filesIn(`${word}; 'plain', 'data.json'; ./lib/plain`)).toBe('plain');
});

test.each(['systemd', 'unexec', 'medieval', 'evaluate', 'sub process'])('%s starts nothing', (word) => {
  expect(filesIn(`${word}; 'plain'`)).toBe('');
});

test.each([
  `open('plain', 'w')`,
  `open ( 'plain')`,
  `fs.writeFileSync('plain', x)`,
  `write_file('plain')`,
  `appendFile(dir + 'plain')`,
  `createWriteStream('plain')`,
  `touch('plain')`,
  `unlinkSync('plain')`,
  `os.remove('plain')`,
  `mkdirSync('plain')`,
])('what is opened to be written is no script: %s', (text) => {
  expect(filesIn(`spawn; ${text}`)).toBe('');
  expect(filesIn(`spawn; ${text}; run('plain')`)).toBe('plain');
});

test.each([`write('plain')`, `opens('plain')`, `remove(x); 'plain'`, `mkdir(x)\n'plain'`])(
  'what stands elsewhere is: %s',
  (text) => {
    expect(filesIn(`spawn; ${text}`)).toBe('plain');
  },
);

test('folders are told as well, and paths may start from each base', () => {
  expect(mentioned(`'lib', './h', lib/deep, 'gone/'`)).toEqual({ files: '', folders: 'h lib lib/deep' });
  expect(filesIn('x.sh b.sh a.sh', 'lib', 'h')).toBe('h/b.sh lib/x.sh');
  expect(filesIn('../a.sh', 'lib')).toBe('a.sh');
  expect(filesIn(`spawn 'plain'`, '', 'h')).toBe('h/plain plain');
  expect(filesIn('a.sh', 'gone')).toBe('');
});

test('a name of more than a thousand characters is none, and each word is a step', () => {
  expect(filesIn(`'lib/deep/y.py'`)).toBe('lib/deep/y.py');
  const parts = Array.from({ length: 8 }, () => `'${'./'.repeat(49)}h/..'`).join(', ');
  expect(filesIn(`${parts}`)).toBe('');
  expect(() =>
    withinScanBudget(() => {
      charge('steps', 300_000, '');
      filesIn('a.sh');
    }),
  ).toThrow(`at ${project}/me.py`);
});

test('a name outside of the project is tried with each extension, and the folder there is not listed', () => {
  symlinkSync(`${project}/a.sh`, `${root}/back.sh`);
  const { result, stamps } = recordingStamps(() => filesIn('"../back" "../out"'));
  expect(result).toBe('a.sh');
  expect(stamps.filter(({ path, depth }) => path === root && depth === 'content')).toEqual([]);
});
