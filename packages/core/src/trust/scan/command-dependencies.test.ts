import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { dependenciesOfCommands } from './command-dependencies.ts';
import { basesIn } from './command-folders.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import { commandsIn } from '../../shell/loose-words.ts';

let project = '';

beforeAll(() => {
  project = makeTree({
    'a.sh': '',
    plain: '',
    tool: '#!/bin/sh',
    'data.json': '',
    'log.txt': '',
    'note.txt': '',
    Makefile: '',
    'guard.js': '',
    'mod.py': '',
    'json.py': '',
    'pkg/__init__.py': '',
    'pkg/sub.py': '',
    'h/b.py': '',
    'h/plain': '',
    'h/Guard.pm': '',
    'h/Guard/X.pm': '',
    ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`d${index}/x`, ''])),
  });
});
afterAll(() => removeTree(project));

const at = (path: string): string => relative(project, path);
function leadsIn(text: string) {
  const commands = commandsIn(text, new Map());
  const { dependencies, unknown } = dependenciesOfCommands(commands, {
    project,
    bases: basesIn(commands, [project], project),
  });
  return {
    dependencies: dependencies.map(({ path, how }) => `${how} ${at(path)}`).join(', '),
    unknown: unknown.map(({ what }) => what),
  };
}

test.each([
  ['./plain x', 'runs plain'],
  ['h/plain', 'runs h/plain'],
  ['A=1 ./data.json', 'runs data.json'],
  ['then exec ./plain', 'runs plain'],
  ['plain', 'names plain'],
  ['sh plain data.json', 'runs plain'],
  ['sh data.json', 'runs data.json'],
  ['x plain data.json', 'names plain'],
  ['sh -s -- x < note.txt', 'names note.txt, reads note.txt'],
  ['sh -eus x < note.txt', 'names note.txt, reads note.txt'],
  ['sh plain -s < note.txt', 'runs plain, reads note.txt'],
  ['source plain', 'loads plain'],
  ['. ./plain', 'loads plain'],
  ['resource plain', 'names plain'],
  ['sources plain', 'names plain'],
  ['python3 -m pkg.sub', 'runs pkg/__init__.py, runs pkg/sub.py, runs json.py'],
  ['python3 -c "import mod"', 'loads mod.py, loads json.py, runs mod.py'],
  [`python3 -c "import sys; sys.path[:0] = ['h']; import b"`, 'loads h/b.py, loads json.py'],
  [`python3 -c "run('a.sh')"`, 'loads json.py, loads a.sh, runs a.sh'],
  [`node -e 'x("tool")'`, 'loads tool, names tool'],
  [`python3 -c 'exec(open("note.txt").read())'`, 'loads json.py, reads note.txt'],
  [`node -e 'check(readFileSync("note.txt"))'`, 'reads note.txt'],
  [`python3 -c 'open("note.txt", "w").write("x")'`, 'loads json.py'],
  ['make x', 'runs Makefile'],
  ['bash "$X/plain"', 'runs plain'],
  ['$X/a.sh', 'runs a.sh'],
])('where a command leads, and how: %s', (text, expected) => {
  expect(leadsIn(text).dependencies).toBe(expected);
});

test.each([
  ['x=plain', 'names plain'],
  ['--file=plain', 'names plain'],
  ['x a:plain,tool', 'runs a.sh, names plain, names tool'],
  ['x -fplain', 'names plain'],
  ['x -ffplain', ''],
  ['x f-fplain', ''],
  ['x -1plain', ''],
  ['x -Ih -MGuard::X', 'runs h/Guard/X.pm'],
  ['x -Ih -mGuard', 'runs h/Guard.pm'],
  ['x -Ih x-MGuard::X', ''],
  ['x h y-mGuard', ''],
])('a part of a word may name a file: %s', (text, expected) => {
  expect(leadsIn(text).dependencies).toBe(expected);
});

test.each([
  'grep egrep fgrep wc ls stat cmp diff jq du file sha1sum sha256sum md5sum',
  '[ [[ test basename dirname realpath readlink echo printf',
])('what only looks at files runs none of them, unless they look like scripts: %s', (readers) => {
  for (const reader of readers.split(' ')) {
    expect([reader, leadsIn(`${reader} plain`).dependencies.replace('reads plain', '')]).toEqual([reader, '']);
    expect([reader, leadsIn(`A=1 ${reader} plain a.sh`).dependencies.split(',')[0]]).toEqual([reader, 'names a.sh']);
  }
  for (const other of ['xcat', 'cats', 'sha', 'x cat'])
    expect([other, leadsIn(`${other} plain`).dependencies]).toEqual([other, 'names plain']);
});

