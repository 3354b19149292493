import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const MOST_BYTES = 1_048_576;

/** The beginning of a plain file, as text; undefined where there is none that can be read. Never waits for a writer. */
export function fileText(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(MOST_BYTES);
    let length = 0;
    for (let read = -1; read !== 0 && length < MOST_BYTES; length += read)
      read = readSync(file, bytes, length, MOST_BYTES - length, length);
    return bytes.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
