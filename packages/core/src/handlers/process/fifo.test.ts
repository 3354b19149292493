import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../../../../test/support/bundle.ts';
import { giveBackFifo, putBack, takeFifo, type Fifo } from './fifo.ts';

/** Runs hooks side by side, and says when one got the words of another. */
const HOST = `
  import { runCommand } from './packages/core/src/handlers/command.ts';
  const request = (text) => ({
    kind: 'command', runId: text, program: 'bash', args: ['-c', 'echo "$TEXT"; echo "$TEXT" >&2'], cwd: '/',
    env: { PATH: process.env.PATH, TEXT: text, SHLVL: '1' }, stdin: Buffer.from('{}'), timeoutMs: 60_000,
    atTimeout: 'term', background: false,
  });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([1, 2, 3].map(async (index) => {
      const text = [process.pid, round, index].join('-');
      const { stdout, stderr } = await runCommand(request(text));
      if (stdout !== text + '\\n' || stderr !== text + '\\n') console.log('mixed up:', text, stdout, stderr);
    }));
  }
`;

async function take(): Promise<Fifo> {
  const fifo = await takeFifo();
  if (fifo === null) throw new Error('no named pipe could be made');
  return fifo;
}

test('what is written at one end is read at the other', async () => {
  const fifo = await take();
  writeSync(fifo.writeEnd, 'through');
  const bytes = Buffer.alloc(20);
  expect(bytes.toString('utf8', 0, readSync(fifo.readEnd, bytes))).toBe('through');
  putBack(fifo);
});

test('a pipe is used again, and is empty', async () => {
  const first = await take();
  writeSync(first.writeEnd, 'left over');
  putBack(first);
  const second = await take();
  expect(second.path).toBe(first.path);
  closeSync(second.writeEnd);
  expect(readSync(second.readEnd, Buffer.alloc(20))).toBe(0);
  closeSync(second.readEnd);
  giveBackFifo(second.path);
});

test('a pipe that another process still writes to or reads from is never used again', async () => {
  for (const flags of [constants.O_WRONLY, constants.O_RDONLY | constants.O_NONBLOCK]) {
    const first = await take();
    const held = openSync(first.path, flags);
    putBack(first);
    const second = await take();
    expect(second.path).not.toBe(first.path);
    closeSync(held);
    putBack(second);
  }
});

test('a pipe whose name was removed meanwhile is replaced', async () => {
  const fifo = await take();
  putBack({ ...fifo, path: `${fifo.path}-gone` });
  putBack(await take());
});

test('many can be taken at once', async () => {
  const many = await Promise.all(Array.from({ length: 40 }, async () => take()));
  expect(new Set(many.map(({ path }) => path)).size).toBe(40);
  many.forEach(putBack);
});

describe('processes that share a store', () => {
  let host: ReturnType<typeof bundle>;
  let folder: string;

  beforeAll(() => (host = bundle(HOST)));
  afterAll(() => host.remove());
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hookline-store-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const store = (): string => join(folder, `hookline-${process.getuid?.()}`);
  const runHost = async (): Promise<string> =>
    (await promisify(execFile)(process.execPath, [host.path], { env: { ...process.env, TMPDIR: folder } })).stdout;

  test('never use one pipe at once, and leave only pipes that are free', async () => {
    const outputs = await Promise.all(Array.from({ length: 6 }, runHost));
    expect(outputs).toEqual(outputs.map(() => ''));
    expect(readdirSync(store()).filter((name) => !name.startsWith('free-'))).toEqual([]);
    expect(lstatSync(store()).mode & 0o777).toBe(0o700);
  });

  test('use what earlier ones left, and tidy up after those that were killed', async () => {
    await runHost();
    const left = readdirSync(store());
    const dead = spawnSync('true').pid;
    for (const name of [`busy-${dead}-x-1`, `spool-${dead}-x-1`]) writeFileSync(join(store(), name), 'secret');
    const inodes = new Set(left.map((name) => lstatSync(join(store(), name)).ino));
    expect(await runHost()).toBe('');
    const after = readdirSync(store()).map((name) => lstatSync(join(store(), name)).ino);
    expect(new Set(after)).toEqual(inodes);
  });

  test('use no folder that is a link, or open to others, and leave none of their own behind', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    symlinkSync(elsewhere, store());
    expect(await runHost()).toBe('');
    expect(readdirSync(elsewhere)).toEqual([]);
    unlinkSync(store());
    mkdirSync(store());
    chmodSync(store(), 0o755);
    expect(await runHost()).toBe('');
    expect(readdirSync(store())).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['elsewhere', `hookline-${process.getuid?.()}`]);
  });

  test('do without any store where nothing can be written', async () => {
    const outputs = await promisify(execFile)(process.execPath, [host.path], {
      env: { ...process.env, TMPDIR: join(folder, 'no', 'such') },
    });
    expect(outputs.stdout).toBe('');
  });
});
