import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aPin, isTrusted } from '../../../../test/support/pins.ts';
import type { StoreResult, TrustStore } from './store.ts';
import { openTrustStore } from './store.ts';

let root = '';
let state = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-contents-')));
  state = join(root, 'state');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
type Decided = Parameters<TrustStore['pin']>[0];
const contentOf = (text: string, path: string): Decided => aPin({ path, digest: sha(text) });
const trust = (store: TrustStore, pin: Decided): StoreResult => store.pin(pin, 'others-too');

test('where the trust in a project is kept is told, also for a link to it', () => {
  const store = openTrustStore(state);
  mkdirSync(join(root, 'p'));
  symlinkSync('p', join(root, 'link'));
  expect(store.folderOf(join(root, 'link'))).toBe(join(state, 'trust', sha(join(root, 'p'))));
});

test('projects are listed by path, and their decisions from the newest on, whatever the clock says', () => {
  const store = openTrustStore(state);
  const texts = ['3', '1', '4', '2'];
  for (const name of ['c', 'a', 'd', 'b']) for (const text of texts) trust(store, contentOf(text, join(root, name)));
  expect(store.list().map(({ path, pins }) => [path, pins.map(({ digest }) => digest)])).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => [join(root, name), texts.toReversed().map(sha)]),
  );
});

test('only the newest hundred decisions that are kept beside another stay', () => {
  const store = openTrustStore(state);
  const project = join(root, 'p');
  for (let index = 0; index < 103; index++) trust(store, contentOf(String(index), project));
  expect(readdirSync(store.folderOf(project))).toHaveLength(101);
  expect(['0', '1', '2', '102'].map((text) => isTrusted(store, project, sha(text)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('other files and folders of the store are no contents and no projects', () => {
  const store = openTrustStore(state);
  const project = join(root, 'p');
  trust(store, contentOf('one', project));
  for (const name of ['README', 'a.json', `x${sha('x')}.json`, `${sha('x')}x.json`])
    writeFileSync(join(store.folderOf(project), name), '{}', { mode: 0o600 });
  for (const name of [`x${sha('y')}`, `${sha('y')}x`]) mkdirSync(join(state, 'trust', name), { mode: 0o777 });
  expect(store.list().map(({ pins }) => pins.map(({ digest }) => digest))).toEqual([[sha('one')]]);
  expect(store.problems()).toEqual([]);
});

test('what is no digest is not trusted, and told in plain words', () => {
  const store = openTrustStore(state);
  const project = join(root, 'p');
  trust(store, contentOf('one', project));
  const why = 'the hooks of this project cannot be covered, so they cannot be trusted';
  for (const digest of ['not-covered', `x${sha('one')}`, `${sha('one')}x`])
    expect(trust(store, aPin({ path: project, digest }))).toEqual({ ok: false, why });
  expect(store.problems()).toEqual([why]);
});
