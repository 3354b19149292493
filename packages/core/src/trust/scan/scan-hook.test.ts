import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import type { Handler, Hook } from '../../model/index.ts';
import { scanHook } from './scan-hook.ts';

let project = '';

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-scripts-')));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
    if (text.startsWith('#!')) chmodSync(join(project, name), 0o755);
  }
}

const namesOf = (handler: Handler, more: Partial<Hook> = {}): readonly string[] =>
  scanHook(aHook({ handler, ...more }), { project, start: project, values: valuesOf(project) }).code.map((path) =>
    relative(project, path),
  );
const valuesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(['QODER_PROJECT_DIR', 'POLYTOKEN_PROJECT_DIR'].map((name) => [name, folder]));

const words = (line: string): Handler => ({ kind: 'command', form: 'words', line });
const shell = (script: string): Handler => ({ kind: 'command', form: 'shell', shell: 'bash', script });
const argv = (program: string, ...args: string[]): Handler => ({ kind: 'command', form: 'argv', program, args });

const FILES = {
  'a.sh': '#!/bin/sh\n',
  'hooks/b.py': 'pass\n',
  'hooks/plain': 'echo\n',
  'hooks/tool': '#!/bin/sh\n',
  'with space.sh': '\n',
  'edits.log': '',
  'data.json': '{}',
};

test.each<[string, Handler, readonly string[]]>([
  ['the program', words('./a.sh --flag'), ['a.sh']],
  ['the program, not executable and without extension', argv('./hooks/plain'), ['hooks/plain']],
  ['a program that is missing', words('./gone --x'), ['gone']],
  ['the script of an interpreter', words('/usr/bin/env bash -o pipefail hooks/plain data.json'), ['hooks/plain']],
  ['the script of python', words('python3 -W ignore hooks/b.py edits.log'), ['hooks/b.py']],
  ['a missing script of an interpreter', words('bash gone.sh'), ['gone.sh']],
  ['path words that are no data', argv('env', 'X=1', 'hooks/tool', 'hooks/plain'), ['hooks/plain', 'hooks/tool']],
  ['path words with an extension', words('nice hooks/b.py'), ['hooks/b.py']],
  ['the value of an option', words('node --require=./a.sh -e 1'), ['a.sh']],
  ['a missing program of a shell text', shell('./hooks/gone.sh; X=./gone.sh'), ['gone.sh', 'hooks/gone.sh']],
  ['a line that cannot be split', words('./a.sh "open'), ['a.sh']],
  ['a text in an argument', argv('sh', '-c', 'date >> edits.log; . hooks/plain; ./a.sh'), ['a.sh', 'hooks/plain']],
  ['a file named with a space', shell('"./with space.sh"'), ['with space.sh']],
  [
    'variables that hold the project',
    shell('"$QODER_PROJECT_DIR"/a.sh; bash "${POLYTOKEN_PROJECT_DIR}/hooks/plain"'),
    ['a.sh', 'hooks/plain'],
  ],
  [
    'values that are not known',
    shell('bash "$(git rev-parse --show-toplevel)/hooks/plain"; ~/elsewhere/x/hooks/b.py'),
    ['hooks/b.py', 'hooks/plain'],
  ],
  ['a folder that is entered', shell('cd hooks && ./tool'), ['hooks/tool']],
  ['a variable that holds a folder', shell('D=hooks; sh $D/plain'), ['hooks/plain']],
  ['a pattern of scripts', shell('for f in hooks/t*; do . $f; done; bash hooks/p*'), ['hooks/plain', 'hooks/tool']],
  ['a name that is made up', shell('python3 "hooks/$EVENT.py"'), ['hooks/b.py']],
  ['literal placeholders', argv('/usr/bin/python3', '${QODER_PROJECT_DIR}/hooks/b.py', '--strict'), ['hooks/b.py']],
])('covered: %s', (_, handler, expected) => {
  put(FILES);
  expect(namesOf(handler)).toEqual(expected);
});

