import { spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import { readTool } from './read.ts';
import type { ToolEnd } from './tool.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

const textOf = (end: ToolEnd): string => (end.ok ? end.text : `failed: ${end.error}`);
const read = async (file_path: string, more: { readonly offset?: number; readonly limit?: number } = {}) =>
  bench.run(readTool, { file_path, ...more });

describe('a file is read', () => {
  test('with its lines numbered as by cat -n, and reported to the host', async () => {
    const path = bench.write('a.txt', 'one\ntwo\n\nfour');
    const content = '     1\tone\n     2\ttwo\n     3\t\n     4\tfour';
    expect(await read('a.txt')).toEqual({
      ok: true,
      text: content,
    });
    expect(content).toBe(spawnSync('cat', ['-n', path], { encoding: 'utf8' }).stdout);
    expect(bench.told).toEqual([path]);
  });

  test('by a relative or absolute path, or one of the home folder', async () => {
    const path = bench.write('home/a.txt', 'x');
    for (const written of ['home/a.txt', './home/../home/a.txt', path, '~/a.txt'])
      expect(textOf(await read(written))).toBe('     1\tx');
  });

  test('in parts, and says where to read on', async () => {
    bench.write('a.txt', 'one\ntwo\nthree\nfour\n');
    expect(textOf(await read('a.txt', { offset: 2, limit: 2 }))).toBe(
      '     2\ttwo\n     3\tthree\n[the file has 4 lines; read on with offset 4]',
    );
    expect(textOf(await read('a.txt', { offset: 4 }))).toBe('     4\tfour');
    expect(textOf(await read('a.txt', { offset: 0, limit: 1 }))).toMatch(/^ {5}1\tone\n/);
  });

  test('up to 2000 lines, 2000 characters of each, 100,000 characters in all', async () => {
    bench.write('many.txt', 'x\n'.repeat(2001));
    expect(textOf(await read('many.txt'))).toMatch(/  2000\tx\n\[the file has 2001 lines; read on with offset 2001\]$/);
    bench.write('wide.txt', 'y'.repeat(2005));
    expect(textOf(await read('wide.txt'))).toBe(`     1\t${'y'.repeat(2000)}[… 5 characters left out]`);
    bench.write('both.txt', `${'z'.repeat(1990)}\n`.repeat(100));
    expect(textOf(await read('both.txt'))).toMatch(/\n\[the file has 100 lines; read on with offset 51\]$/);
  });

  test('without carriage returns and byte order mark', async () => {
    bench.write('crlf.txt', '\ufeffone\r\ntwo\r\n');
    expect(textOf(await read('crlf.txt'))).toBe('     1\tone\n     2\ttwo');
  });

  test('also where it is empty, or the system reports no size', async () => {
    bench.write('empty.txt', '');
    expect(textOf(await read('empty.txt'))).toBe('(the file is empty)');
    expect(textOf(await read('/proc/self/status'))).toMatch(/^ {5}1\tName:/);
  });
});

describe('what cannot be read is an error that says why', () => {
  const failure = async (path: string, more = {}): Promise<string> => {
    const end = await read(path, more);
    return end.ok ? 'read' : `${end.errorType}: ${end.error.replace(bench.folder, '…')}`;
  };

  test('missing, with the name that may have been meant', async () => {
    bench.write('src/index.ts', '');
    expect(await failure('src/indx.ts')).toBe(
      'not_found: …/src/indx.ts: there is no such file; did you mean "index.ts"?',
    );
    expect(await failure('src/zzzzzz')).toBe('not_found: …/src/zzzzzz: there is no such file');
    expect(await failure('no/where')).toBe(
      `not_found: …/no/where: there is no such file, and no folder ${bench.path('no')}`,
    );
    expect(await failure('src/index.ts/x')).toBe(
      'not_found: …/src/index.ts/x: a part of the path is a file, not a folder',
    );
  });

  test('no file at all', async () => {
    mkdirSync(bench.path('folder'));
    spawnSync('mkfifo', [bench.path('pipe')]);
    expect(await failure('folder')).toBe('not_a_file: …/folder: this is a folder, not a file');
    expect(await failure('pipe')).toBe('not_a_file: …/pipe: this is a pipe, not a file');
    expect(await failure('/dev/zero')).toBe('not_a_file: /dev/zero: this is a device, not a file');
  });

  test('binary or too large', async () => {
    bench.write('image', Uint8Array.of(0x89, 0x50, 0, 1));
    bench.write('large', 'x');
    truncateSync(bench.path('large'), 20 * 1024 * 1024 + 1);
    expect(await failure('image')).toBe('binary: …/image: this is a binary file, not text');
    expect(await failure('large')).toBe('too_large: …/large: larger than 20 MB; take a part of it with Bash or Grep');
  });

  test('an offset behind the end, a path that is none, an input that does not fit', async () => {
    bench.write('a.txt', 'one\n');
    expect(await failure('a.txt', { offset: 2 })).toBe(
      'invalid_input: …/a.txt: the file has 1 lines, none at offset 2',
    );
    expect(await failure('a\0')).toMatch(/^invalid_input: /);
    expect(await failure('a.txt', { limit: 0 })).toBe('invalid_input: Read: "limit" must be at least 1, not 0');
    expect(bench.told).toEqual([]);
  });
});

test('the file of a call is the path as written', () => {
  expect(readTool.fileOf?.({ file_path: 'a/b' })).toBe('a/b');
  expect(readTool.fileOf?.({})).toBeNull();
});
