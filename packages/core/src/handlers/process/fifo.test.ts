import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readSync, readdirSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundle } from '../../../../../test/support/bundle.ts';
import { giveBackFifo, takeFifo, type Fifo } from './fifo.ts';
import { privateFolder } from './private-folder.ts';

async function take(): Promise<Fifo> {
  const fifo = await takeFifo();
  if (fifo === null) throw new Error('no named pipe could be made');
  return fifo;
}

function giveBack(fifo: Fifo): void {
  closeSync(fifo.readEnd);
  closeSync(fifo.writeEnd);
  giveBackFifo(fifo.path);
}

test('what is written at one end is read at the other', async () => {
  const fifo = await take();
  writeSync(fifo.writeEnd, 'through');
  const bytes = Buffer.alloc(20);
  expect(bytes.toString('utf8', 0, readSync(fifo.readEnd, bytes))).toBe('through');
  giveBack(fifo);
});

test('a pipe is used again, and is empty', async () => {
  const first = await take();
  writeSync(first.writeEnd, 'left over');
  giveBack(first);
  const second = await take();
  expect(second.path).toBe(first.path);
  closeSync(second.writeEnd);
  expect(readSync(second.readEnd, Buffer.alloc(20))).toBe(0);
  closeSync(second.readEnd);
  giveBackFifo(second.path);
});

test('a pipe that somebody else still writes to or reads from is never used again', async () => {
  for (const flags of [constants.O_WRONLY, constants.O_RDONLY | constants.O_NONBLOCK]) {
    const first = await take();
    const held = openSync(first.path, flags);
    giveBack(first);
    const second = await take();
    expect(second.path).not.toBe(first.path);
    closeSync(held);
    giveBack(second);
  }
});

test('a pipe whose name was removed meanwhile is replaced', async () => {
  const fifo = await take();
  giveBack({ ...fifo, path: `${fifo.path}-gone` });
  giveBack(await take());
});

test('many can be taken at once', async () => {
  const many = await Promise.all(Array.from({ length: 40 }, async () => take()));
  expect(new Set(many.map(({ path }) => path)).size).toBe(40);
  many.forEach(giveBack);
});

test('processes share the store, and never one pipe', async () => {
  const host = bundle(`
    import { runCommand } from './packages/core/src/handlers/command.ts';
    const request = (text) => ({
      kind: 'command', runId: text, program: 'bash', args: ['-c', 'echo "$TEXT"; echo "$TEXT" >&2'], cwd: '/',
      env: { PATH: process.env.PATH, TEXT: text }, stdin: Buffer.from('{}'), timeoutMs: 60_000,
      atTimeout: 'term', background: false,
    });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([1, 2, 3].map(async (index) => {
        const text = [process.pid, round, index].join('-');
        const { stdout, stderr } = await runCommand(request(text));
        if (stdout !== text + '\\n' || stderr !== text + '\\n') console.log('mixed up:', text, stdout, stderr);
      }));
    }
  `);
  const outputs = await Promise.all(
    Array.from({ length: 6 }, async () => promisify(execFile)(process.execPath, [host.path])),
  );
  host.remove();
  expect(outputs.map(({ stdout }) => stdout)).toEqual(outputs.map(() => ''));
  expect(readdirSync(privateFolder()).filter((name) => name.startsWith('free-')).length).toBeLessThanOrEqual(22);
}, 60_000);