test.each<[string, Handler]>([
  ['a log that is written', shell('cat > /dev/null; date +%N >> edits.log; echo run >> log.txt')],
  ['a script that is only written', shell('echo x > a.sh; date >| hooks/b.py')],
  ['data', words('jq . data.json')],
  ['what lies outside', words('/bin/sh ../outside.sh /etc/hosts.py')],
  ['a pattern for a linter', shell('npx prettier --write "src/**/*.ts" hooks/*.py')],
  ['the folder itself', words('black .')],
  ['a missing word that is no script', shell('echo ./nothing here')],
  ['an http handler', { kind: 'http', url: 'http://x/a.sh', headers: {}, allowedVariables: null }],
])('not covered: %s', (_, handler) => {
  put(FILES);
  expect(namesOf(handler)).toEqual([]);
});

test('an absolute path counts, also when it is spelled through a link to the project', () => {
  put(FILES);
  const link = `${project}-link`;
  symlinkSync(project, link);
  try {
    expect(namesOf(words(`${project}/a.sh`))).toEqual(['a.sh']);
    expect(namesOf(words(`${link}/hooks/b.py`))).toEqual(['hooks/b.py']);
    expect(namesOf(words(`bash ${link}/gone.sh`))).toEqual(['gone.sh']);
  } finally {
    rmSync(link);
  }
});

test('where `..` crosses a link, both the path as written and the one that the system follows count', () => {
  put({ 'x.sh': '\n', 'deep/x.sh': '\n', 'deep/er/y': '' });
  symlinkSync('deep/er', join(project, 'link'));
  expect(namesOf(words('bash link/../x.sh'))).toEqual(['deep/x.sh', 'x.sh']);
});

test('relative paths begin in the folder that the definition names', () => {
  put({ 'tools/g.sh': '#!/bin/sh\n. ./lib.sh\n', 'tools/lib.sh': '', 'g.sh': '#!/bin/sh\n' });
  expect(namesOf(shell('./g.sh'), { cwd: 'tools' })).toEqual(['tools/g.sh', 'tools/lib.sh']);
  expect(namesOf(argv('./g.sh'), { cwd: join(project, 'tools') })).toEqual(['tools/g.sh', 'tools/lib.sh']);
});

test('scripts in the environment of a hook count', () => {
  put(FILES);
  expect(namesOf(shell('true'), { env: { BASH_ENV: './a.sh', PATH: 'bin:$PATH' } })).toEqual(['a.sh']);
  const inPath = ['hooks/b.py', 'hooks/plain', 'hooks/tool'];
  expect(namesOf(shell('tool'), { env: { PATH: 'hooks:$PATH' } })).toEqual(inPath);
});

test('of the folder of a HOOK.md it counts itself and all below scripts/, less what python writes there', () => {
  put({
    '.agents/hooks/a/HOOK.md': '',
    '.agents/hooks/a/scripts/run.sh': '#!/bin/sh\n',
    '.agents/hooks/a/scripts/data/list.txt': 'x',
    '.agents/hooks/a/run.log': 'x',
    '.agents/hooks/a/unused.sh': 'x',
    '.agents/hooks/a/scripts/__pycache__/x.pyc': '',
    '.agents/hooks/b/HOOK.md': '',
    'shared/lib.sh': '',
  });
  symlinkSync('../../../../shared', join(project, '.agents/hooks/a/scripts/linked'));
  symlinkSync('.', join(project, '.agents/hooks/a/scripts/circle'));
  symlinkSync('/etc', join(project, '.agents/hooks/a/scripts/outside'));
  const folder = join(project, '.agents/hooks/a');
  expect(namesOf(argv(join(folder, 'scripts/run.sh')), { folder })).toEqual(
    ['HOOK.md', ...['data/list.txt', 'linked/lib.sh', 'outside', 'run.sh'].map((name) => `scripts/${name}`)].map(
      (name) => `.agents/hooks/a/${name}`,
    ),
  );
});

test('a python callable stands for its module, the packages around it and the project modules that they import', () => {
  put({
    'app/__init__.py': 'from . import base\n',
    'app/base.py': '',
    'app/hooks.py':
      'import os, app.one as o\nfrom .two import (\n  a, # x\n  b,\n)\nfrom app import three; import four\n',
    'app/one.py': 'import json',
    'app/two/__init__.py': '',
    'app/two/b.py': 'from ..five import x',
    'app/three.py': '',
    'four.py': 'import importlib\nimportlib.import_module("six")',
    'app/five.py': '',
    'six.py': '',
    'app/unused.py': '',
  });
  const covered = [
    'app/__init__.py',
    'app/base.py',
    'app/five.py',
    'app/hooks.py',
    'app/one.py',
    'app/three.py',
    'app/two/__init__.py',
  ];
  expect(namesOf({ kind: 'python', callable: 'app.hooks:check' })).toEqual([
    ...covered,
    'app/two/b.py',
    'four.py',
    'six.py',
  ]);
  expect(namesOf(words('python3 -m app.hooks'))).toEqual([...covered, 'app/two/b.py', 'four.py', 'six.py']);
  expect(namesOf(words('python3 -c "import six; six.run()"'))).toEqual(['six.py']);
});

