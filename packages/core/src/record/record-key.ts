import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { readAt } from './reader.ts';

const VARIABLE = 'HOOKLINE_RECORD_KEY_FILE';
const FEWEST_BYTES = 16;
const MAX_BYTES = 4_096;

/** The key that the user's environment names; null when it names none. Throws when that file holds no key. */
export function recordKeyOf(env: Readonly<Record<string, string | undefined>>): Uint8Array | null {
  const file = env[VARIABLE] ?? '';
  return file === '' ? null : checkedKey(bytesOf(file), `${VARIABLE} names ${file}, which`);
}

function bytesOf(file: string): Uint8Array {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe must not be waited for
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Error(`${VARIABLE} names ${file}, which cannot be read (${why})`, { cause: error });
  }
  try {
    if (fstatSync(descriptor).isFile()) return readAt(descriptor, 0, MAX_BYTES + 2);
    throw new Error(`${VARIABLE} names ${file}, which is no file; expected one that holds a key`);
  } finally {
    closeSync(descriptor);
  }
}

/** A key that is long enough, without the line break at its end. */
export function checkedKey(bytes: Uint8Array, what: string): Uint8Array {
  const key = Buffer.from(bytes.at(-1) === LINE_BREAK ? bytes.subarray(0, -1) : bytes);
  if (key.length >= FEWEST_BYTES && key.length <= MAX_BYTES) return key;
  throw new Error(`${what} has ${key.length} bytes; expected a key of ${FEWEST_BYTES} to ${MAX_BYTES} bytes`);
}

const LINE_BREAK = 0x0a;
