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
import { areUnchanged, compacted, joined, lookAt, looking, noteLook, since } from './file-stamps.ts';
import type { Depth, Look } from './file-stamps.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-looks-')));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);

/** A look that is old enough to be believed: taken by a clock that is ahead. */
const settled = (path: string, depth: Depth): Look => lookedAt(Date.now() + 10_000, path, depth);

function lookedAt(now: number, path: string, depth: Depth): Look {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const look = lookAt(path, depth);
  vi.useRealTimers();
  return look;
}

test('what was written so shortly before that another change may not show is never believed by its stamps', () => {
  writeFileSync(at('a'), 'one');
  const look = lookAt(at('a'), 'content');
  expect(look.isSettled).toBe(false);
  expect(areUnchanged([look])).toBe(false);
  expect(areUnchanged([lookAt(at('a'), 'identity')])).toBe(true);
  const written = Math.ceil(statSync(at('a')).ctimeMs);
  expect([2_999, 3_001].map((afterMs) => lookedAt(written + afterMs, at('a'), 'content').isSettled)).toEqual([
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
  const look = settled(at('a'), 'content');
  expect(areUnchanged([look])).toBe(true);
  change(at('a'));
  expect(areUnchanged([look])).toBe(false);
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
  expect([byLink, byFolder].map((look) => areUnchanged([look]))).toEqual([false, false]);
  rmSync(at('way'));
  symlinkSync('one', at('way'));
  expect(areUnchanged([byLink, byFolder])).toBe(true);
  writeFileSync(at('one/x'), 'changed');
  expect([byLink, byFolder].map((look) => areUnchanged([look]))).toEqual([false, false]);
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
  expect([names, itself, missing].map((look) => areUnchanged([look]))).toEqual([false, true, false]);
});

test('work tells what it looked at, as it was before it looked, and nothing of the work around it', () => {
  writeFileSync(at('a'), 'one');
  const outer = looking(() => {
    noteLook(at('b'), 'identity');
    const inner = looking(() => {
      noteLook(at('a'), 'identity');
      writeFileSync(at('a'), 'longer');
      noteLook(at('a'), 'content');
      return readFileSync(at('a'), 'utf8');
    });
    return inner;
  });
  expect(outer.looks.map(({ path }) => path)).toEqual([at('b')]);
  expect(outer.result.result).toBe('longer');
  expect(outer.result.looks.map(({ path, depth, itself }) => [path, depth, itself?.size])).toEqual([
    [at('a'), 'content', 3n],
  ]);
});

test('two looks at one place that saw different things are not relied on', () => {
  const before = settled(at('a'), 'identity');
  writeFileSync(at('a'), 'one');
  const after = settled(at('a'), 'content');
  expect(joined(before, after)).toEqual({ ...after, isSettled: false });
  expect(joined(settled(at('a'), 'identity'), after)).toEqual(after);
});

test('of many missing names the folder is asked, and of those below a file nobody: each still shows when it appears', async () => {
  writeFileSync(at('a.mjs'), '');
  mkdirSync(at('f'));
  await wait(20);
  const names = Array.from({ length: 20 }, (_, index) => `f/${index}`);
  const looks = ['a.mjs', 'a.mjs/x.js', 'b', ...names].map((name) => settled(at(name), 'identity'));
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });
  const few = compacted(looks);
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
  expect(compacted(looks).length).toBe(22);
});

test('a file that was read has moved when it was changed and put back; about other places only reading them again tells', () => {
  mkdirSync(at('f'));
  writeFileSync(at('a'), 'one');
  const [file, names, missing] = [
    settled(at('a'), 'content'),
    settled(at('f'), 'content'),
    settled(at('b'), 'identity'),
  ];
  expect(since([file, names, missing])).toEqual({ how: 'same' });
  expect(since([lookAt(at('a'), 'content')])).toEqual({ how: 'unsure' });
  writeFileSync(at('f/x'), '');
  writeFileSync(at('b'), '');
  expect([names, missing].map((look) => since([look]))).toEqual([{ how: 'unsure' }, { how: 'unsure' }]);
  writeFileSync(at('a.new'), 'one');
  renameSync(at('a.new'), at('a'));
  expect(since([names, missing, file])).toEqual({ how: 'moved', path: at('a') });
});
