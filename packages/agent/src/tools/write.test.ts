import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import type { ToolEnd } from './tool.ts';
import { writeTool } from './write.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

const write = async (file_path: string, content: string): Promise<ToolEnd> =>
  bench.run(writeTool, { file_path, content });
const contentOf = (name: string): string => readFileSync(bench.path(name), 'utf8');

describe('a file is written', () => {
  test('with the folders it needs, and reported to the host', async () => {
    const path = bench.path('a/b/c.txt');
    expect(await write('a/b/c.txt', 'ä\n')).toEqual({
      ok: true,
      text: `created ${path} (3 bytes)`,
    });
    expect(contentOf('a/b/c.txt')).toBe('ä\n');
    expect(bench.told).toEqual([path]);
    expect(readdirSync(bench.path('a/b'))).toEqual(['c.txt']);
  });

  test('over an old one, whose mode it keeps', async () => {
    const path = bench.write('run.sh', 'old');
    chmodSync(path, 0o751);
    expect(await write(path, '')).toEqual({
      ok: true,
      text: `updated ${path} (0 bytes)`,
    });
    expect([contentOf('run.sh'), statSync(path).mode & 0o7777]).toEqual(['', 0o751]);
  });

  test('as any new file would be, by the mask of the process', async () => {
    await write('new.txt', '');
    expect(statSync(bench.path('new.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test('in one step: the old file stays whole for who has it open', async () => {
    const path = bench.write('a.txt', 'old');
    const before = statSync(path).ino;
    await write(path, 'new');
    expect(statSync(path).ino).not.toBe(before);
  });

  test('through a link, which stays one, also where its target or a folder of it is not there yet', async () => {
    bench.write('target.txt', 'old');
    mkdirSync(bench.path('links'));
    symlinkSync('../target.txt', bench.path('links/one'));
    symlinkSync('one', bench.path('links/two'));
    symlinkSync('../made/new.txt', bench.path('links/dangling'));
    expect(await write('links/two', 'new')).toMatchObject({ text: `updated ${bench.path('links/two')} (3 bytes)` });
    expect(await write('links/dangling', 'made')).toMatchObject({
      text: `created ${bench.path('links/dangling')} (4 bytes)`,
    });
    expect([contentOf('target.txt'), contentOf('made/new.txt')]).toEqual(['new', 'made']);
    expect(readlinkSync(bench.path('links/two'))).toBe('one');
    expect(lstatSync(bench.path('links/dangling')).isSymbolicLink()).toBe(true);
  });
});

describe('what cannot be written is an error, and nothing is left behind', () => {
  const failure = async (path: string): Promise<string> => {
    const end = await write(path, 'x');
    return end.ok ? 'written' : `${end.errorType}: ${end.error.replace(bench.folder, '…')}`;
  };

  test('a folder, a pipe, a path below a file, links in a circle', async () => {
    mkdirSync(bench.path('folder'));
    spawnSync('mkfifo', [bench.path('pipe')]);
    bench.write('file', '');
    symlinkSync('circle', bench.path('circle'));
    expect(await failure('folder')).toBe('not_a_file: …/folder: this is a folder, not a file');
    expect(await failure('pipe')).toBe('not_a_file: …/pipe: this is a pipe, not a file');
    expect(await failure('file/x')).toBe('not_found: …/file/x: a part of the path is a file, not a folder');
    expect(await failure('circle')).toBe('not_found: …/circle: the symlinks form a loop');
    expect(readdirSync(bench.folder).toSorted()).toEqual(['circle', 'file', 'folder', 'pipe']);
    expect(bench.told).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be written', async () => {
    chmodSync(bench.write('fixed', 'old'), 0o444);
    expect(await failure('fixed')).toBe('permission: …/fixed: permission denied');
    expect(contentOf('fixed')).toBe('old');
  });
});
