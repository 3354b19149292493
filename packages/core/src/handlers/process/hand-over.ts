import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { CommandRequest, HandedOver } from '../../model/index.ts';
import { discardFifo, takeFifo, type Fifo } from './fifo.ts';
import { preflight } from './preflight.ts';
import { prepared } from './prepared.ts';
import { spool } from './spool.ts';

/** Who waits for the hook's program in our place, and writes down how it ended where we can read it. */
const WAITER = '"$@" 3>&-; echo $? >&3';

/** A hook that runs already, and our ends of its pipes, to be given to the process that will look after it. */
export interface StartedHook {
  readonly handed: HandedOver;
  /** Read ends of stdout, stderr and the exit status; ours to close. */
  readonly descriptors: readonly number[];
}

/**
 * Starts a background hook at once, so that it need not wait until a process of its own looks after it.
 * Null where that cannot be done: whoever looks after it then starts it too.
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
    // The one who looks after the hook will meet the same obstacle, and report it.
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
