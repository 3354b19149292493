import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type MessagePort, Worker } from 'node:worker_threads';
import { type BesideReader, createPacker, type FileToLoad, type PackedBlock } from '@hookline/core/internal';
import type { ThreadTask } from '../source/thread-messages.ts';

interface FileAsked {
  readonly file: FileToLoad;
  readonly folder: string | null;
}

/** Answers each file that it is sent with its block, in the same order. */
export function serveFiles(port: MessagePort): void {
  const pack = createPacker();
  port.on('message', ({ file, folder }: FileAsked) => {
    const packed = pack(file, folder);
    port.postMessage(packed, packed.bytes === null ? [] : [packed.bytes.buffer]);
  });
}

/** Lines that were read are garbage soon: room for more of them would only make the process larger. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

/**
 * Reads files in a second thread, which there is only while there are files to read; null on a machine that does one
 * thing at a time. `thread` is the address of the file that both threads run.
 */
export function createBeside(thread: string): BesideReader | null {
  if (availableParallelism() < 2) return null;
  let worker: Worker | null = null;
  let failure: Error | null = null;
  const started = (): Worker => {
    const task: ThreadTask = { task: 'files' };
    const own = new Worker(fileURLToPath(thread), { workerData: task, execArgv: [], env: {}, resourceLimits: LIMITS });
    // One that has failed would fail again.
    own.on('error', (error) => (failure = error));
    return own;
  };
  const load = (asked: FileAsked): Promise<PackedBlock> =>
    new Promise((resolve, reject) => {
      if (failure !== null) {
        reject(failure);
        return;
      }
      const own = (worker ??= started());
      const onExit = (): void => reject(failure ?? new Error('the second thread of the index has ended'));
      own.once('exit', onExit);
      own.once('message', (packed: PackedBlock) => {
        own.off('exit', onExit);
        resolve(packed);
      });
      own.postMessage(asked);
    });
  const rest = (): void => {
    const own = worker;
    worker = null;
    own?.terminate().catch(() => undefined);
  };
  return { load: (file, folder) => load({ file, folder }), rest };
}
