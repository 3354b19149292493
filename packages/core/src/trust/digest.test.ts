import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aHook, aSource } from '../../../../test/support/hooks.ts';
import type { Source } from '../model/index.ts';
import { projectContent } from './digest.ts';

let project = '';

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-digest-')));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(name: string, content: string | Uint8Array, mode = 0o644): string {
  const path = join(project, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

const sourceOf = (lines: readonly string[], more: Partial<Source> = {}): Source =>
  aSource({
    dialect: 'kolega',
    file: join(project, '.kolega/hooks.json'),
    display: '.kolega/hooks.json',
    hooks: lines.map((line) =>
      aHook({ id: line, dialect: 'kolega', handler: { kind: 'command', form: 'words', line } }),
    ),
    definitions: JSON.stringify(lines),
    entries: lines.length,
    ...more,
  });
const contentOf = (...sources: readonly Source[]) => projectContent(sources, project, ['QODER_PROJECT_DIR']);
const digestOf = (...lines: readonly string[]): string => contentOf(sourceOf(lines)).digest;

test('the digest is one text over all definitions and scripts, which are listed for people', () => {
  put('a.sh', 'echo one\n', 0o755);
  const content = contentOf(sourceOf(['./a.sh', 'bash gone.sh']));
  expect(content).toEqual({
    path: project,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    files: [
      { path: '.kolega/hooks.json', digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string, note: null },
      { path: 'a.sh', digest: `${shaOf('echo one\n')}+x`, note: null },
      { path: 'gone.sh', digest: 'absent', note: 'absent' },
    ],
    refusal: null,
  });
  expect(contentOf(sourceOf(['./a.sh', 'bash gone.sh']))).toEqual(content);
});

const shaOf = (text: string): string => spawnSync('sha256sum', { input: text, encoding: 'utf8' }).stdout.slice(0, 64);

test('the order in which sources come does not matter, and sources of the user take no part', () => {
  const one = sourceOf(['./a.sh']);
  const two = sourceOf(['./b.sh'], { dialect: 'qoder', scope: 'local', display: '.qoder/settings.local.json' });
  const users = sourceOf(['./c.sh'], { scope: 'user', display: '/home/u/hooks.json' });
  const plugin = sourceOf(['./d.sh'], { scope: 'plugin', display: '/plugins/p/hooks/hooks.json' });
  expect(contentOf(two, plugin, one, users)).toEqual(contentOf(one, two));
});

test('dialect, scope, place and text of a definition all count', () => {
  const digests = [{}, { dialect: 'kode' }, { scope: 'local' as const }, { display: 'x' }, { definitions: 'x' }].map(
    (more) => contentOf(sourceOf([], more)).digest,
  );
  expect(new Set(digests).size).toBe(5);
});

test('a change of a script, of its executable bit, its removal and its return are noticed', () => {
  put('a.sh', 'echo one\n', 0o755);
  const first = digestOf('./a.sh');
  put('a.sh', 'echo two\n', 0o755);
  const second = digestOf('./a.sh');
  put('a.sh', 'echo one\n', 0o644);
  const third = digestOf('./a.sh');
  rmSync(join(project, 'a.sh'));
  const fourth = digestOf('./a.sh');
  expect(new Set([first, second, third, fourth]).size).toBe(4);
  put('a.sh', 'echo one\n', 0o755);
  expect(digestOf('./a.sh')).toBe(first);
});

test('a change of any other file is not noticed', () => {
  put('a.sh', 'echo one\n', 0o755);
  const before = digestOf('./a.sh >> edits.log');
  put('edits.log', 'x');
  put('README.md', 'x');
  put('src/new.sh', '#!/bin/sh\n', 0o755);
  expect(digestOf('./a.sh >> edits.log')).toBe(before);
});

test('a link inside the project counts as its target; one that leads out is flagged and not followed', () => {
  put('real/a.sh', 'one', 0o755);
  symlinkSync('real/a.sh', join(project, 'link.sh'));
  symlinkSync('/etc/hostname', join(project, 'out.sh'));
  symlinkSync('nowhere', join(project, 'broken.sh'));
  symlinkSync('real', join(project, 'folder'));
  const lines = ['./link.sh', './out.sh', './broken.sh', './folder/a.sh'];
  const before = contentOf(sourceOf(lines));
  expect(before.files.slice(1).map(({ path, note }) => [path, note])).toEqual([
    ['broken.sh', 'broken link to nowhere'],
    ['folder/a.sh', 'a link to real/a.sh'],
    ['link.sh', 'a link to real/a.sh'],
    ['out.sh', 'leads out of the project to /etc/hostname, where changes are not noticed'],
  ]);
  put('real/a.sh', 'two', 0o755);
  const changed = contentOf(sourceOf(lines)).files.map(({ digest }, index) => digest !== before.files[index]?.digest);
  expect(changed).toEqual([false, false, true, true, false]);
  rmSync(join(project, 'link.sh'));
  put('real/b.sh', 'two', 0o755);
  const moved = digestOf(...lines);
  symlinkSync('real/b.sh', join(project, 'link.sh'));
  expect(digestOf(...lines)).not.toBe(moved);
});

test('what is no file is never waited for', () => {
  spawnSync('mkfifo', [join(project, 'pipe.sh')]);
  expect(contentOf(sourceOf(['./pipe.sh'])).files[1]).toEqual({
    path: 'pipe.sh',
    digest: 'not a file',
    note: 'not a file',
  });
});

test('a project that cannot be covered has no digest that could be trusted, and says why', () => {
  truncateSync(put('big.sh', ''), 64 * 1024 * 1024 + 1);
  expect(contentOf(sourceOf(['./big.sh']))).toMatchObject({
    digest: 'not-covered',
    refusal: 'big.sh: larger than 64 MiB',
  });
  for (let index = 0; index < 2_001; index++) put(`many${index % 3}/${index}.sh`, '');
  expect(contentOf(sourceOf(['bash many0/*.sh', 'bash many1/*.sh', 'bash many2/*.sh']))).toMatchObject({
    digest: 'not-covered',
    refusal: 'its hooks name more than 2000 scripts',
  });
  expect(contentOf(sourceOf(['bash many0/*.sh many1/*.sh']))).toMatchObject({
    digest: 'not-covered',
    refusal: expect.stringContaining('more than 1000 scripts, at many') as string,
  });
});

// A loaded machine takes a minute for ten thousand of them, which `HOOKLINE_EDITS=10000` asks for.
const EDITS = Number(process.env['HOOKLINE_EDITS'] ?? 2_000);

/** Scripts that are reached in many ways: by the definition, through each other, by a pattern, a variable or a folder. */
const REACHED: Readonly<Record<string, string>> = {
  'a.sh': 'timeout 5 .kolega/c.sh\nX=.kolega/d; "$X"\n',
  'hooks/b.py': 'import sys, subprocess\nsys.path.insert(0, "hooks/lib")\nimport helper\nsubprocess.run(["hooks/e"])\n',
  '.kolega/c.sh': 'for f in .kolega/rules/*.sh; do . "$f"; done\n',
  '.kolega/d': 'exit 0 # no extension\n',
  '.kolega/rules/one.sh': 'exit 0 # by a pattern\n',
  'hooks/lib/helper.py': 'x = 1 # by the path of python\n',
  'hooks/e': 'exit 0 # as an argument\n',
  'hooks/g.js': 'require(__dirname + "/h"); spawn("sh", [path.join(__dirname, "deep", "i")]);\n',
  'hooks/h.js': '// by its name alone\n',
  'hooks/deep/i.sh': 'exit 0 # put together\n',
  Makefile: 'guard:\n',
};

test(`${EDITS} of ${EDITS} random edits of a definition or a script are noticed`, { timeout: 600_000 }, () => {
  const [definitions = new Uint8Array()] = fc.sample(fc.uint8Array({ minLength: 200, maxLength: 400 }), {
    numRuns: 1,
    seed: 1,
  });
  const originals = Object.values(REACHED).map((text) => Buffer.from(text));
  const scripts = Object.entries(REACHED).map(([name, text]) => put(name, text));
  const digestWith = (bytes: Uint8Array): string =>
    contentOf(
      sourceOf(['./a.sh x hooks/b.py', 'node hooks/g', 'make guard'], {
        definitions: Buffer.from(bytes).toString('hex'),
      }),
    ).digest;
  const trusted = digestWith(definitions);
  const edit = fc.tuple(fc.nat({ max: scripts.length }), fc.nat(), fc.integer({ min: 1, max: 255 }));
  const unnoticed = fc.sample(edit, { numRuns: EDITS, seed: 2 }).filter(([which, at, change]) => {
    const original = originals[which] ?? definitions;
    const edited = original.map((byte, position) => (position === at % original.length ? byte ^ change : byte));
    const script = scripts[which];
    if (script === undefined) return digestWith(edited) === trusted;
    writeFileSync(script, edited);
    const digest = digestWith(definitions);
    writeFileSync(script, original);
    return digest === trusted;
  });
  expect(unnoticed).toEqual([]);
  expect(digestWith(definitions)).toBe(trusted);
});

test('a project with ten small scripts takes a few milliseconds', () => {
  const lines = Array.from({ length: 10 }, (_, index) => {
    put(`.kolega/hook-${index}.sh`, `#!/usr/bin/env bash\n${'echo line\n'.repeat(100)}`, 0o755);
    return `./.kolega/hook-${index}.sh --flag`;
  });
  for (let round = 0; round < 100; round++) digestOf(...lines);
  const before = process.cpuUsage(); // CPU time, since other work on the machine must not decide
  for (let round = 0; round < 200; round++) digestOf(...lines);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 200 / 1_000).toBeLessThan(30);
});
