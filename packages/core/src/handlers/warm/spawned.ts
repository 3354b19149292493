import { closeSync } from 'node:fs';
import type { CommandRequest } from '../../model/index.ts';
import { monotonicMs } from '../../text/clock.ts';
import { errorCode, isTransient } from '../../process/errno.ts';
import { putBack, takeFifo, type Fifo } from '../process/fifo.ts';
import { removeFile } from '../process/private-folder.ts';
import { liveGroupsBut } from '../process/registry.ts';
import type { Run } from '../process/run.ts';
import { spoolNamed } from '../process/spool.ts';
import { fifoStreams } from '../process/stdio.ts';
import { sweep } from '../../process/sweep.ts';
import { HELPER_DIED, type Helper, type Order } from './helper.ts';

/** Starts a program through the helper, with a file on stdin and named pipes; null where there is no place for them. */
export async function startThroughHelper(
  helper: Helper,
  order: Omit<Order, 'stdio'>,
  request: CommandRequest,
): Promise<Run | null> {
  const pipes: Fifo[] = [];
  let spooled: string | null = null;
  try {
    for (let count = 0; count < 2; count += 1) {
      const pipe = await takeFifo();
      if (pipe !== null) pipes.push(pipe);
    }
    const [stdout, stderr] = pipes;
    spooled = spooledOrNull(request.stdin);
    if (stdout === undefined || stderr === undefined || spooled === null) throw new NoPlace();
    const startedAt = monotonicMs();
    const started = await helper.start({
      ...order,
      stdio: [
        { kind: 'file', path: spooled },
        { kind: 'to', path: stdout.path },
        { kind: 'to', path: stderr.path },
      ],
    });
    pipes.forEach(({ writeEnd }) => closeSync(writeEnd));
    const { pid, exit, exitSoFar, release } = started;
    const { runId, env, background: isBackground } = request;
    const streams = fifoStreams(stdout, stderr);
    return { pid, runId, env, isBackground, startedAt, exit, exitSoFar, streams, isGuarded: true, release };
  } catch (error) {
    pipes.forEach(putBack);
    if (error instanceof NoPlace) return null;
    if (errorCode(error) === HELPER_DIED) endUnknown(request);
    throw error;
  } finally {
    if (spooled !== null) removeFile(spooled);
  }
}

class NoPlace extends Error {}

/** Null when the disk is full: unlinked files have other places. */
function spooledOrNull(bytes: Uint8Array): string | null {
  try {
    return spoolNamed(bytes);
  } catch (error) {
    if (isTransient(errorCode(error))) throw error;
    return null;
  }
}

/** The pid of a program that may have been started is unknown, so it is found by its environment. */
function endUnknown({ runId, env }: CommandRequest): void {
  const startedAt = monotonicMs() - LONGEST_START_MS;
  sweep([{ runId, env, startedAt }], liveGroupsBut([]));
}

const LONGEST_START_MS = 1000;
