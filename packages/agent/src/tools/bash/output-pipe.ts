import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeptText } from '../bounded-text.ts';

/** A pipe that a command writes to and we read from. */
export interface OutputPipe {
  /** For the command; closed on our side by `listen`. */
  readonly writeEnd: number;
  /** Reads whatever comes into `kept`; the promise resolves when no process can write any more. */
  readonly listen: (kept: KeptText) => Promise<void>;
  /** Keeps nothing from now on, but reads on: a process that still writes is not blocked, and does not keep this process alive. */
  readonly letGo: () => void;
}

/**
 * Opens a real pipe by way of a name in `folder`. What Node calls a pipe is a socket, and no command can open
 * `/dev/stderr` when that is one.
 */
export async function openOutputPipe(folder: string): Promise<OutputPipe> {
  const path = join(folder, 'output');
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  const socket = new Socket({ fd: readEnd, readable: true, writable: false });
  return {
    writeEnd,
    listen: async (kept) => {
      closeSync(writeEnd);
      socket.on('data', (bytes: Uint8Array) => kept.push(bytes));
      return new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.once('error', () => resolve());
      });
    },
    letGo: () => {
      socket.removeAllListeners('data').resume().unref();
    },
  };
}
