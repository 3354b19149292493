import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areUnchanged, joined, lookAt, looking, noteAgain, noteLook, since } from './file-stamps.ts';
import type { Depth, Look } from './file-stamps.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import { needs } from '../../../../../test/support/programs.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-kept-')));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);

function later<Result>(work: () => Result, afterMs = 10_000): Result {
  vi.useFakeTimers({ now: Date.now() + afterMs, toFake: ['Date'] });
  const result = work();
  vi.useRealTimers();
  return result;
}

const settled = (name: string, depth: Depth): Look => later(() => lookAt(at(name), depth));
const shown = (looks: readonly Look[]) => looks.map(({ path, depth }) => `${relative(folder, path)} ${depth}`);

test('of several looks at a place within one work the first and the deepest count', () => {
  writeFileSync(at('a'), 'one');
  const { result, looks } = looking(() => {
    const first = noteLook(at('a'), 'identity');
    const again = noteLook(at('a'), 'identity');
    writeFileSync(at('a'), 'longer');
    const deeper = noteLook(at('a'), 'content');
    return {
      isSame: first === again && deeper === noteLook(at('a'), 'identity') && deeper === noteLook(at('a'), 'content'),
      deeper,
    };
  });
  expect(result.isSame).toBe(true);
  expect(looks).toEqual([result.deeper]);
  expect(result.deeper).toMatchObject({ depth: 'content', isSettled: false, itself: { size: 3n } });
});

test('a place that is looked at outside of any work is seen anew each time', () => {
  writeFileSync(at('a'), 'one');
  expect(noteLook(at('a'), 'content')).toMatchObject({ depth: 'content', isSettled: false, itself: { size: 3n } });
  writeFileSync(at('a'), 'longer');
  expect(noteLook(at('a'), 'identity')).toMatchObject({ depth: 'identity', isSettled: true, itself: { size: 6n } });
});

test('in a scan a place is seen once for all works, in both depths', () => {
  writeFileSync(at('a'), 'one');
  withinScanBudget(() => {
    const look = (depth: Depth) => looking(() => noteLook(at('a'), depth)).result;
    const [first, deeper] = [look('identity'), look('content')];
    expect(deeper).toEqual({ ...first, depth: 'content', isSettled: false });
    expect(deeper.itself).toBe(first.itself);
    expect([look('identity') === first, look('content') === deeper]).toEqual([true, true]);
    charge('steps', 300_000 - 7, '');
    expect(() => look('identity')).toThrow('words and places');
  });
});

test('work that fails leaves the work around it as it was', () => {
  const { looks } = looking(() => {
    expect(() =>
      looking(() => {
        throw new Error('x');
      }),
    ).toThrow('x');
    noteLook(at('a'), 'identity');
  });
  expect(shown(looks)).toEqual(['a identity']);
});

test('what an answer that is given again was looked up for is noted again', () => {
  const { looks } = looking(() => [noteLook(at('a'), 'identity'), noteLook(at('b'), 'content')]);
  expect(shown(looking(() => noteAgain(looks)).looks)).toEqual(['a identity', 'b content']);
});

test('two looks are joined to the deeper one, whichever came first', () => {
  mkdirSync(at('f'));
  symlinkSync('f', at('link'));
  for (const name of ['f', 'link']) {
    const [itself, names] = [settled(name, 'identity'), settled(name, 'content')];
    expect(joined(itself, itself)).toBe(itself);
    expect(joined(itself, names)).toBe(names);
    expect(joined(names, itself)).toBe(names);
  }
  const before = settled('link', 'content');
  writeFileSync(at('f/x'), ''); // what stands there is still the same
  expect(joined(before, settled('link', 'identity'))).toBe(before);
  rmSync(at('f'), { recursive: true });
  expect(joined(before, settled('link', 'identity'))).toEqual({ ...before, isSettled: false });
  expect(joined(settled('f', 'identity'), before)).toEqual({ ...before, isSettled: false });
});

test('a link is settled when it is old, and for its content when its target is old too', async () => {
  writeFileSync(at('a'), 'x');
  symlinkSync('a', at('link'));
  await new Promise((done) => setTimeout(done, 50));
  chmodSync(at('a'), 0o600);
  const middle = Math.round((lstatSync(at('link')).ctimeMs + statSync(at('a')).ctimeMs) / 2);
  const between = (name: string, depth: Depth): boolean => {
    vi.useFakeTimers({ now: middle + 3_000, toFake: ['Date'] });
    return lookAt(at(name), depth).isSettled;
  };
  expect([between('link', 'identity'), between('link', 'content')]).toEqual([true, false]);
  expect([between('a', 'identity'), between('a', 'content')]).toEqual([true, false]);
  vi.useRealTimers();
  const fresh = (depth: Depth) => lookAt(at('link'), depth).isSettled;
  expect([fresh('identity'), fresh('content')]).toEqual([false, false]);
  expect([settled('link', 'identity').isSettled, settled('link', 'content').isSettled]).toEqual([true, true]);
  rmSync(at('a'));
  expect([settled('link', 'content').isSettled, lookAt(at('gone'), 'content').isSettled]).toEqual([true, true]);
});

test('who looked only at what stands there sees another mode, and a link in another place', () => {
  writeFileSync(at('a'), 'x');
  symlinkSync('a', at('link'));
  const [file, link] = [settled('a', 'identity'), settled('link', 'identity')];
  utimesSync(at('a'), 5, 5);
  expect(areUnchanged([file, link])).toBe(true);
  chmodSync(at('a'), 0o755);
  expect([areUnchanged([file]), areUnchanged([link])]).toEqual([false, false]);
  const again = settled('link', 'identity');
  rmSync(at('link'));
  symlinkSync(at('a'), at('link'));
  expect(areUnchanged([again])).toBe(false);
});

test.runIf(process.getuid?.() === 0)('another disk in the same place is seen', needs('mount'), (context) => {
  mkdirSync(at('disk'));
  const mount = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'mode=700', 'tmpfs', at('disk')]).status === 0;
  const unmount = () => spawnSync('umount', ['-l', at('disk')]);
  if (!mount()) return context.skip();
  try {
    const look = settled('disk', 'identity');
    expect(areUnchanged([look])).toBe(true);
    mount();
    expect(areUnchanged([look])).toBe(false);
  } finally {
    unmount();
    unmount();
  }
});

test('only a file that was read can have moved', () => {
  mkdirSync(at('f'));
  writeFileSync(at('a'), 'x');
  symlinkSync('f', at('to-folder'));
  symlinkSync('a', at('to-file'));
  const moved = (name: string, depth: Depth) => {
    const look = settled(name, depth);
    expect(since([look])).toEqual({ how: 'same' });
    return () => since([look]);
  };
  const looks = [
    moved('a', 'content'),
    moved('a', 'identity'),
    moved('f', 'content'),
    moved('to-folder', 'content'),
    moved('to-file', 'content'),
    moved('gone', 'content'),
  ];
  for (const name of ['a', 'f']) chmodSync(at(name), 0o711);
  writeFileSync(at('gone'), '');
  expect(looks.map((look) => look())).toEqual([
    { how: 'moved', path: at('a') },
    { how: 'unsure' },
    { how: 'unsure' },
    { how: 'unsure' },
    { how: 'moved', path: at('to-file') },
    { how: 'unsure' },
  ]);
});
