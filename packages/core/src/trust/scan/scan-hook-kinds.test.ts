import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import type { Handler, Hook } from '../../model/index.ts';
import { runnersOf, scanHook } from './scan-hook.ts';
import type { ScanContext } from './scan-hook.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/a.sh': '',
    'p/data.json': '',
    'p/Makefile': '',
    'p/h/a.sh': '',
    'p/h/gone-here': '',
    'p/h/tool': '#!/bin/sh',
    'p/guard.py': 'import other.deep\nopen("o/x.py")',
    'p/other/deep.py': '',
    'p/o/x.py': '',
    'p/json.py': '',
    'p/m.mjs': 'import "./o/y.mjs"; x("o/z.mjs")',
    'p/o/y.mjs': '',
    'p/o/z.mjs': '',
    'outside/x.sh': '',
  });
  project = `${root}/p`;
});
afterAll(() => removeTree(root));

const words = (line: string): Handler => ({ kind: 'command', form: 'words', line });
const shell = (script: string, name: 'bash' | 'powershell' = 'bash'): Handler => ({
  kind: 'command',
  form: 'shell',
  shell: name,
  script,
});
const argv = (program: string, ...args: string[]): Handler => ({ kind: 'command', form: 'argv', program, args });
const context = () => ({ project, start: project, values: new Map([['P', project]]) });
const dependenciesOf = (handler: Handler, more: Partial<Hook> = {}) => scanHook(aHook({ handler, ...more }), context());
const namesOf = (handler: Handler, more: Partial<Hook> = {}): string =>
  dependenciesOf(handler, more)
    .code.map((path) => relative(project, path))
    .join(' ');

test.each<[string, Handler, string]>([
  ['a program by its place, though it is data', argv('./data.json'), 'data.json'],
  ['a program of a line by its place, though it is data', words('./data.json x'), 'data.json'],
  ['a program that is missing', argv('./gone'), 'gone'],
  ['a program by a known value', argv('$P/data.json'), 'data.json'],
  ['no program that is sought elsewhere', argv('data.json'), ''],
  ['the program of a shell text, though it is data', shell('./data.json'), 'data.json'],
  ['paths of powershell', shell('& h\\a.sh', 'powershell'), 'h/a.sh'],
  ['no such paths of another shell', shell('x h\\a.sh'), ''],
  ['arguments', argv('x', 'a.sh', 'h/a.sh'), 'a.sh h/a.sh'],
  ['no line without words', words(''), ''],
])('a command covers %s', (_, handler, expected) => {
  expect(namesOf(handler)).toBe(expected);
});

test('the folder that a text enters at once is where its paths start, if it is known for sure', () => {
  const missing = (text: string): string => namesOf(shell(text));
  expect(missing(`cd ${'$P'}/h && ./gone.sh`)).toBe('h/gone.sh');
  expect(missing(`cd "$P/h"; ./gone.sh`)).toBe('h/gone.sh');
  for (const text of [
    'cd h && ./gone.sh',
    'cd $P/h x && ./gone.sh',
    'x; cd $P/h; ./gone.sh',
    'cds $P/h; ./gone.sh',
    'cd $P/none; ./gone.sh',
    'cd; ./gone.sh',
  ])
    expect([text, missing(text)]).toEqual([text, 'gone.sh']);
  expect(missing('cd $P/a.sh; ./gone.sh')).toBe('a.sh gone.sh');
});

test('a python callable covers its module, all that it loads, and what comes before a module of python', () => {
  const python = (callable: string): string => namesOf({ kind: 'python', callable });
  expect(python('guard:check')).toBe('guard.py json.py other/deep.py');
  expect(python(' guard ')).toBe('guard.py json.py other/deep.py');
  expect(python('gone:check')).toBe('json.py');
  expect(namesOf(argv('python3', 'guard.py'))).toBe('guard.py json.py other/deep.py');
});

test('a module covers all that it loads, wherever it stands', () => {
  const module = (path: string): string => namesOf({ kind: 'module', path, exportName: 'default' });
  expect(module('m.mjs')).toBe('m.mjs o/y.mjs');
  expect(module(`${project}/m.mjs`)).toBe('m.mjs o/y.mjs');
  expect(module('../outside/x.sh')).toBe('');
  expect(namesOf(words('node m.mjs'))).toBe('m.mjs o/y.mjs');
});

