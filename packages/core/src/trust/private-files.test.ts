import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  addPrivateFile,
  discardFolder,
  folderProblem,
  isMissingError,
  makePrivateFolder,
  readPrivateFile,
  removeFile,
  removeStaleFiles,
  syncFolder,
  writePrivateFile,
} from './private-files.ts';

let root = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-private-')));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const at = (name: string): string => join(root, name);
const open = (): number => readdirSync('/proc/self/fd').length;
const hasProc = existsSync('/proc/self/fd');

/** Calls the system as always, and something of the test before each call. */
function before<Name extends 'fsyncSync' | 'renameSync'>(name: Name, work: (first: unknown) => void): void {
  const real = fs[name] as (...args: unknown[]) => void;
  const replace = (call: (...args: unknown[]) => void): void => {
    Object.assign(fs, { [name]: call });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(real));
  replace((...args) => {
    work(args[0]);
    real(...args);
  });
}

/** The places that are written through to the disk from now on, in order. */
function synced(): readonly string[] {
  const places: string[] = [];
  before('fsyncSync', (descriptor) => {
    const place = relative(root, readlinkSync(`/proc/self/fd/${String(descriptor)}`));
    places.push(place.replace(/^\.\d+\.\w+/, 'waiting'));
  });
  return places;
}

test.runIf(hasProc)('a folder that was made is there after a power cut, and so is each above it that was made', () => {
  const places = synced();
  makePrivateFolder(at('a/b/c'));
  expect(places).toEqual(['a/b', 'a', '']);
  expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  makePrivateFolder(at('a/b/c'));
  expect(places).toHaveLength(3);
});

test.runIf(hasProc)('a file that was written is there after a power cut, whole, and nothing stays open', () => {
  makePrivateFolder(at('f'));
  const places = synced();
  const before = open();
  writePrivateFile(at('f/x'), 'é', root);
  expect(places).toEqual(['waiting.tmp', 'f', '']);
  expect(readFileSync(at('f/x'), 'utf8')).toBe('é');
  expect(readPrivateFile(at('f/x'))).toBe('é');
  expect(readdirSync(root)).toEqual(['f']);
  expect(open()).toBe(before);
});

test('where folders cannot be opened they are not written through', () => {
  const { platform } = process;
  const places = synced();
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  Object.defineProperty(process, 'platform', { value: 'win32' });
  makePrivateFolder(at('a'));
  syncFolder(root);
  expect(places).toEqual([]);
});

test('a file finds its place although another process takes the folder away again and again', () => {
  let attempts = 0;
  before('renameSync', () => {
    attempts += 1;
    if (attempts < 100) rmSync(at('f'), { recursive: true });
  });
  writePrivateFile(at('f/x'), 'text', root);
  expect([attempts, readFileSync(at('f/x'), 'utf8')]).toEqual([100, 'text']);
});

test('after a hundred attempts it gives up, and leaves nothing waiting', () => {
  let attempts = 0;
  before('renameSync', () => {
    attempts += 1;
    rmSync(at('f'), { recursive: true });
  });
  expect(() => writePrivateFile(at('f/x'), 'text', root)).toThrow('ENOENT');
  expect([attempts, readdirSync(root)]).toEqual([100, []]);
});

test('any other failure is told at once, by the call that failed', () => {
  let attempts = 0;
  before('renameSync', () => (attempts += 1));
  mkdirSync(at('f/x/y'), { recursive: true });
  expect(() => writePrivateFile(at('f/x'), 'text', root)).toThrow(/^EISDIR.*rename/);
  expect([attempts, readdirSync(root)]).toEqual([1, ['f']]);
  expect(() => writePrivateFile(at('x'), 'text', at('gone'))).toThrow(/^ENOENT.*open/);
});

