import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordEntry } from './entry.ts';
import { currentFile, rotatedNames } from './files.ts';
import { createFilter } from './filter.ts';
import type { RecordFilter } from './filter.ts';
import { parseLine } from './line.ts';
import { createLineSplitter } from './split-lines.ts';
import type { Line } from './split-lines.ts';

/** A stretch of the record that holds no entry: a crash or a full disk cut it short, or something else wrote there. */
export interface TornLine {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

export type OnTorn = (torn: TornLine) => void;

export interface ReadOptions extends RecordFilter {
  /** Only so many files, the newest; absent: all. */
  readonly files?: number;
  readonly onTorn?: OnTorn;
}

/** The entries of all files in the order in which they were written; what is torn is told and left out. */
export function* readRecord(folder: string, options: ReadOptions = {}): Generator<RecordEntry, void> {
  const isWanted = createFilter(options);
  for (const { file, lines } of allLines(folder, options.files))
    for (const entry of entriesIn(lines, file, options.onTorn)) if (isWanted(entry)) yield entry;
}

/** Some lines of a file; the last ones of it may lack their line break. */
export interface FileLines {
  readonly file: string;
  readonly lines: readonly Line[];
  readonly isEnded: boolean;
}

/** The entries that lines hold. */
export function entriesIn(lines: readonly Line[], file: string, onTorn?: OnTorn): readonly RecordEntry[] {
  return lines.flatMap(({ raw, offset, bytes }) => {
    const entry = parseLine(raw.toString());
    if (entry === null) onTorn?.({ file, offset, bytes });
    return entry ?? [];
  });
}

/** Opens a plain file; null when there is none. */
export function openToRead(file: string): OpenToRead | null {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return { file, descriptor, inode: stats.ino, size: stats.size };
    closeSync(descriptor);
    return null;
  } catch {
    return null;
  }
}

export interface OpenToRead {
  readonly file: string;
  readonly descriptor: number;
  readonly inode: number;
  readonly size: number;
}

/** All lines of all files, or of the newest ones, in the order in which they were written. */
export function* allLines(folder: string, files = Number.POSITIVE_INFINITY): Generator<FileLines, void> {
  // The current file is opened first, so that it is not missed when it is put aside meanwhile.
  const current = openToRead(currentFile(folder));
  try {
    const names = rotatedNames(folder);
    for (const name of names.slice(Math.max(0, names.length - files + 1)))
      yield* linesIn(join(folder, name), current?.inode);
    if (current !== null) yield* linesFrom(current);
  } finally {
    if (current !== null) closeSync(current.descriptor);
  }
}

/** The lines of one file, unless it is gone or the one that is to be left out. */
export function* linesIn(path: string, butInode?: number): Generator<FileLines, void> {
  const file = openToRead(path);
  if (file === null) return; // removed as the oldest
  try {
    if (file.inode !== butInode) yield* linesFrom(file);
  } finally {
    closeSync(file.descriptor);
  }
}

const CHUNK_BYTES = 65_536;

function* linesFrom({ descriptor, file }: OpenToRead): Generator<FileLines, void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const splitter = createLineSplitter();
  for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk))
    yield { file, lines: splitter.push(chunk.subarray(0, count)), isEnded: true };
  const rest = splitter.rest();
  if (rest !== null) yield { file, lines: [rest], isEnded: false };
}

/** Bytes of a file; fewer where it ends. */
export function readAt(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
