import { jsonLine } from '@hookline/core/internal';
import { fstatSync, writeSync } from 'node:fs';

/** The variables of a process, or of the caller that it works for. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Writes to stdout, and waits until all of it is written, so that an exit right after loses nothing. False: the reader is gone. */
export const writeOut = (text: string): boolean => writeAll(1, text);

/** The same to stderr, for messages. */
export const writeErr = (text: string): boolean => writeAll(2, text);

/** One JSON document on a line of its own, in which nothing acts on a terminal. */
export const writeJson = (value: unknown): boolean => writeOut(jsonLine(value));

/** Whether a person's terminal is at that end; loads the terminal module, which is slow, only where one may be. */
export function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function writeAll(descriptor: 1 | 2, text: string): boolean {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    const written = writeSome(descriptor, rest);
    if (written === null) return false;
    rest = rest.subarray(written);
  }
  return true;
}

/** How many bytes were taken; null when the reader has gone away. */
function writeSome(descriptor: number, bytes: Uint8Array): number | null {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EPIPE') return null;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(PAUSE, 0, 0, 1);
    return 0;
  }
}
