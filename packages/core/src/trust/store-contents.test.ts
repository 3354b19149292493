import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectContent } from '../model/index.ts';
import { openTrustStore } from './store.ts';

let root = '';
let state = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-contents-')));
  state = join(root, 'state');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const contentOf = (text: string, path: string): ProjectContent => ({ path, digest: sha(text), files: [] });

test('where the trust in a project is kept is told, also for a link to it', () => {
  const store = openTrustStore(state);
  mkdirSync(join(root, 'p'));
  symlinkSync('p', join(root, 'link'));
  expect(store.folderOf(join(root, 'link'))).toBe(join(state, 'trust', sha(join(root, 'p'))));
});

test('projects are listed by path, and their contents by the time at which they were trusted', () => {
  const store = openTrustStore(state);
  const times = [3, 1, 4, 2, 5, 0, 6];
  for (const name of ['c', 'a', 'd', 'b'])
    for (const time of times) {
      vi.useFakeTimers({ now: Date.UTC(2026, 0, 1 + time), toFake: ['Date'] });
      store.trust(contentOf(String(time), join(root, name)));
    }
  vi.useRealTimers();
  const digests = times.toSorted((left, right) => right - left).map((time) => sha(String(time)));
  expect(store.list().map(({ path, at, digests: listed }) => [path, at, listed])).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => [join(root, name), '2026-01-07T00:00:00.000Z', digests]),
  );
});

test('only the newest thousand contents of a project are remembered, and the oldest go first', () => {
  const project = join(root, 'p');
  const folder = join(state, 'trust', sha(project));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = (text: string): string => join(folder, `${sha(text)}.json`);
  for (let index = 0; index < 1_000; index++) writeFileSync(file(String(index)), '{}', { mode: 0o600 });
  symlinkSync('nowhere', file('of no age'));
  utimesSync(file('0'), 9e9, 9e9); // the clock was set back since
  utimesSync(file('7'), 1, 1);
  openTrustStore(state).trust(contentOf('new', project));
  expect(readdirSync(folder)).toHaveLength(1_000);
  const left = new Set(readdirSync(folder).map((name) => join(folder, name)));
  expect(['new', '0', '1', '999', '7', 'of no age'].map((text) => left.has(file(text)))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  openTrustStore(state).trust(contentOf('newer', project));
  expect(readdirSync(folder)).toHaveLength(1_000);
  expect(openTrustStore(state).isTrusted(project, sha('new'))).toBe(true);
});

test('other files and folders of the store are no contents and no projects', () => {
  const store = openTrustStore(state);
  const project = join(root, 'p');
  store.trust(contentOf('one', project));
  for (const name of ['README', 'a.json', `x${sha('x')}.json`, `${sha('x')}x.json`])
    writeFileSync(join(store.folderOf(project), name), '{}', { mode: 0o600 });
  for (const name of [`x${sha('y')}`, `${sha('y')}x`]) mkdirSync(join(state, 'trust', name), { mode: 0o777 });
  expect(store.list().map(({ digests }) => digests)).toEqual([[sha('one')]]);
  expect(store.problems()).toEqual([]);
});

test('what is no digest is neither trusted nor looked for, and told in plain words', () => {
  const store = openTrustStore(state);
  const project = join(root, 'p');
  store.trust(contentOf('one', project));
  for (const digest of ['not-covered', `../${sha(project)}/${sha('one')}`, `${sha('one')}.json`, '']) {
    expect(store.isTrusted(project, digest)).toBe(false);
    expect(store.problems()).toEqual([]);
  }
  const why = 'the hooks of this project cannot be covered, so they cannot be trusted';
  for (const digest of ['not-covered', `x${sha('one')}`, `${sha('one')}x`])
    expect(store.trust({ path: project, digest, files: [] })).toEqual({ ok: false, why });
  expect(store.problems()).toEqual([why]);
});
