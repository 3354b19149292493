import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runnersIn, shownCommand } from './runners.ts';
import type { Command } from '../../shell/loose-words.ts';

let root = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-runners-')));
  for (const name of [
    'deep/er/-',
    'other/Makefile',
    'other/package.json',
    'deno.json',
    'deno.jsonc',
    ...Object.values(FILES).join(' ').split(' '),
  ]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const commandOf = (text: string): Command => text.split(' ').map((word) => ({ text: word, isWritten: false }));
const found = (text: string, folder = '') =>
  runnersIn([commandOf(text)], join(root, folder), root).map(({ files, command, dependsOnFolder }) => ({
    command,
    dependsOnFolder,
    files: files.map((file) => relative(root, file)).join(' '),
  }));

/** The files that runners are told by. */
const FILES = {
  'npm pnpm yarn npx bunx corepack': 'package.json',
  'make gmake bmake remake': 'GNUmakefile makefile Makefile',
  ninja: 'build.ninja',
  just: 'justfile Justfile .justfile',
  task: 'Taskfile.yml Taskfile.yaml',
  'rake bundle': 'Rakefile Gemfile',
  'gradle mvn ant sbt': 'build.gradle build.gradle.kts pom.xml build.xml build.sbt',
  'tox nox poetry uv hatch pdm pipenv pre-commit invoke':
    'tox.ini noxfile.py pyproject.toml .pre-commit-config.yaml tasks.py',
  'pytest py.test': 'pyproject.toml tox.ini',
  cargo: 'Cargo.toml build.rs',
  'composer docker-compose lefthook mise': 'composer.json docker-compose.yml compose.yaml lefthook.yml .mise.toml',
};

test.each(Object.entries(FILES))('%s start what is told by %s', (names, files) => {
  for (const name of names.split(' ')) {
    const expected = { command: `${name} x`, files, dependsOnFolder: true };
    expect(found(`${name} x`)).toEqual([expected]);
    expect(found(`/usr/bin/${name} x`)).toEqual([{ ...expected, command: `/usr/bin/${name} x` }]);
    const isSoughtAbove = !/^(?:make|ninja)/.test(names);
    expect(found(`${name} x`, 'deep/er')).toEqual([{ ...expected, files: isSoughtAbove ? files : '' }]);
    for (const other of [`x${name}`, `${name}x`]) expect([other, found(other)]).toEqual([other, []]);
  }
});

test('nearer files come before those above', () => {
  expect(found('npm test', 'other')).toEqual([
    { command: 'npm test', files: 'other/package.json', dependsOnFolder: true },
  ]);
});

test('where no folder has such a file there is none', () => {
  expect(runnersIn([commandOf('just x')], '/')).toMatchObject([
    { command: 'just x', files: [], dependsOnFolder: true },
  ]);
});

test('first words with which a runner starts nothing of the project are harmless', () => {
  const npm = 'view info ping whoami config --version -v';
  const harmless = [...npm.split(' ').map((word) => `npm ${word} x`), 'cargo fmt', 'cargo --version'];
  expect(harmless.filter((text) => found(text).length > 0)).toEqual([]);
  const others = 'npm|npm views|npm xview|npm run view|cargo|cargo fmts|cargo xfmt|cargo build fmt|make view'.split(
    '|',
  );
  expect(others.filter((text) => found(text).length === 1)).toEqual(others);
});

test.each([
  ['deno task guard', 'deno.json deno.jsonc package.json'],
  ['bun run guard', 'package.json'],
  ['node --run guard', 'package.json'],
  ['env A=1 /usr/bin/node --run=guard', 'package.json'],
])('an interpreter that is told to run a task of the project is a runner: %s', (text, files) => {
  expect(found(text, 'deep')).toEqual([{ command: text, files, dependsOnFolder: true }]);
});

test('an interpreter that is given a script is no runner', () => {
  const scripts = [
    'deno run x.ts',
    'deno x task',
    'deno tasks x',
    'bun run x.ts',
    'bun run hooks/x',
    'bun x run guard',
    'bun run',
  ];
  const others = [
    'bun runs guard',
    'node x.js --run guard',
    'node --runs guard',
    'node',
    'xdeno task guard',
    'denos task x',
    'deno xtask guard',
    'xbun run guard',
    'buns run guard',
    'bun xrun guard',
    'xnode --run guard',
    'nodes --run guard',
    'node x--run guard',
  ];
  expect([...scripts, ...others].filter((text) => found(text).length > 0)).toEqual([]);
});

test('a runner stands first, or behind words that start a program', () => {
  const before = [
    ...'AB=1 A=x/y -x --x 5 10s 2m 1h then do else if elif while until ! { time exec env nice nohup'.split(' '),
    ...'timeout stdbuf sudo command xargs ionice setsid cd /usr/bin/env'.split(' '),
  ];
  const elsewhere = 'echo git xthen thens envs senv 5x s5 +x x/env/y env/x bash'.split(' ');
  const isFound = (word: string): boolean => found(`${word} make`).length === 1;
  expect([...before, ...elsewhere].filter(isFound)).toEqual(before);
  expect(found('env A=1 nice -n 5 make')).toHaveLength(1);
  expect(found('env echo make')).toEqual([]);
});

test.each(['-C', '-sC', '--prefix', '--directory', '--dir', '--cwd'])(
  '%s names the folder in which it works',
  (option) => {
    const files = 'other/Makefile';
    expect(found(`make ${option} other`)).toMatchObject([{ files, dependsOnFolder: true }]);
    expect(found(`make ${option} ${root}/other`)).toMatchObject([{ files, dependsOnFolder: false }]);
    expect(found(`make ${option}`)).toMatchObject([{ dependsOnFolder: true }]);
  },
);

test.each(['-C', '--prefix=', '--directory=', '--dir=', '--cwd='])('%s may stand before the folder', (option) => {
  expect(found(`make ${option}${root}/other`)).toMatchObject([{ files: 'other/Makefile', dependsOnFolder: false }]);
});

test.each(['-Cx/', '-x', '--C', 'x-C', 'x--dir=/', '--dirx', '-C-x', '--dir='])(
  'other words name no folder with Makefiles: %s',
  (option) => {
    expect(found(`make ${option} ${root}/other`)).not.toMatchObject([{ files: 'other/Makefile' }]);
  },
);

test('an option in the middle of a word is none', () => {
  expect(found(`make x--dir=${root}/other x-C${root}/other`)).not.toMatchObject([{ files: 'other/Makefile' }]);
});

test('commands are told one by one, with what each of them is told by', () => {
  const commands = ['echo x', 'make a', 'npm run b'].map(commandOf);
  expect(runnersIn(commands, join(root, 'other'))).toMatchObject([
    { command: 'make a', files: [join(root, 'other/Makefile')], dependsOnFolder: true },
    { command: 'npm run b', files: [join(root, 'other/package.json')], dependsOnFolder: true },
  ]);
});

test('a command is shown to people in at most 80 characters, with a sign for what is unknown', () => {
  expect(shownCommand(commandOf('a \0/b c'))).toBe('a …/b c');
  expect(shownCommand(commandOf('x'.repeat(80)))).toBe('x'.repeat(80));
  expect(shownCommand(commandOf('x'.repeat(81)))).toBe(`${'x'.repeat(79)}…`);
});