test('what an interpreter may take from anywhere is covered whatever it is', () => {
  expect(leadsIn('cat log.txt | sh').dependencies).toBe('names log.txt, reads log.txt');
  expect(leadsIn('eval x data.json').dependencies).toBe('names data.json, reads data.json');
});

test.each('touch tee truncate rm mkdir rmdir mktemp mkfifo unlink shred'.split(' '))(
  'what %s is given is written, not run, wherever else it is named',
  (writer) => {
    expect(leadsIn(`A=1 ${writer} plain a.sh`).dependencies).toBe('');
    expect(leadsIn(`${writer} plain; x plain`).dependencies).toBe('');
    expect(leadsIn(`x plain; ${writer} plain; sh plain`).dependencies).toBe('runs plain');
    for (const other of [`x${writer}`, `${writer}x`])
      expect(leadsIn(`${other} plain`).dependencies).toBe('names plain');
  },
);

test.each([
  ['cp data.json plain', 'reads data.json'],
  ['cp plain data.json', 'names plain, reads plain'],
  ['cp a.sh tool; sh tool', 'names a.sh, names tool, reads a.sh, runs tool'],
  ['install -m 755 data.json plain', 'reads data.json'],
  ['ln -s data.json plain', ''],
  ['mv plain tool', ''],
  ['dd if=log.txt of=plain', 'reads log.txt'],
  ['xcp data.json plain', 'names plain'],
])('what a copy is made to is written, not run: %s', (text, expected) => {
  expect(leadsIn(text).dependencies).toBe(expected);
});

test('behind the file that it locks, flock is given a command', () => {
  expect(leadsIn('A=1 flock -n plain ./a.sh').dependencies).toBe('runs a.sh');
});

test.each([
  ['echo > plain', ''],
  ['x plain > plain', ''],
  ['sh plain > plain', 'runs plain'],
  ['echo > a.sh; cat a.sh', ''],
  ['touch ./a.sh; ./a.sh', 'runs a.sh'],
  ['touch ./plain; exec ./plain', 'runs plain'],
  ['touch plain; plain', 'names plain'],
  ['touch ./a.sh; timeout 5 ./a.sh', 'runs a.sh'],
  ['echo > tool; env tool', 'names tool'],
])('what is written is data, unless it is started: %s', (text, expected) => {
  expect(leadsIn(text).dependencies).toBe(expected);
});

test.each<[string, readonly string[]]>([
  ['make x; make y', ['make x', 'make y']],
  ['npm run $X', ['npm run …']],
  ['bash "$X/gone"', ['bash …/gone']],
  ['"$X" y', ['… y']],
  ['A=1 "$X"', ['A=1 …']],
  ['y "$X"', []],
  ['$X > $Y', ['… …']],
  ['y > $X', []],
  ['bash "x$X"; bash "x$X" y', ['bash x… y']],
  ['bash "$X/plain"', []],
  [
    Array.from({ length: 21 }, (_, index) => `make t${index}t`).join(';'),
    Array.from({ length: 20 }, (_, index) => `make t${index}t`),
  ],
])('commands that start what cannot be followed are told: %s', (text, expected) => {
  expect(leadsIn(text).unknown).toEqual(expected);
});

test('folders that commands mention are bases, the start first, and at most 16', () => {
  const bases = (text: string, ...starts: readonly string[]) =>
    basesIn(commandsIn(text, new Map()), starts.length === 0 ? [project] : starts, project).map(at);
  expect(bases('cd h; PATH=pkg:x y --dir=d1 -Id2 a.sh gone')).toEqual(['', 'h', 'pkg', 'd1', 'd2']);
  expect(bases('"$X/h" x$X/pkg $X//d1')).toEqual(['', 'h', 'd1']);
  expect(bases('h', `${project}/h`, project)).toEqual(['h', '']);
  expect(bases('Guard pkg', `${project}/h`, project)).toEqual(['h', '', 'h/Guard', 'pkg']);
  const all = Array.from({ length: 20 }, (_, index) => `d${index}`);
  expect(bases(all.join(' '))).toEqual(['', ...all.slice(0, 15)]);
  expect(basesIn(commandsIn('h', new Map()), [], project).map(at)).toEqual(['h']);
});

test('without bases the project is where commands start', () => {
  const dependencies = (text: string) =>
    dependenciesOfCommands(commandsIn(text, new Map()), { project, bases: [] }).dependencies;
  expect(dependencies('make x')).toEqual([{ path: `${project}/Makefile`, how: 'runs' }]);
});

test('each word is a step, told with its command', () => {
  expect(() =>
    withinScanBudget(() => {
      charge('steps', 300_000 - 1, '');
      dependenciesOfCommands(commandsIn('x y', new Map()), { project, bases: [] });
    }),
  ).toThrow('words and places to look through, at x y');
});