test.runIf(hasProc)('what is no plain file, too large, a link or missing is not read, and nothing stays open', () => {
  const before = open();
  mkdirSync(at('folder'));
  writeFileSync(at('file'), 'x', { mode: 0o600 });
  symlinkSync('file', at('link'));
  truncateSync(at('file'), 16 * 1024 * 1024);
  expect(readPrivateFile(at('file'))).toHaveLength(16 * 1024 * 1024);
  truncateSync(at('file'), 16 * 1024 * 1024 + 1);
  for (const name of ['folder', 'file'])
    expect(() => readPrivateFile(at(name))).toThrow(`${at(name)} is not a plain file`);
  expect(() => readPrivateFile(at('link'))).toThrow('ELOOP');
  expect(() => readPrivateFile(at('gone'))).toThrow('ENOENT');
  expect(open()).toBe(before);
});

test('a folder is believed when only its owner can write it, or when it is not there', () => {
  writeFileSync(at('file'), '');
  mkdirSync(at('open'));
  chmodSync(at('open'), 0o770);
  const writable = `${at('open')} can be written by others; run: chmod go-w '${at('open')}'`;
  expect(['.', 'gone', 'file', 'open'].map((name) => folderProblem(at(name)))).toEqual([
    null,
    null,
    `${at('file')} is not a folder`,
    writable,
  ]);
  const { geteuid } = process;
  onTestFinished(() => void Object.assign(process, { geteuid }));
  Object.assign(process, { geteuid: undefined }); // where files have no owners
  expect(folderProblem(at('open'))).toBeNull();
});

test('what is gone already is as good as removed; all else that fails is told', () => {
  mkdirSync(at('full/deep'), { recursive: true });
  writeFileSync(at('file'), '');
  symlinkSync('circle', at('circle'));
  for (const remove of [removeFile, syncFolder]) remove(at('gone'));
  discardFolder(at('gone'), root);
  expect(() => removeFile(at('full'))).toThrow();
  expect(() => discardFolder(at('file/deep'), root)).toThrow('ENOTDIR');
  expect(() => syncFolder(at('circle'))).toThrow('ELOOP');
  discardFolder(at('full'), root);
  removeFile(at('file'));
  expect(readdirSync(root)).toEqual(['circle']);
});

test('a folder is discarded in one step, and what is written for it meanwhile does not bring it back', () => {
  mkdirSync(at('folder'));
  writeFileSync(at('folder/a'), '');
  before('renameSync', (from) => {
    if (from === at('folder')) addPrivateFile(at('folder/b'), 'text', root);
  });
  discardFolder(at('folder'), root);
  expect(() => addPrivateFile(at('folder/c'), 'text', root)).toThrow('ENOENT');
  expect(readdirSync(root)).toEqual([]);
});

test('what writers left waiting goes away after an hour, and nothing else does', () => {
  const HOUR = 3_600;
  for (const [name, time] of [
    ['.old.tmp', 999],
    ['.fresh.tmp', 1_000],
    ['old', 1],
    ['x.tmp.y', 1],
  ] as const) {
    writeFileSync(at(name), '');
    utimesSync(at(name), time, time);
  }
  symlinkSync('nowhere', at('.link.tmp'));
  mkdirSync(at('.discarded.tmp/deep'), { recursive: true });
  utimesSync(at('.discarded.tmp'), 999, 999);
  vi.useFakeTimers({ now: (1_000 + HOUR) * 1_000, toFake: ['Date'] });
  removeStaleFiles(root);
  expect(readdirSync(root).sort()).toEqual(['.fresh.tmp', 'old', 'x.tmp.y']);
});

test('only the error of the system about what is not there counts as missing', () => {
  const missing = Object.assign(new Error('x'), { code: 'ENOENT' });
  const others = [
    Object.assign(new Error('x'), { code: 'EACCES' }),
    new Error('ENOENT'),
    { code: 'ENOENT' },
    null,
    'x',
  ];
  expect([missing, ...others].map(isMissingError)).toEqual([true, false, false, false, false, false]);
});