test('of the folder of a hook what is not below scripts/ does not count by itself', () => {
  const folder = `${project}/h`;
  expect(namesOf(words('true'), { folder })).toBe('');
  expect(namesOf(words('true'), { folder, scope: 'plugin' })).toBe('');
  expect(namesOf(words('true'), { folder: `${root}/outside` })).toBe('');
});

test.each<[string, string, string, string]>([
  ['of a shell', 'run.sh', '. "$OWN/lib/x"', 'h/lib/x'],
  ['of a shell that reads', 'run.sh', 'grep -qf "${OWN}/deny.txt"', 'h/deny.txt'],
  ['of python', 'run.py', 'open(os.path.join(os.environ["OWN"], "deny.txt"))', 'h/deny.txt'],
  ['of JavaScript', 'run.mjs', 'readFileSync(join(process.env.OWN, "deny.txt"))', 'h/deny.txt'],
])('what a script %s finds through the variable for the folder of its hook is covered', (_, script, text, expected) => {
  const files = { [`h/scripts/${script}`]: text, 'h/lib/x': 'x=1', 'h/deny.txt': 'rm' };
  const tree = makeTree(files);
  const hook = aHook({ handler: argv(`${tree}/h/scripts/${script}`), folder: `${tree}/h` });
  const inside = { project: tree, start: tree, values: new Map<string, string>() };
  const covered = (more: Partial<ScanContext>): readonly string[] => {
    const { code, data } = scanHook(hook, { ...inside, ...more });
    return [...code, ...data].map((path) => path.slice(tree.length + 1));
  };
  expect(covered({ ownFolder: ['OWN'] })).toContain(expected);
  expect(covered({})).not.toContain(expected);
  removeTree(tree);
});

test('a long script that many hooks share is read once for all of them, unless it asks for their folders', () => {
  const long = `// OWN\n${'x();\n'.repeat(100_000)}`;
  const tree = makeTree({ 'a/x': '', 'b/x': '', 'shared.mjs': long, 'asks.mjs': `${long}process.env.OWN;\n` });
  const inside = { project: tree, start: tree, values: new Map<string, string>(), ownFolder: ['OWN'] };
  const scanned = (script: string): void =>
    withinScanBudget(() => {
      for (let count = 0; count < 12; count++)
        scanHook(
          aHook({ handler: argv(`${tree}/${script}`), folder: `${tree}/${count % 2 === 0 ? 'a' : 'b'}${count}` }),
          inside,
        );
    });
  expect(() => scanned('shared.mjs')).not.toThrow();
  expect(() => scanned('asks.mjs')).toThrow('characters to look through');
  removeTree(tree);
});

test('what a hook starts and cannot be followed is named', () => {
  expect(dependenciesOf(shell('make x; "$Y" z')).unknownStarts.map(({ what }) => what)).toEqual(['make x', '… z']);
  expect(dependenciesOf(shell('./a.sh')).unknownStarts.map(({ what }) => what)).toEqual([]);
  expect(dependenciesOf(shell('true'), { env: { X: 'h/a.sh' } }).code).toEqual([`${project}/h/a.sh`]);
});

test('runners that depend on the folder in which they are started are told', () => {
  const runners = (script: string) =>
    runnersOf(aHook({ handler: shell(script) }), context()).map(({ command, files }) => [command, files]);
  expect(runners(`make x; make -C /etc y; echo make`)).toEqual([['make x', [`${project}/Makefile`]]]);
  expect(runners('cd $P/h && make x')).toEqual([['make x', []]]);
});

test.each<[string, Handler, number]>([
  ['a text', shell('x'.repeat(10)), 10],
  ['a line', words('x'.repeat(10)), 10],
  ['arguments', argv('program', 'xx', 'yyy'), 6],
  ['what is no command', { kind: 'python', callable: 'gone:x' }, 0],
])('the characters of %s and of the environment are counted', (_, handler, count) => {
  const limited = (left: number) => () =>
    withinScanBudget(() => {
      charge('shell', 262_144 - left, '');
      return dependenciesOf(handler, { id: 'the-id', env: { A: 'bc', D: 'e' } });
    });
  expect(limited(count + 7)().unknownStarts.map(({ what }) => what)).toEqual([]);
  expect(limited(count + 6)).toThrow('characters of shell texts to look through, at the-id');
});
