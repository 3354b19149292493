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
import {
  areUnchanged,
  joinedStamps,
  stampAt,
  recordingStamps,
  recordAgain,
  recordStamp,
  compareStamps,
} from './file-stamps.ts';
import type { StampDepth, FileStamp } from './file-stamps.ts';
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

const settled = (name: string, depth: StampDepth): FileStamp => later(() => stampAt(at(name), depth));
const shown = (stamps: readonly FileStamp[]) => stamps.map(({ path, depth }) => `${relative(folder, path)} ${depth}`);

test('of several stamps of a path within one work the first and the deepest count', () => {
  writeFileSync(at('a'), 'one');
  const { result, stamps } = recordingStamps(() => {
    const first = recordStamp(at('a'), 'identity');
    const again = recordStamp(at('a'), 'identity');
    writeFileSync(at('a'), 'longer');
    const deeper = recordStamp(at('a'), 'content');
    return {
      isSame:
        first === again && deeper === recordStamp(at('a'), 'identity') && deeper === recordStamp(at('a'), 'content'),
      deeper,
    };
  });
  expect(result.isSame).toBe(true);
  expect(stamps).toEqual([result.deeper]);
  expect(result.deeper).toMatchObject({ depth: 'content', isStable: false, itself: { size: 3n } });
});

test('a path outside of any work is stamped anew each time', () => {
  writeFileSync(at('a'), 'one');
  expect(recordStamp(at('a'), 'content')).toMatchObject({ depth: 'content', isStable: false, itself: { size: 3n } });
  writeFileSync(at('a'), 'longer');
  expect(recordStamp(at('a'), 'identity')).toMatchObject({ depth: 'identity', isStable: true, itself: { size: 6n } });
});

test('in a scan a place is seen once for all works, in both depths', () => {
  writeFileSync(at('a'), 'one');
  withinScanBudget(() => {
    const stamp = (depth: StampDepth) => recordingStamps(() => recordStamp(at('a'), depth)).result;
    const [first, deeper] = [stamp('identity'), stamp('content')];
    expect(deeper).toEqual({ ...first, depth: 'content', isStable: false });
    expect(deeper.itself).toBe(first.itself);
    expect([stamp('identity') === first, stamp('content') === deeper]).toEqual([true, true]);
    charge('steps', 300_000 - 7, '');
    expect(() => stamp('identity')).toThrow('words and places');
  });
});

test('work that fails leaves the work around it as it was', () => {
  const { stamps } = recordingStamps(() => {
    expect(() =>
      recordingStamps(() => {
        throw new Error('x');
      }),
    ).toThrow('x');
    recordStamp(at('a'), 'identity');
  });
  expect(shown(stamps)).toEqual(['a identity']);
});

test('the stamps of a cached result are taken again', () => {
  const { stamps } = recordingStamps(() => [recordStamp(at('a'), 'identity'), recordStamp(at('b'), 'content')]);
  expect(shown(recordingStamps(() => recordAgain(stamps)).stamps)).toEqual(['a identity', 'b content']);
});

test('two stamps are joined to the deeper one, whichever came first', () => {
  mkdirSync(at('f'));
  symlinkSync('f', at('link'));
  for (const name of ['f', 'link']) {
    const [itself, names] = [settled(name, 'identity'), settled(name, 'content')];
    expect(joinedStamps(itself, itself)).toBe(itself);
    expect(joinedStamps(itself, names)).toBe(names);
    expect(joinedStamps(names, itself)).toBe(names);
  }
  const before = settled('link', 'content');
  writeFileSync(at('f/x'), ''); // what stands there is still the same
  expect(joinedStamps(before, settled('link', 'identity'))).toBe(before);
  rmSync(at('f'), { recursive: true });
  expect(joinedStamps(before, settled('link', 'identity'))).toEqual({ ...before, isStable: false });
  expect(joinedStamps(settled('f', 'identity'), before)).toEqual({ ...before, isStable: false });
});

test('a link is settled when it is old, and for its content when its target is old too', async () => {
  writeFileSync(at('a'), 'x');
  symlinkSync('a', at('link'));
  await new Promise((done) => setTimeout(done, 50));
  chmodSync(at('a'), 0o600);
  const middle = Math.round((lstatSync(at('link')).ctimeMs + statSync(at('a')).ctimeMs) / 2);
  const between = (name: string, depth: StampDepth): boolean => {
    vi.useFakeTimers({ now: middle + 3_000, toFake: ['Date'] });
    return stampAt(at(name), depth).isStable;
  };
  expect([between('link', 'identity'), between('link', 'content')]).toEqual([true, false]);
  expect([between('a', 'identity'), between('a', 'content')]).toEqual([true, false]);
  vi.useRealTimers();
  const fresh = (depth: StampDepth) => stampAt(at('link'), depth).isStable;
  expect([fresh('identity'), fresh('content')]).toEqual([false, false]);
  expect([settled('link', 'identity').isStable, settled('link', 'content').isStable]).toEqual([true, true]);
  rmSync(at('a'));
  expect([settled('link', 'content').isStable, stampAt(at('gone'), 'content').isStable]).toEqual([true, true]);
});

test('a stamp of identity notices another mode, and a symlink that leads elsewhere', () => {
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
  if (!mount()) return context.skip('needs the right to mount');
  try {
    const stamp = settled('disk', 'identity');
    expect(areUnchanged([stamp])).toBe(true);
    mount();
    expect(areUnchanged([stamp])).toBe(false);
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
  const moved = (name: string, depth: StampDepth) => {
    const stamp = settled(name, depth);
    expect(compareStamps([stamp])).toEqual({ how: 'same' });
    return () => compareStamps([stamp]);
  };
  const stamps = [
    moved('a', 'content'),
    moved('a', 'identity'),
    moved('f', 'content'),
    moved('to-folder', 'content'),
    moved('to-file', 'content'),
    moved('gone', 'content'),
  ];
  for (const name of ['a', 'f']) chmodSync(at(name), 0o711);
  writeFileSync(at('gone'), '');
  expect(stamps.map((stamp) => stamp())).toEqual([
    { how: 'moved', path: at('a') },
    { how: 'unsure' },
    { how: 'unsure' },
    { how: 'unsure' },
    { how: 'moved', path: at('to-file') },
    { how: 'unsure' },
  ]);
});
