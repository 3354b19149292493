import { fstatSync, writeSync } from 'node:fs';

/** Writes data; all of it is out when this returns, so that an exit right after loses nothing. */
export const writeOut = (text: string): void => writeAll(1, text);

/** Writes talk. */
export const writeErr = (text: string): void => writeAll(2, text);

/** One JSON document on a line of its own. */
export const writeJson = (value: unknown): void => writeOut(`${JSON.stringify(value)}\n`);

/** Whether a person's terminal is at that end; loads the terminal module, which is slow, only where one may be. */
export function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function writeAll(descriptor: 1 | 2, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSome(descriptor, rest));
}

function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EPIPE') return bytes.length; // the reader has seen enough
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(PAUSE, 0, 0, 1);
    return 0;
  }
}
