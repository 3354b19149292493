import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CoveredFile, ProjectContent } from '../model/index.ts';
import { openTrustStore, stateOf } from './store.ts';
import { needs } from '../../../../test/support/programs.ts';

let root = '';
let state = '';
let project = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-store-')));
  state = join(root, 'deep', 'state');
  project = join(root, 'project');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const contentOf = (text: string, files: readonly CoveredFile[] = [], path = project): ProjectContent => ({
  path,
  digest: sha(text),
  files,
});
const recordFile = (text: string): string => join(state, 'trust', sha(project), `${sha(text)}.json`);
const isRoot = process.getuid?.() === 0;

test('a project is trusted in the content that was trusted, in no other, and in no other place', () => {
  const store = openTrustStore(state);
  expect(store.isTrusted(project, sha('one'))).toBe(false);
  expect(store.trust(contentOf('one'))).toEqual({ ok: true });
  expect(store.isTrusted(project, sha('one'))).toBe(true);
  expect(store.isTrusted(project, sha('two'))).toBe(false);
  expect(store.isTrusted(join(root, 'elsewhere'), sha('one'))).toBe(false);
  expect(openTrustStore(state).isTrusted(project, sha('one'))).toBe(true);
  expect(store.problems()).toEqual([]);
});

test('the path is resolved, so that a link to the project is the project', () => {
  symlinkSync(project, join(root, 'link'));
  const store = openTrustStore(state);
  store.trust(contentOf('one', [], join(root, 'link')));
  expect(store.isTrusted(project, sha('one'))).toBe(true);
  expect(store.list().map(({ path }) => path)).toEqual([project]);
  store.untrust(join(root, 'link'));
  expect(store.isTrusted(project, sha('one'))).toBe(false);
});

test('if a trusted content returns, trust returns, until untrust forgets them all', () => {
  const store = openTrustStore(state);
  for (const text of ['one', 'two']) store.trust(contentOf(text));
  expect(['one', 'two', 'three'].map((text) => store.isTrusted(project, sha(text)))).toEqual([true, true, false]);
  expect(store.untrust(project)).toEqual({ ok: true });
  expect(['one', 'two'].map((text) => store.isTrusted(project, sha(text)))).toEqual([false, false]);
  expect(store.list()).toEqual([]);
  expect(readdirSync(join(state, 'trust'))).toEqual([]);
  expect(store.untrust(project)).toEqual({ ok: true });
});

test('a project that is gone can still be untrusted', () => {
  const store = openTrustStore(state);
  store.trust(contentOf('one'));
  rmSync(project, { recursive: true });
  expect(store.list()).toHaveLength(1);
  store.untrust(project);
  expect(store.list()).toEqual([]);
});

test('list shows each project once, and how it stands', async () => {
  const store = openTrustStore(state);
  store.trust(contentOf('one', [{ path: 'a.sh', digest: 'x' }]));
  await new Promise((done) => setTimeout(done, 5));
  store.trust(contentOf('two', [{ path: 'a.sh', digest: 'y' }]));
  const [listed] = store.list();
  expect(listed).toEqual({
    v: 2,
    path: project,
    digest: sha('two'),
    digests: [sha('two'), sha('one')],
    at: expect.any(String) as string,
    files: [{ path: 'a.sh', digest: 'y' }],
  });
  if (listed === undefined) throw new Error('nothing is listed');
  expect([sha('one'), sha('three'), null].map((digest) => stateOf(listed, digest))).toEqual([
    'trusted',
    'changed',
    'gone',
  ]);
});

test('what changed since trust was given is told file by file', () => {
  const store = openTrustStore(state);
  const files = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([path, digest]) => ({ path, digest }));
  const now = contentOf('two', files(['a', '1'], ['b', '9'], ['d', '4']));
  expect(store.changesSince(now)).toBeNull();
  store.trust(contentOf('one', files(['a', '1'], ['b', '2'], ['c', '3'])));
  expect(store.changesSince(now)).toEqual({ added: ['d'], removed: ['c'], changed: ['b'] });
});

test('folders are the owner’s alone, and so are files', () => {
  openTrustStore(state).trust(contentOf('one'));
  const modes = [state, join(state, 'trust'), join(state, 'trust', sha(project)), recordFile('one')].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
});

test.each(['', 'trust', 'trust/PROJECT', 'trust/PROJECT/RECORD'])(
  'a store of which %j can be written by others is refused',
  (part) => {
    openTrustStore(state).trust(contentOf('one'));
    const path = join(state, part.replace('PROJECT', sha(project)).replace('RECORD', `${sha('one')}.json`));
    for (const bits of [0o020, 0o002]) {
      chmodSync(path, 0o700 | bits);
      const store = openTrustStore(state);
      expect(store.isTrusted(project, sha('one'))).toBe(false);
      expect(store.list()).toEqual([]);
      expect(store.problems()).toEqual([`${path} can be written by others; run: chmod go-w '${path}'`]);
    }
  },
);

test.runIf(isRoot)('a store of another user is refused, and nothing is trusted in it', () => {
  openTrustStore(state).trust(contentOf('one'));
  chownSync(join(state, 'trust'), 12_345, 12_345);
  const store = openTrustStore(state);
  const why = `${join(state, 'trust')} belongs to another user (12345, not 0)`;
  expect(store.isTrusted(project, sha('one'))).toBe(false);
  expect(store.trust(contentOf('two'))).toEqual({ ok: false, why });
  expect(store.problems()).toEqual([why]);
});

