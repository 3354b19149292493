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
import { aPin, isTrusted } from '../../../../test/support/pins.ts';
import type { CoveredFile } from '../model/index.ts';
import type { Pin } from './pin.ts';
import { trustRecordText } from './older-record.ts';
import type { StoreResult, TrustStore } from './store.ts';
import { openTrustStore } from './store.ts';
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
type Decided = Parameters<TrustStore['pin']>[0];
const contentOf = (text: string, files: readonly CoveredFile[] = [], path = project): Decided =>
  aPin({ path, digest: sha(text), hooks: [{ id: 'kolega:project:guard', files }] });
const trust = (store: TrustStore, pin: Decided, keeps: 'only-this' | 'others-too' = 'only-this'): StoreResult =>
  store.pin(pin, keeps);
const recordFile = (text: string): string => join(state, 'trust', sha(project), `${sha(text)}.json`);
const isRoot = process.getuid?.() === 0;

test('a project is trusted in the content that was trusted, in no other, and in no other place', () => {
  const store = openTrustStore(state);
  expect(isTrusted(store, project, sha('one'))).toBe(false);
  expect(trust(store, contentOf('one'))).toEqual({ ok: true });
  expect(isTrusted(store, project, sha('one'))).toBe(true);
  expect(isTrusted(store, project, sha('two'))).toBe(false);
  expect(isTrusted(store, join(root, 'elsewhere'), sha('one'))).toBe(false);
  expect(isTrusted(openTrustStore(state), project, sha('one'))).toBe(true);
  expect(store.problems()).toEqual([]);
});

test('the path is resolved, so that a link to the project is the project', () => {
  symlinkSync(project, join(root, 'link'));
  const store = openTrustStore(state);
  trust(store, contentOf('one', [], join(root, 'link')));
  expect(isTrusted(store, project, sha('one'))).toBe(true);
  expect(store.list().map(({ path }) => path)).toEqual([project]);
  store.untrust(join(root, 'link'));
  expect(isTrusted(store, project, sha('one'))).toBe(false);
});

test('the newest decision takes the place of the one before, unless that is kept; untrust forgets them all', () => {
  const store = openTrustStore(state);
  const inForce = () => store.decisions(project).pins.map(({ digest, number }) => [digest, number]);
  trust(store, contentOf('one'));
  trust(store, contentOf('two'));
  expect(inForce()).toEqual([[sha('two'), 2]]);
  trust(store, contentOf('three'), 'others-too');
  expect(inForce()).toEqual([
    [sha('three'), 3],
    [sha('two'), 2],
  ]);
  trust(store, contentOf('two'), 'others-too');
  expect(inForce()).toEqual([
    [sha('two'), 4],
    [sha('three'), 3],
  ]);
  trust(store, contentOf('one'));
  expect(inForce()).toEqual([[sha('one'), 5]]);
  expect(store.untrust(project)).toEqual({ ok: true });
  expect(inForce()).toEqual([]);
  expect(store.list()).toEqual([]);
  expect(readdirSync(join(state, 'trust'))).toEqual([]);
  expect(store.untrust(project)).toEqual({ ok: true });
});

test('a decision that was replaced has no force even when its file was left behind', () => {
  const store = openTrustStore(state);
  trust(store, contentOf('one'));
  const left = readFileSync(recordFile('one'));
  trust(store, contentOf('two'));
  writeFileSync(recordFile('one'), left, { mode: 0o600 });
  expect(store.decisions(project).pins.map(({ digest }) => digest)).toEqual([sha('two')]);
});

test('a record becomes a pin only while it stands, and never outranks what a person decides', () => {
  const store = openTrustStore(state);
  expect(store.convert(contentOf('one'))).toMatchObject({
    ok: false,
    why: expect.stringContaining('ENOENT') as string,
  });
  expect(store.decisions(project).pins).toEqual([]);
  trust(store, contentOf('two'));
  expect(store.convert(contentOf('one'))).toEqual({ ok: true });
  expect(store.decisions(project).pins.map(({ digest }) => digest)).toEqual([sha('two')]);
});

test('a project that is gone can still be untrusted', () => {
  const store = openTrustStore(state);
  trust(store, contentOf('one'));
  rmSync(project, { recursive: true });
  expect(store.list()).toHaveLength(1);
  store.untrust(project);
  expect(store.list()).toEqual([]);
});

test('list shows each project once, with what is in force', () => {
  const store = openTrustStore(state);
  trust(store, contentOf('one', [{ path: 'a.sh', digest: 'x' }]));
  trust(store, contentOf('two', [{ path: 'a.sh', digest: 'y' }]));
  const pin: Pin = { ...contentOf('two', [{ path: 'a.sh', digest: 'y' }]), number: 2, beside: [] };
  expect(store.list()).toEqual([{ path: project, pins: [pin], records: [] }]);
});

test('folders are the owner’s alone, and so are files', () => {
  trust(openTrustStore(state), contentOf('one'));
  const modes = [state, join(state, 'trust'), join(state, 'trust', sha(project)), recordFile('one')].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
});

test.each(['', 'trust', 'trust/PROJECT', 'trust/PROJECT/RECORD'])(
  'a store of which %j can be written by others is refused',
  (part) => {
    trust(openTrustStore(state), contentOf('one'));
    const path = join(state, part.replace('PROJECT', sha(project)).replace('RECORD', `${sha('one')}.json`));
    for (const bits of [0o020, 0o002]) {
      chmodSync(path, 0o700 | bits);
      const store = openTrustStore(state);
      expect(isTrusted(store, project, sha('one'))).toBe(false);
      expect(store.list()).toEqual([]);
      expect(store.problems()).toEqual([`${path} can be written by others; run: chmod go-w '${path}'`]);
    }
  },
);

