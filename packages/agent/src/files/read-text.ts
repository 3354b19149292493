import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A file's text, or one short sentence why there is none. */
export type ReadText =
  | { readonly ok: true; readonly text: string; readonly bytes: number; readonly isCut: boolean }
  | { readonly ok: false; readonly isMissing: boolean; readonly why: string };

/** Reads at most so many bytes of a text file; never waits for a pipe or device, and replaces what is not UTF-8. */
export function readText(path: string, mostBytes: number): ReadText {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return { ok: false, isMissing: false, why: 'is not a file' };
      return readFrom(descriptor, stats.size, mostBytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return { ok: false, isMissing, why: isMissing ? 'does not exist' : `cannot be read (${String(codeOf(error))})` };
  }
}

function readFrom(descriptor: number, bytes: number, mostBytes: number): ReadText {
  const buffer = Buffer.alloc(Math.min(bytes, mostBytes));
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  const isCut = bytes > mostBytes;
  const text = buffer.toString('utf8', 0, isCut ? wholeCharacters(buffer, length) : length).replace(/^\ufeff/, '');
  return { ok: true, text, bytes, isCut };
}

/** Where the last whole character ends, so that a cut leaves no broken character. */
function wholeCharacters(buffer: Buffer, length: number): number {
  let start = length - 1;
  while (start > length - 4 && start > 0 && isContinuation(buffer[start])) start -= 1;
  const first = buffer[start] ?? 0;
  const needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start + needed > length ? start : length;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error);