test('a neighbour that python would load instead of the trusted module is noticed', () => {
  put({ 'guard.py': '' });
  expect(namesOf({ kind: 'python', callable: 'guard:check' })).toEqual(['guard.py']);
  put({ 'guard/__init__.py': '', 'guard.cpython-311-x86_64-linux-gnu.so': '' });
  expect(namesOf({ kind: 'python', callable: 'guard:check' })).toEqual([
    'guard.cpython-311-x86_64-linux-gnu.so',
    'guard.py',
    'guard/__init__.py',
  ]);
});

test('a module handler stands for its file and all that it imports by path', () => {
  put({
    'hooks/s.mjs': `import a from './a.mjs';\nexport * from "../lib/b.js";\nimport './c';\nconst d = await import('./d.mjs?x');\nimport 'pkg';`,
    'hooks/a.mjs': "require('./deep')",
    'lib/b.ts': '',
    'hooks/c.ts': '',
    'hooks/d.mjs': "import './s.mjs'",
    'hooks/deep/index.js': '',
    'hooks/unused.mjs': '',
    'node_modules/pkg/index.js': '',
  });
  expect(namesOf({ kind: 'module', path: './hooks/s.mjs', exportName: 'default' })).toEqual([
    'hooks/a.mjs',
    'hooks/c.ts',
    'hooks/d.mjs',
    'hooks/deep/index.js',
    'hooks/s.mjs',
    'lib/b.ts',
    'node_modules/pkg/index.js',
  ]);
  expect(namesOf({ kind: 'module', path: './gone.mjs', exportName: 'x' })).toEqual(['gone.mjs']);
  expect(namesOf({ kind: 'module', path: '/etc/x.mjs', exportName: 'x' })).toEqual([]);
});

test.each<[string, Readonly<Record<string, string>>, Handler, readonly string[]]>([
  [
    'what a shell script sources and runs beside it',
    {
      'hooks/a.sh': '. "$(dirname "$0")/lib.sh"\nif true; then exec ./hooks/b.sh; fi\n# bash hooks/old.sh\n',
      'hooks/lib.sh': 'source hooks/more.sh',
      'hooks/more.sh': '',
      'hooks/b.sh': 'python3 hooks/c.py',
      'hooks/c.py': 'import helper',
      'hooks/helper.py': '',
      'hooks/old.sh': '',
    },
    words('bash hooks/a.sh'),
    ['hooks/a.sh', 'hooks/b.sh', 'hooks/c.py', 'hooks/helper.py', 'hooks/lib.sh', 'hooks/more.sh'],
  ],
  [
    'the helpers of a configuration folder, wherever in it they are',
    { '.kolega/hooks/a.mjs': 'import "../lib/b.mjs";', '.kolega/lib/b.mjs': '' },
    words('node .kolega/hooks/a.mjs'),
    ['.kolega/hooks/a.mjs', '.kolega/lib/b.mjs'],
  ],
  [
    'a script without extension, by its first line',
    { 'hooks/a': '#!/usr/bin/env python3\nfrom lib import x\n', 'hooks/lib.py': '' },
    words('./hooks/a'),
    ['hooks/a', 'hooks/lib.py'],
  ],
])('followed: %s', (_, files, handler, expected) => {
  put(files);
  expect(namesOf(handler)).toEqual(expected);
});

test('what a script runs or loads counts wherever in the project it stands', () => {
  put({ 'hooks/a.sh': 'bash run-tests.sh; node test/all.mjs', 'run-tests.sh': 'bash sum.sh', 'sum.sh': '' });
  put({ 'test/all.mjs': 'import "../src/x.mjs"', 'src/x.mjs': '' });
  expect(namesOf(words('bash hooks/a.sh'))).toEqual([
    'hooks/a.sh',
    'run-tests.sh',
    'src/x.mjs',
    'sum.sh',
    'test/all.mjs',
  ]);
});
