import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  areUnchanged,
  compactStamps,
  joinedStamps,
  stampAt,
  recordingStamps,
  recordStamp,
  compareStamps,
} from './file-stamps.ts';
import type { StampDepth, FileStamp } from './file-stamps.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-stamps-')));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);

/** A stamp that is old enough to be stable: taken by a clock that is ahead. */
const settled = (path: string, depth: StampDepth): FileStamp => stampedAt(Date.now() + 10_000, path, depth);

function stampedAt(now: number, path: string, depth: StampDepth): FileStamp {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const stamp = stampAt(path, depth);
  vi.useRealTimers();
  return stamp;
}

test('what was written so shortly before that another change may not show is never believed by its stamps', () => {
  writeFileSync(at('a'), 'one');
  const stamp = stampAt(at('a'), 'content');
  expect(stamp.isStable).toBe(false);
  expect(areUnchanged([stamp])).toBe(false);
  expect(areUnchanged([stampAt(at('a'), 'identity')])).toBe(true);
  const written = Math.ceil(statSync(at('a')).ctimeMs);
  expect([2_999, 3_001].map((afterMs) => stampedAt(written + afterMs, at('a'), 'content').isStable)).toEqual([
    false,
    true,
  ]);
});

test.each<[string, (path: string) => void]>([
  ['another size', (path) => writeFileSync(path, 'longer')],
  ['other bytes', (path) => writeFileSync(path, 'two')],
  ['another mode', (path) => chmodSync(path, 0o755)],
  ['another file in its place, with the same stamps', replaced],
  ['a link in its place', (path) => linked(path)],
  ['nothing in its place', (path) => rmSync(path)],
  [
    'other bytes of the same amount and the old time of modification',
    (path) => {
      writeFileSync(path, 'two');
      utimesSync(path, 1_000, 1_000);
    },
  ],
])('%s is seen', (_, change) => {
  writeFileSync(at('a'), 'one');
  utimesSync(at('a'), 1_000, 1_000);
  const stamp = settled(at('a'), 'content');
  expect(areUnchanged([stamp])).toBe(true);
  change(at('a'));
  expect(areUnchanged([stamp])).toBe(false);
});

function replaced(path: string): void {
  writeFileSync(`${path}.new`, 'two');
  utimesSync(`${path}.new`, 1_000, 1_000);
  renameSync(`${path}.new`, path);
}

function linked(path: string): void {
  renameSync(path, `${path}.moved`);
  symlinkSync(`${path}.moved`, path);
}

test('a link is seen to lead elsewhere, at every step, and its target to change', () => {
  for (const name of ['one', 'two']) {
    mkdirSync(at(name));
    writeFileSync(at(`${name}/x`), name);
  }
  symlinkSync('one', at('way'));
  symlinkSync('way/x', at('link'));
  const byLink = settled(at('link'), 'content');
  const byFolder = settled(at('way/x'), 'content');
  expect(areUnchanged([byLink, byFolder])).toBe(true);
  rmSync(at('way'));
  symlinkSync('two', at('way'));
  expect([byLink, byFolder].map((stamp) => areUnchanged([stamp]))).toEqual([false, false]);
  rmSync(at('way'));
  symlinkSync('one', at('way'));
  expect(areUnchanged([byLink, byFolder])).toBe(true);
  writeFileSync(at('one/x'), 'changed');
  expect([byLink, byFolder].map((stamp) => areUnchanged([stamp]))).toEqual([false, false]);
});

test('the names in a folder count only for who has read them; what is missing may appear', () => {
  mkdirSync(at('f'));
  const [names, itself, missing] = [
    settled(at('f'), 'content'),
    settled(at('f'), 'identity'),
    settled(at('f/x'), 'identity'),
  ];
  expect(areUnchanged([names, itself, missing])).toBe(true);
  writeFileSync(at('f/x'), '');
  expect([names, itself, missing].map((stamp) => areUnchanged([stamp]))).toEqual([false, true, false]);
});

test('work has the stamps of what it read, from before it read, and none of the work around it', () => {
  writeFileSync(at('a'), 'one');
  const outer = recordingStamps(() => {
    recordStamp(at('b'), 'identity');
    const inner = recordingStamps(() => {
      recordStamp(at('a'), 'identity');
      writeFileSync(at('a'), 'longer');
      recordStamp(at('a'), 'content');
      return readFileSync(at('a'), 'utf8');
    });
    return inner;
  });
  expect(outer.stamps.map(({ path }) => path)).toEqual([at('b')]);
  expect(outer.result.result).toBe('longer');
  expect(outer.result.stamps.map(({ path, depth, itself }) => [path, depth, itself?.size])).toEqual([
    [at('a'), 'content', 3n],
  ]);
});

test('two stamps of one path that differ are not stable', () => {
  const before = settled(at('a'), 'identity');
  writeFileSync(at('a'), 'one');
  const after = settled(at('a'), 'content');
  expect(joinedStamps(before, after)).toEqual({ ...after, isStable: false });
  expect(joinedStamps(settled(at('a'), 'identity'), after)).toEqual(after);
});

test('the folder stands for many missing names in it, and nothing for those below a file: each still shows when it appears', async () => {
  writeFileSync(at('a.mjs'), '');
  mkdirSync(at('f'));
  await wait(20);
  const names = Array.from({ length: 20 }, (_, index) => `f/${index}`);
  const stamps = ['a.mjs', 'a.mjs/x.js', 'b', ...names].map((name) => settled(at(name), 'identity'));
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });
  const few = compactStamps(stamps);
  vi.useRealTimers();
  expect(few.map(({ path, depth }) => [path, depth])).toEqual([
    [at('a.mjs'), 'identity'],
    [at('b'), 'identity'],
    [at('f'), 'content'],
  ]);
  expect(areUnchanged(few)).toBe(true);
  await wait(20);
  writeFileSync(at('f/7'), '');
  expect(areUnchanged(few)).toBe(false);
  expect(compactStamps(stamps).length).toBe(22);
});

test('a file that was read has moved when it was changed and put back; about other places only reading them again tells', () => {
  mkdirSync(at('f'));
  writeFileSync(at('a'), 'one');
  const [file, names, missing] = [
    settled(at('a'), 'content'),
    settled(at('f'), 'content'),
    settled(at('b'), 'identity'),
  ];
  expect(compareStamps([file, names, missing])).toEqual({ how: 'same' });
  expect(compareStamps([stampAt(at('a'), 'content')])).toEqual({ how: 'unsure' });
  writeFileSync(at('f/x'), '');
  writeFileSync(at('b'), '');
  expect([names, missing].map((stamp) => compareStamps([stamp]))).toEqual([{ how: 'unsure' }, { how: 'unsure' }]);
  writeFileSync(at('a.new'), 'one');
  renameSync(at('a.new'), at('a'));
  expect(compareStamps([names, missing, file])).toEqual({ how: 'moved', path: at('a') });
});
