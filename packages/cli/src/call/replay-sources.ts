import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromLines, fromRecord, type ReplaySource } from '@hookline/toolbox';
import { wrongCall } from './wrong-call.ts';

/** The events that a call names, and what must be put away afterwards. */
export interface OpenSources {
  readonly source: ReplaySource;
  readonly close: () => void;
}

/** Files of JSON lines, folders of records and stdin, one after another; by default the user's record. */
export function openSources(words: readonly string[], record: string): OpenSources {
  const folder = words.includes('-') ? mkdtempSync(join(tmpdir(), 'hookline-replay-')) : null;
  const close = (): void => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const all =
      words.length === 0
        ? [{ ...fromRecord(record), name: 'the record' }]
        : words.map((word) => sourceOf(word, folder));
    return { source: joined(all), close };
  } catch (error) {
    close();
    throw error;
  }
}

function sourceOf(word: string, folder: string | null): ReplaySource {
  if (word === '-' && folder !== null) return fromLines(spoolStdin(join(folder, 'stdin.jsonl')), 'stdin');
  const stats = statSync(word, { throwIfNoEntry: false });
  if (stats === undefined) throw wrongCall(`there is no file ${word}`);
  return stats.isDirectory() ? fromRecord(word) : fromLines(word);
}

/** What comes once may have to be read twice. */
function spoolStdin(file: string): string {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(65_536);
    for (let count = readSome(chunk); count !== 0; count = readSome(chunk))
      if (count !== null) writeSync(descriptor, chunk.subarray(0, count));
  } finally {
    closeSync(descriptor);
  }
  return file;
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

// A parent may have made the pipe non-blocking: then "nothing yet" is no error and no end.
function readSome(chunk: Buffer): number | null {
  try {
    return readSync(0, chunk);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EOF') return 0;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(PAUSE, 0, 0, 2);
    return null;
  }
}

const joined = (sources: readonly ReplaySource[]): ReplaySource => ({
  name: sources.map(({ name }) => name).join(', '),
  async *read() {
    for (const source of sources) yield* source.read();
  },
});
