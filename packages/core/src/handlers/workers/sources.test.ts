import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLoadedSources, readSource, type WorkerSource } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookline-sources-'));
const path = join(folder, 'source.py');

beforeEach(() => writeFileSync(path, 'one'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function areCurrent(source: WorkerSource): boolean {
  const loaded = createLoadedSources();
  loaded.add([source]);
  return loaded.areCurrent();
}

test('a file is current until its content is another', () => {
  const { source, text } = readSource(path);
  expect(text).toBe('one');
  expect(areCurrent(source)).toBe(true);
  utimesSync(path, 1, 1);
  expect(areCurrent(source)).toBe(true);
  writeFileSync(path, 'two');
  expect(areCurrent(source)).toBe(false);
  rmSync(path);
  expect(areCurrent(source)).toBe(false);
});

test('the stamp of a file that was loaded right after an edit is not believed', () => {
  const { source } = readSource(path);
  expect(source.isRecent).toBe(true);
  expect(areCurrent({ ...source, digest: 'of another content' })).toBe(false);
  expect(areCurrent({ ...source, digest: 'never looked at', isRecent: false })).toBe(true);
});

test('one outdated file outdates all, for good', () => {
  const loaded = createLoadedSources();
  const { source } = readSource(path);
  loaded.add([source, { ...source, path: join(folder, 'gone.py') }]);
  expect([loaded.areCurrent(), loaded.areCurrent()]).toEqual([false, false]);
});
