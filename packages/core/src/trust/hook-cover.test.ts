import { createHash } from 'node:crypto';
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
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { aHook } from '../../../../test/support/hooks.ts';
import { makeTree, removeTree } from '../../../../test/support/tree.ts';
import type { CoveredFile, Hook } from '../model/index.ts';
import { fingerprint } from './stamps/fingerprint.ts';
import type { HookCover } from './hook-cover.ts';
import { COVER_RULES, coverHooks, differingFiles } from './hook-cover.ts';
import { tries } from '../../../../test/support/tier.ts';

let project = '';

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-cover-')));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(name: string, content: string | Uint8Array = '', mode = 0o644): string {
  const path = join(project, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

const hookOf = (script: string, name = 'guard'): Hook =>
  aHook({ name, handler: { kind: 'command', form: 'shell', shell: 'bash', script } });
const coverAll = (...hooks: readonly Hook[]): readonly HookCover[] =>
  coverHooks(hooks, { project, variables: ['QODER_PROJECT_DIR'] });
const filesOf = (script: string) => coverAll(hookOf(script))[0]?.files ?? [];
const digestOf = (...scripts: readonly string[]): string =>
  JSON.stringify(coverAll(...scripts.map((script) => hookOf(script))).map(({ files }) => files));
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

test('each hook has the files that it leads to with their digests, those that are missing too, and no others', () => {
  put('a.sh', 'one', 0o755);
  put('b.sh', 'two');
  const [one, two, three] = coverAll(
    hookOf('./a.sh; sh gone.sh'),
    hookOf('sh "$QODER_PROJECT_DIR/b.sh"'),
    hookOf('true'),
  );
  expect(one).toMatchObject({
    files: [
      { path: 'a.sh', digest: `${sha('one')}+x`, note: null },
      { path: 'gone.sh', digest: 'absent', note: 'absent' },
    ],
    problem: null,
  });
  expect(two?.files).toEqual([{ path: 'b.sh', digest: sha('two'), note: null }]);
  expect(three?.files).toEqual([]);
});

test('each hook tells what must stay as it is, one look for each place', () => {
  put('a.sh', 'one');
  const [one, two] = coverAll(hookOf('sh a.sh'), hookOf('sh gone.sh')).map(({ stamps }) =>
    stamps.map(({ path, depth }) => `${relative(project, path)} ${depth}`),
  );
  expect(one).toContain('a.sh content');
  expect(one?.filter((stamp) => stamp.startsWith('a.sh'))).toHaveLength(1);
  expect(two?.some((stamp) => stamp.startsWith('a.sh'))).toBe(false);
});

test('the file of the definition does not count: what stands in it now has no effect', () => {
  const file = put('.agents/hooks/g/HOOK.md', 'one');
  put('.agents/hooks/g/scripts/run.sh', '#!/bin/sh\n', 0o755);
  const folder = dirname(file);
  const hook = aHook({
    file,
    folder,
    handler: { kind: 'command', form: 'argv', program: join(folder, 'scripts/run.sh'), args: [] },
  });
  expect(coverAll(hook)[0]?.files.map(({ path }) => path)).toEqual(['.agents/hooks/g/scripts/run.sh']);
});

test('it counts where the hook starts that very file', () => {
  const file = put('.cline/hooks/PreToolUse', 'sh ./lib.sh');
  put('lib.sh');
  const hook = aHook({ file, handler: { kind: 'command', form: 'argv', program: 'bash', args: [file] } });
  expect(coverAll(hook)[0]?.files.map(({ path }) => path)).toEqual(['.cline/hooks/PreToolUse', 'lib.sh']);
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
  const script = './link.sh; ./out.sh; ./broken.sh; ./folder/a.sh';
  const before = filesOf(script);
  expect(before.map(({ path, note }) => [path, note])).toEqual([
    ['broken.sh', 'broken link to nowhere'],
    ['folder/a.sh', 'a link to real/a.sh'],
    ['link.sh', 'a link to real/a.sh'],
    ['out.sh', 'leads out of the project to /etc/hostname, where changes are not noticed'],
  ]);
  put('real/a.sh', 'two', 0o755);
  const changed = filesOf(script).map(({ digest }, index) => digest !== before[index]?.digest);
  expect(changed).toEqual([false, true, true, false]);
});

test('what is no file is never waited for', () => {
  spawnSync('mkfifo', [join(project, 'pipe.sh')]);
  expect(filesOf('./pipe.sh')).toEqual([{ path: 'pipe.sh', digest: 'not a file', note: 'not a file' }]);
});

test('scripts that are too large, alone or together, make a hook one that cannot be trusted', () => {
  const MIB = 1024 * 1024;
  for (const name of ['a', 'b']) truncateSync(put(name), 64 * MIB);
  put('c', 'x');
  const problems = () => coverAll(hookOf('sh a; sh b'), hookOf('sh c')).map(({ problem }) => problem);
  expect(problems()).toEqual([null, 'its scripts are larger than 128 MiB together']);
  truncateSync(join(project, 'a'), 64 * MIB + 1);
  expect(problems()[0]).toBe('a: larger than 64 MiB');
});

test('of what is too much at most 256 looks are kept, and no path of the machine is told', () => {
  const [cover] = coverAll(hookOf(Array.from({ length: 1_001 }, (_, index) => `sh h/${index}.sh`).join('; ')));
  expect(cover?.problem).toMatch(
    /^\S+ guard leads to more than 1000 scripts, at h\/0.sh: that is too much to be trusted$/,
  );
  expect(cover?.stamps.length).toBeLessThanOrEqual(256);
});

test('a mistake of the program is no problem of the hook', () => {
  expect(() => coverAll({ ...hookOf('true'), env: null } as unknown as Hook)).toThrow(TypeError);
});

test('files differ from those of a pin by what was changed, removed and added', () => {
  const pinned = { id: 'x', files: ['a', 'b', 'c'].map((path) => ({ path, digest: '1' })) };
  const file = (path: string, digest: string) => ({ path, digest, note: null });
  const now: HookCover = {
    files: [file('a', '1'), file('b', '2'), file('d', '1')],
    unknown: [],
    problem: null,
    stamps: [],
  };
  const given = { at: new Date().toISOString(), by: 'a test', terminal: true };
  expect(differingFiles({ ...pinned, rules: COVER_RULES, given }, now, project)).toEqual(['b', 'c', 'd']);
});

test('by a pin of other rules a new file differs only if it is newer than the pin, and one that counts no more only if it changed', () => {
  const { project: folder, pinned } = pinnedTree();
  const [a, b, c] = pinned.files;
  const now: HookCover = {
    files: [a, c].flatMap((each) => (each === undefined ? [] : [{ ...each, note: null }])),
    unknown: [],
    problem: null,
    stamps: [],
  };
  const differing = (at: string): readonly string[] =>
    differingFiles(
      {
        id: 'x',
        files: [a, b].flatMap((each) => each ?? []),
        rules: COVER_RULES - 1,
        given: { at, by: 'a test', terminal: true },
      },
      now,
      folder,
    );
  const later = new Date(Date.now() + 1_000).toISOString();
  expect(differing(later)).toEqual([]);
  expect(differing('2020-01-01T00:00:00.000Z')).toEqual(['c']);
  expect(differing('at some time')).toEqual(['c']);
  writeFileSync(join(folder, 'b'), 'changed');
  expect(differing(later)).toEqual(['b']);
  rmSync(join(folder, 'b'));
  expect(differing(later)).toEqual(['b']);
});

/** Three files, with their digests. */
function pinnedTree(): { readonly project: string; readonly pinned: { readonly files: readonly CoveredFile[] } } {
  const folder = makeTree({ a: '1', b: '2', c: '3' });
  onTestFinished(() => removeTree(folder));
  const files = ['a', 'b', 'c'].map((path) => ({ path, digest: fingerprint(join(folder, path), folder).digest }));
  return { project: folder, pinned: { files } };
}

// A loaded machine takes a minute for ten thousand of them, which `HOOKLINE_EDITS=10000` asks for.
const EDITS = Number(process.env['HOOKLINE_EDITS'] ?? tries(500));

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

test(`${EDITS} of ${EDITS} random edits of a script are noticed`, { timeout: 600_000 }, () => {
  const originals = Object.values(REACHED).map((text) => Buffer.from(text));
  const scripts = Object.entries(REACHED).map(([name, text]) => put(name, text));
  const now = (): string => digestOf('./a.sh x hooks/b.py', 'node hooks/g', 'make guard');
  const trusted = now();
  const edit = fc.tuple(fc.nat({ max: scripts.length - 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }));
  const unnoticed = fc.sample(edit, { numRuns: EDITS, seed: 2 }).filter(([which, at, change]) => {
    const [original = Buffer.of(), script = ''] = [originals[which], scripts[which]];
    writeFileSync(
      script,
      original.map((byte, position) => (position === at % original.length ? byte ^ change : byte)),
    );
    const digest = now();
    writeFileSync(script, original);
    return digest === trusted;
  });
  expect(unnoticed).toEqual([]);
  expect(now()).toBe(trusted);
});