test.each<[string, (path: string) => void]>([
  ['empty', (path) => truncateSync(path)],
  ['torn', (path) => truncateSync(path, 50)],
  [
    'of another content',
    (path) => writeFileSync(path, JSON.stringify({ v: 1, path: project, digest: sha('x'), at: '', files: [] })),
  ],
  ['no record', (path) => writeFileSync(path, '{"v":1,"files":[1]}')],
])('a record that is %s counts as not trusted and is reported', (_, damage) => {
  openTrustStore(state).trust(contentOf('one'));
  damage(recordFile('one'));
  const store = openTrustStore(state);
  expect(store.isTrusted(project, sha('one'))).toBe(false);
  expect(store.list()).toEqual([]);
  expect(store.problems()[0]).toContain('is damaged and counts as not trusted');
});

test('a record of which any byte was changed counts as not trusted and is reported', () => {
  openTrustStore(state).trust(contentOf('one', [{ path: 'a.sh', digest: sha('x') }]));
  const bytes = readFileSync(recordFile('one'));
  for (let at = 0; at < bytes.length; at += 1)
    for (const bit of [1, 8]) {
      const edited = Buffer.from(bytes);
      edited[at] = (edited[at] ?? 0) ^ bit;
      writeFileSync(recordFile('one'), edited);
      const store = openTrustStore(state);
      expect([at, store.isTrusted(project, sha('one')), store.list(), store.problems().length]).toEqual([
        at,
        false,
        [],
        1,
      ]);
    }
});

test('a record that was cut anywhere counts as not trusted and is reported', () => {
  openTrustStore(state).trust(contentOf('one'));
  const bytes = readFileSync(recordFile('one'));
  for (let length = 0; length < bytes.length; length += 1) {
    writeFileSync(recordFile('one'), bytes.subarray(0, length));
    const store = openTrustStore(state);
    expect([length, store.isTrusted(project, sha('one')), store.problems().length]).toEqual([length, false, 1]);
  }
});

test('a record from before records had a check is still trusted', () => {
  openTrustStore(state).trust(contentOf('one'));
  const { check: _, ...old } = JSON.parse(readFileSync(recordFile('one'), 'utf8')) as Record<string, unknown>;
  writeFileSync(recordFile('one'), JSON.stringify({ ...old, v: 1 }));
  expect(openTrustStore(state).isTrusted(project, sha('one'))).toBe(true);
  writeFileSync(recordFile('one'), JSON.stringify(old));
  expect(openTrustStore(state).isTrusted(project, sha('one'))).toBe(false);
});

test('a record that was moved over from another project counts for none', () => {
  const store = openTrustStore(state);
  store.trust(contentOf('one'));
  const other = join(root, 'other');
  mkdirSync(join(state, 'trust', sha(other)), { mode: 0o700 });
  spawnSync('cp', [recordFile('one'), join(state, 'trust', sha(other))]);
  expect(store.isTrusted(other, sha('one'))).toBe(false);
  expect(store.list()).toHaveLength(1);
});

test('a content that cannot be covered is never trusted', () => {
  const store = openTrustStore(state);
  expect(store.trust({ path: project, digest: 'not-covered', files: [] })).toMatchObject({ ok: false });
  expect(store.isTrusted(project, 'not-covered')).toBe(false);
  expect(store.isTrusted(project, '../../x')).toBe(false);
});

test('a state folder that cannot be written gives an error value', () => {
  writeFileSync(join(root, 'file'), '');
  const store = openTrustStore(join(root, 'file', 'state'));
  expect(store.isTrusted(project, sha('one'))).toBe(false);
  expect(store.trust(contentOf('one'))).toMatchObject({ ok: false, why: expect.stringContaining('ENOTDIR') as string });
  expect(store.untrust(project)).toMatchObject({ ok: false });
});

test.runIf(isRoot)('a full disk gives an error value and leaves no half record', needs('mount'), (context) => {
  mkdirSync(state, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=700', 'tmpfs', state]).status !== 0)
    return context.skip();
  try {
    const store = openTrustStore(state);
    const files = Array.from({ length: 1_000 }, (_, index) => ({ path: `${index}.sh`, digest: sha('x') }));
    expect(store.trust(contentOf('one', files))).toMatchObject({
      ok: false,
      why: expect.stringContaining('ENOSPC') as string,
    });
    expect(store.isTrusted(project, sha('one'))).toBe(false);
    expect(readdirSync(join(state, 'trust'))).toEqual([]);
    expect(store.trust(contentOf('two'))).toEqual({ ok: true });
  } finally {
    spawnSync('umount', ['-l', state]);
  }
});

test('what a killed writer left behind is no project, and goes away in time', () => {
  const store = openTrustStore(state);
  store.trust(contentOf('one'));
  const left = ['.1.fresh.tmp', '.2.stale.tmp'].map((name) => join(state, 'trust', name));
  for (const path of left) writeFileSync(path, '{"v":1', { mode: 0o600 });
  utimesSync(left[1] ?? '', 1, 1);
  expect(store.list()).toHaveLength(1);
  store.trust(contentOf('two'));
  expect(readdirSync(join(state, 'trust')).sort()).toEqual(['.1.fresh.tmp', sha(project)]);
  expect(store.problems()).toEqual([]);
});
