import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
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
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { needs } from '../../../../../test/support/programs.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import {
  areUnchanged,
  compactStamps,
  compareStamps,
  type FileStamp,
  joinedStamps,
  recordAgain,
  recordingStamps,
  recordStamp,
  type StampDepth,
  stampAt,
} from './file-stamps.ts';

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
const settled = (name: string, depth: StampDepth): FileStamp => stampedAt(Date.now() + 10_000, at(name), depth);
const shown = (stamps: readonly FileStamp[]) => stamps.map(({ path, depth }) => `${relative(folder, path)} ${depth}`);

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
  const stamp = settled('a', 'content');
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
  const byLink = settled('link', 'content');
  const byFolder = settled('way/x', 'content');
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
  const [names, itself, missing] = [settled('f', 'content'), settled('f', 'identity'), settled('f/x', 'identity')];
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
  const before = settled('a', 'identity');
  writeFileSync(at('a'), 'one');
  const after = settled('a', 'content');
  expect(joinedStamps(before, after)).toEqual({ ...after, isStable: false });
  expect(joinedStamps(settled('a', 'identity'), after)).toEqual(after);
});

test('the folder stands for many missing names in it, and nothing for those below a file: each still shows when it appears', async () => {
  writeFileSync(at('a.mjs'), '');
  mkdirSync(at('f'));
  await wait(20);
  const names = Array.from({ length: 20 }, (_, index) => `f/${index}`);
  const stamps = ['a.mjs', 'a.mjs/x.js', 'b', ...names].map((name) => settled(name, 'identity'));
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
  const [file, names, missing] = [settled('a', 'content'), settled('f', 'content'), settled('b', 'identity')];
  expect(compareStamps([file, names, missing])).toEqual({ how: 'same' });
  expect(compareStamps([stampAt(at('a'), 'content')])).toEqual({ how: 'unsure' });
  writeFileSync(at('f/x'), '');
  writeFileSync(at('b'), '');
  expect([names, missing].map((stamp) => compareStamps([stamp]))).toEqual([{ how: 'unsure' }, { how: 'unsure' }]);
  writeFileSync(at('a.new'), 'one');
  renameSync(at('a.new'), at('a'));
  expect(compareStamps([names, missing, file])).toEqual({ how: 'moved', path: at('a') });
});

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