test.runIf(isRoot)('a store of another user is refused, and nothing is trusted in it', () => {
  trust(openTrustStore(state), contentOf('one'));
  chownSync(join(state, 'trust'), 12_345, 12_345);
  const store = openTrustStore(state);
  const why = `${join(state, 'trust')} belongs to another user (12345, not 0)`;
  expect(isTrusted(store, project, sha('one'))).toBe(false);
  expect(trust(store, contentOf('two'))).toEqual({ ok: false, why });
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
  trust(openTrustStore(state), contentOf('one'));
  damage(recordFile('one'));
  const store = openTrustStore(state);
  expect(isTrusted(store, project, sha('one'))).toBe(false);
  expect(store.list()).toEqual([]);
  expect(store.problems()[0]).toContain('is damaged and counts as not trusted');
});

test('a record of which any byte was changed counts as not trusted and is reported', () => {
  trust(openTrustStore(state), contentOf('one', [{ path: 'a.sh', digest: sha('x') }]));
  const bytes = readFileSync(recordFile('one'));
  for (let at = 0; at < bytes.length; at += 1)
    for (const bit of [1, 8]) {
      const edited = Buffer.from(bytes);
      edited[at] = (edited[at] ?? 0) ^ bit;
      writeFileSync(recordFile('one'), edited);
      const store = openTrustStore(state);
      expect([at, isTrusted(store, project, sha('one')), store.list(), store.problems().length]).toEqual([
        at,
        false,
        [],
        1,
      ]);
    }
});

test('a record that was cut anywhere counts as not trusted and is reported', () => {
  trust(openTrustStore(state), contentOf('one'));
  const bytes = readFileSync(recordFile('one'));
  for (let length = 0; length < bytes.length; length += 1) {
    writeFileSync(recordFile('one'), bytes.subarray(0, length));
    const store = openTrustStore(state);
    expect([length, isTrusted(store, project, sha('one')), store.problems().length]).toEqual([length, false, 1]);
  }
});

test('records of releases without pins are found apart, and go when there is a pin', () => {
  const store = openTrustStore(state);
  mkdirSync(join(state, 'trust', sha(project)), { recursive: true, mode: 0o700 });
  const record = { v: 2 as const, path: project, digest: sha('old'), at: '2026-01-01T00:00:00.000Z', files: [] };
  const bare = { ...record, v: 1 as const, digest: sha('older'), at: '2025-01-01T00:00:00.000Z' };
  writeFileSync(recordFile('old'), trustRecordText(record), { mode: 0o600 });
  writeFileSync(recordFile('older'), JSON.stringify(bare), { mode: 0o600 });
  expect(store.decisions(project)).toEqual({ path: project, pins: [], records: [record, bare] });
  trust(store, contentOf('one'));
  expect(store.decisions(project)).toMatchObject({ pins: [{ digest: sha('one') }], records: [] });
  expect(store.problems()).toEqual([]);
});

test('a record that was moved over from another project counts for none', () => {
  const store = openTrustStore(state);
  trust(store, contentOf('one'));
  const other = join(root, 'other');
  mkdirSync(join(state, 'trust', sha(other)), { mode: 0o700 });
  spawnSync('cp', [recordFile('one'), join(state, 'trust', sha(other))]);
  expect(isTrusted(store, other, sha('one'))).toBe(false);
  expect(store.list()).toHaveLength(1);
});

test('a content that cannot be covered is never trusted', () => {
  const store = openTrustStore(state);
  expect(trust(store, aPin({ path: project, digest: 'not-covered' }))).toMatchObject({ ok: false });
  expect(isTrusted(store, project, 'not-covered')).toBe(false);
  expect(isTrusted(store, project, '../../x')).toBe(false);
});

test('a state folder that cannot be written gives an error value', () => {
  writeFileSync(join(root, 'file'), '');
  const store = openTrustStore(join(root, 'file', 'state'));
  expect(isTrusted(store, project, sha('one'))).toBe(false);
  expect(trust(store, contentOf('one'))).toMatchObject({
    ok: false,
    why: expect.stringContaining('ENOTDIR') as string,
  });
  expect(store.untrust(project)).toMatchObject({ ok: false });
});

test.runIf(isRoot)('a full disk gives an error value and leaves no half record', needs('mount'), (context) => {
  mkdirSync(state, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=700', 'tmpfs', state]).status !== 0)
    return context.skip('needs the right to mount');
  try {
    const store = openTrustStore(state);
    const files = Array.from({ length: 1_000 }, (_, index) => ({ path: `${index}.sh`, digest: sha('x') }));
    expect(trust(store, contentOf('one', files))).toMatchObject({
      ok: false,
      why: expect.stringContaining('ENOSPC') as string,
    });
    expect(isTrusted(store, project, sha('one'))).toBe(false);
    expect(readdirSync(join(state, 'trust'))).toEqual([]);
    expect(trust(store, contentOf('two'))).toEqual({ ok: true });
  } finally {
    spawnSync('umount', ['-l', state]);
  }
});

test('what a killed writer left behind is no project, and goes away in time', () => {
  const store = openTrustStore(state);
  trust(store, contentOf('one'));
  const left = ['.1.fresh.tmp', '.2.stale.tmp'].map((name) => join(state, 'trust', name));
  for (const path of left) writeFileSync(path, '{"v":1', { mode: 0o600 });
  utimesSync(left[1] ?? '', 1, 1);
  expect(store.list()).toHaveLength(1);
  trust(store, contentOf('two'));
  expect(readdirSync(join(state, 'trust')).sort()).toEqual(['.1.fresh.tmp', sha(project)]);
  expect(store.problems()).toEqual([]);
});
