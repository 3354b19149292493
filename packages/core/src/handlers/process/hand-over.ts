import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { CommandRequest, StartedHook } from '../../model/index.ts';
import { discardFifo, takeFifo, type Fifo } from './fifo.ts';
import { preflight } from './preflight.ts';
import { prepared } from './located.ts';
import { spool } from './spool.ts';

/** A process that waits for the hook's program in place of this one, and writes its exit status to a pipe. */
const WAITER = '"$@" 3>&-; echo $? >&3';

/**
 * Starts a background hook at once, so that it need not wait for its supervising process to start. Null where that is
 * impossible; then the supervising process starts it too.
 */
export async function handOver(asked: CommandRequest): Promise<StartedHook | null> {
  if (process.platform === 'win32') return null;
  const request = prepared(asked);
  const checked = preflight(request);
  if (!checked.ok) return null;
  const pipes: Fifo[] = [];
  try {
    for (let count = 0; count < 3; count += 1) {
      const pipe = await takeFifo();
      if (pipe !== null) pipes.push(pipe);
    }
    const pid = pipes.length === 3 ? start(checked.file, request, pipes) : undefined;
    if (pid !== undefined)
      return { handed: { pid, startedAt: Date.now() }, descriptors: pipes.map(({ readEnd }) => readEnd) };
  } catch {
    // The supervising process will get the same error, and report it.
  } finally {
    for (const { path, writeEnd } of pipes) {
      closeSync(writeEnd);
      discardFifo(path);
    }
  }
  pipes.forEach(({ readEnd }) => closeSync(readEnd));
  return null;
}

function start(file: string, request: CommandRequest, pipes: readonly Fifo[]): number | undefined {
  const stdin = spool(request.stdin);
  try {
    const child = spawn('/bin/sh', ['-c', WAITER, 'sh', file, ...request.args], {
      cwd: request.cwd,
      env: { ...request.env },
      detached: true,
      stdio: [stdin, ...pipes.map(({ writeEnd }) => writeEnd)],
    });
    child.on('error', () => undefined);
    child.unref();
    return child.pid;
  } finally {
    closeSync(stdin);
  }
}
