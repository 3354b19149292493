import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aHook } from '../../../../test/support/hooks.ts';
import type { Handler } from '../model/index.ts';
import type { HookCover } from './hook-cover.ts';
import { coverHooks, filesWritten, notCoveredNote } from './hook-cover.ts';

let project = '';

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-followed-')));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

function put(files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

function coverOf(handler: Handler | string): HookCover {
  const hook = aHook({
    handler: typeof handler === 'string' ? { kind: 'command', form: 'shell', shell: 'bash', script: handler } : handler,
  });
  const [cover] = coverHooks([hook], { project, variables: ['QODER_PROJECT_DIR'] });
  if (cover === undefined) throw new Error('no cover');
  return cover;
}

const digestOf = (handler: Handler | string): string =>
  JSON.stringify(coverOf(handler).files.map(({ path, digest }) => [path, digest]));

/** Every file must count: with any byte of it, and with its absence. */
function expectCovered(handler: Handler | string, files: Files, edited: readonly string[]): void {
  put(files);
  const digest = digestOf(handler);
  expect(coverOf(handler).problem).toBeNull();
  for (const name of edited) {
    put({ [name]: `${files[name] ?? ''}# edited\n` });
    expect([name, digestOf(handler) === digest]).toEqual([name, false]);
    if (files[name] === undefined) rmSync(join(project, name));
    else put({ [name]: files[name] });
    expect([name, digestOf(handler) === digest]).toEqual([name, true]);
  }
}

const X = { '.qoder/x.sh': 'exit 0\n' };

test.each<[string, Files, readonly string[]]>([
  ['node .qoder/guard', { '.qoder/guard.js': '' }, ['.qoder/guard.js']],
  ['node .qoder/guard', { '.qoder/guard/index.js': '' }, ['.qoder/guard/index.js']],
  ['node -r ./.qoder/setup g.js', { '.qoder/setup.js': '', 'g.js': '' }, ['.qoder/setup.js', 'g.js']],
  ['node .', { 'package.json': '{"main": "lib/main"}', 'lib/main.js': '' }, ['package.json', 'lib/main.js']],
  [`node -e "require('./.qoder/x')"`, { '.qoder/x.js': '' }, ['.qoder/x.js']],
  [`node -e 'require(process.cwd() + "/.qoder/x")'`, { '.qoder/x.js': '' }, ['.qoder/x.js']],
  ['PYTHONPATH=.qoder/lib python3 -c "import guard"', { '.qoder/lib/guard.py': '' }, ['.qoder/lib/guard.py']],
  [
    'PYTHONPATH=.qoder/lib python3 -m guard',
    { '.qoder/lib/guard.py': '' },
    ['.qoder/lib/guard.py', '.qoder/lib/re.py'],
  ],
  ['cd .qoder && python3 -c "import guard"', { '.qoder/guard.py': '' }, ['.qoder/guard.py']],
  ['bash -euo pipefail .qoder/guard', { '.qoder/guard': '' }, ['.qoder/guard']],
  ['BASH_ENV=.qoder/envfile bash g.sh', { '.qoder/envfile': '', 'g.sh': '' }, ['.qoder/envfile', 'g.sh']],
  ['bash --rcfile .qoder/rc -i -c true', { '.qoder/rc': '' }, ['.qoder/rc']],
  ['awk -f.qoder/prog', { '.qoder/prog': '' }, ['.qoder/prog']],
  ['perl -I.qoder/lib -MGuard -e 1', { '.qoder/lib/Guard.pm': '' }, ['.qoder/lib/Guard.pm']],
  ['d=.qoder; f=x; $d/$f.sh', X, ['.qoder/x.sh']],
  ['D="$QODER_PROJECT_DIR/.qoder"; f=x; sh "${D}/$f.sh"', X, ['.qoder/x.sh']],
  ['.qoder/gu*d', { '.qoder/guard': '' }, ['.qoder/guard']],
  ['cat .qoder/x.txt | sh', { '.qoder/x.txt': 'sh .qoder/x.sh', ...X }, ['.qoder/x.txt', '.qoder/x.sh']],
  ['eval "$(cat .qoder/x.txt)"', { '.qoder/x.txt': '' }, ['.qoder/x.txt']],
  ['npm run guard', { 'package.json': '{}' }, ['package.json']],
  ['make -s guard', { Makefile: 'guard:\n' }, ['Makefile']],
])('a definition covers what it starts (%#): %s', (command, files, edited) => {
  expectCovered(command, files, edited);
});

test.each<[string, Files, readonly string[]]>([
  ['timeout 5 .qoder/x.sh', X, ['.qoder/x.sh']],
  ['env A=1 .qoder/x.sh', X, ['.qoder/x.sh']],
  ['echo .qoder/x.sh | xargs -n1 sh', X, ['.qoder/x.sh']],
  ['X=.qoder/x.sh; "$X"', X, ['.qoder/x.sh']],
  ['d=$(dirname "$0")\nn=x\n. "$d/$n.sh"', X, ['.qoder/x.sh']],
  [
    'for f in .qoder/rules.d/*.sh; do . "$f"; done',
    { '.qoder/rules.d/a.sh': '' },
    ['.qoder/rules.d/a.sh', '.qoder/rules.d/new.sh'],
  ],
  ['python3 - <<E\nimport guard\nE', { '.qoder/guard.py': '' }, ['.qoder/guard.py']],
])('a script covers what it starts: %s', (text, files, edited) => {
  expectCovered('bash .qoder/g.sh', { '.qoder/g.sh': text, ...files }, edited);
  expectCovered('bash .qoder/g.hook', { '.qoder/g.hook': text, ...files }, edited);
  expectCovered('bash .qoder/g', { '.qoder/g': text, ...files }, edited);
});

test('however long a script is, it covers what it starts', () => {
  const text = `${'# long\n'.repeat(180_000)}for f in .qoder/*.sh; do . "$f"; done`;
  expectCovered('bash .qoder/g', { '.qoder/g': text, ...X }, ['.qoder/x.sh']);
  expectCovered('bash .qoder/g.sh', { '.qoder/g.sh': text, ...X }, ['.qoder/x.sh']);
});

const LIB = { '.qoder/lib/helper.py': '' };

test.each<[string, Files, readonly string[]]>([
  ['import sys\nsys.path.insert(0, ".qoder/lib")\nimport helper', LIB, ['.qoder/lib/helper.py']],
  [
    'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))\nfrom helper import x',
    LIB,
    ['.qoder/lib/helper.py'],
  ],
  ['import runpy\nrunpy.run_path(".qoder/lib/helper.py")', LIB, ['.qoder/lib/helper.py']],
  ['import runpy\nrunpy.run_module("other")', { '.qoder/other.py': '' }, ['.qoder/other.py']],
  ['import subprocess\nsubprocess.run(["bash", ".qoder/x"])', { '.qoder/x': '' }, ['.qoder/x']],
  [
    'from pathlib import Path\nrun(Path(__file__).parent / "lib" / "x.sh")',
    { '.qoder/lib/x.sh': '' },
    ['.qoder/lib/x.sh'],
  ],
  ['import subprocess', {}, ['.qoder/signal.py', '.qoder/selectors.py', '.qoder/_posixsubprocess.py']],
])('a python script covers what it loads and starts: %j', (text, files, edited) => {
  expectCovered('python3 .qoder/g.py', { '.qoder/g.py': text, ...files }, edited);
});

const M = { '.qoder/x.mjs': '' };

test.each<[string, Files, readonly string[]]>([
  ['require(__dirname + "/x.js")', { '.qoder/x.js': '' }, ['.qoder/x.js']],
  ['require(`${__dirname}/x.js`)', { '.qoder/x.js': '' }, ['.qoder/x.js']],
  ['require(path.join(__dirname, "lib", "x"))', { '.qoder/lib/x.js': '' }, ['.qoder/lib/x.js']],
  ['require(path.join(__dirname, "..", ".qoder", "x.js"))', { '.qoder/x.js': '' }, ['.qoder/x.js']],
  ['new Worker(new URL("x.mjs", import.meta.url))', M, ['.qoder/x.mjs']],
  [
    'import "#guard"',
    { '.qoder/package.json': '{"imports": {"#guard": "./x.mjs"}}', ...M },
    ['.qoder/x.mjs', '.qoder/package.json'],
  ],
  ['spawnSync("bash", [".qoder/x"])', { '.qoder/x': '' }, ['.qoder/x']],
])('a JavaScript file covers what it loads and starts: %s', (text, files, edited) => {
  expectCovered('node .qoder/g.mjs', { '.qoder/g.mjs': text, ...files }, edited);
  expectCovered(
    { kind: 'module', path: '.qoder/g.mjs', exportName: 'default' },
    { '.qoder/g.mjs': text, ...files },
    edited,
  );
});

test('a python callable covers what it starts, and what comes before a module of python', () => {
  const files = { 'guards.py': 'import subprocess\nsubprocess.run(["hooks/x.sh"])', 'hooks/x.sh': '' };
  expectCovered({ kind: 'python', callable: 'guards:check' }, files, ['guards.py', 'hooks/x.sh', 'signal.py']);
});

function notesOf(command: string): readonly (string | null)[] {
  const { files, unknown } = coverOf(command);
  return [unknown.length === 0 ? null : notCoveredNote(unknown), ...files.map(({ note }) => note)];
}

test('a definition covers what stands behind any number of words', () => {
  expectCovered(`${'echo a; '.repeat(6_000)} sh .qoder/x.sh`, X, ['.qoder/x.sh']);
});

test('what cannot be followed is named', () => {
  put({
    'package.json': '{}',
    '.qoder/g.sh': '"$1" x\nmake -s all\n',
    '.qoder/g.mjs': 'await import(name);',
    '.qoder/g.py': 'importlib.import_module(name)\n',
  });
  const runner = 'what it starts is known only to it';
  const built = 'what it starts is put together while it runs';
  const loaded = 'what it loads is put together while it runs';
  expect(notesOf('npm run guard')).toEqual([`not covered: npm run guard (${runner})`, null]);
  expect(notesOf('bash "$Y/$X"')).toEqual([`not covered: bash …/… (${built})`]);
  expect(notesOf('eval "$X"; bash -c "$Y"')).toEqual([`not covered: eval …, bash -c … (${built})`]);
  expect(notesOf('bash .qoder/g.sh')).toEqual([
    null,
    `not covered: make -s all (${runner}); not covered: … x (${built})`,
  ]);
  expect(notesOf('node .qoder/g.mjs')).toEqual([null, `not covered: import(name) (${loaded})`]);
  expect(notesOf('python3 .qoder/g.py')).toEqual([null, `not covered: import_module(name) (${loaded})`]);
});

test('a runner in the words of a message or of a pattern is not named, unless texts are run', () => {
  const runner = 'what it starts is known only to it';
  put({
    '.qoder/says.sh': "refuse 'git push --force is not allowed here.'\ngrep -q 'git push [^ ]*' || exit 0\n",
    '.qoder/pipes.sh': "echo 'git push --force' | sh -s\n",
    '.qoder/pushes.sh': 'git push --force\n',
  });
  expect(notesOf('bash .qoder/says.sh')).toEqual([null, null]);
  expect(notesOf('bash .qoder/pipes.sh')).toEqual([null, `not covered: git push --force (${runner})`]);
  expect(notesOf('bash .qoder/pushes.sh')).toEqual([null, `not covered: git push --force (${runner})`]);
});

test('what hooks write does not count', () => {
  put({
    '.qoder/g.sh': 'S=.qoder/last\ndate > "$S"\ntouch .qoder/flag\necho x | tee -a .qoder/seen\n',
    '.qoder/g.py': 'import subprocess\nopen(".qoder/count", "w")\n',
    '.qoder/g.mjs': 'spawn("x"); fs.writeFileSync(path.join(import.meta.dirname, "count"), "1");\n',
  });
  for (const command of [
    'bash .qoder/g.sh',
    'python3 .qoder/g.py',
    'node .qoder/g.mjs',
    'L=.qoder/own; echo >> "$L"; bash .qoder/g.sh .qoder/a.log',
  ]) {
    const digest = digestOf(command);
    put({
      '.qoder/last': '1',
      '.qoder/flag': '',
      '.qoder/seen': '',
      '.qoder/count': '',
      '.qoder/own': '',
      '.qoder/a.log': '',
    });
    expect([command, digestOf(command) === digest]).toEqual([command, true]);
    for (const name of ['last', 'flag', 'seen', 'count', 'own', 'a.log']) rmSync(join(project, '.qoder', name));
  }
});

test.each([
  'touch "$QODER_PROJECT_DIR/state"; [ -e "$QODER_PROJECT_DIR/other" ] && exit 0',
  '[ -f state ] && echo .qoder/other; date > state; grep -q x state',
  'test -s "$X/state" || echo "nothing is there"',
  'touch "$QODER_PROJECT_DIR/state"; echo "state was made" >&2',
])('what is only looked at or written is no code, and may come and go: %s', (script) => {
  put({ state: 'x', other: 'x', '.qoder/other': 'x', '.qoder/settings.json': '{}' });
  expect(coverOf(script).files).toEqual([]);
});

test('what one hook writes and another reads is no data that a person has trusted', () => {
  put({ '.qoder/last': 'x', '.qoder/deny.txt': 'x', '.qoder/g.sh': 'cat .qoder/last .qoder/deny.txt' });
  const hooks = ['date > .qoder/last', 'sh .qoder/g.sh'].map((script) =>
    aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script } }),
  );
  const where = { project, variables: [] };
  const written = filesWritten(hooks, where);
  expect(written).toEqual(['.qoder/last']);
  expect(coverHooks(hooks, { ...where, written }).map(({ files }) => files.map(({ path }) => path))).toEqual([
    [],
    ['.qoder/deny.txt', '.qoder/g.sh'],
  ]);
});

test('data that only the definition names does not count, and that is said', () => {
  put({ 'cfg.yaml': 'a' });
  expect(notesOf('true --config cfg.yaml; cat cfg.yaml')).toEqual([
    'not covered: cfg.yaml (data that the definition itself names)',
  ]);
});
