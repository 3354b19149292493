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
  readonly onTorn?: OnTorn;
}

/** The entries of all files in the order in which they were written; what is torn is told and left out. */
export function* readRecord(folder: string, options: ReadOptions = {}): Generator<RecordEntry, void> {
  const isWanted = createFilter(options);
  for (const entry of allEntries(folder, options.onTorn)) if (isWanted(entry)) yield entry;
}

/** The entries that lines hold. */
export function entriesIn(lines: readonly Line[], file: string, onTorn?: OnTorn): readonly RecordEntry[] {
  return lines.flatMap(({ text, offset, bytes }) => {
    const entry = parseLine(text);
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

function* allEntries(folder: string, onTorn?: OnTorn): Generator<RecordEntry, void> {
  // The current file is opened first, so that it is not missed when it is put aside meanwhile.
  const current = openToRead(currentFile(folder));
  try {
    for (const name of rotatedNames(folder)) {
      const rotated = openToRead(join(folder, name));
      if (rotated === null) continue; // removed as the oldest
      if (rotated.inode === current?.inode) closeSync(rotated.descriptor);
      else yield* readAndClose(rotated, onTorn);
    }
    if (current !== null) yield* entriesFrom(current, onTorn);
  } finally {
    if (current !== null) closeSync(current.descriptor);
  }
}

function* readAndClose(file: OpenToRead, onTorn?: OnTorn): Generator<RecordEntry, void> {
  try {
    yield* entriesFrom(file, onTorn);
  } finally {
    closeSync(file.descriptor);
  }
}

const CHUNK_BYTES = 65_536;

function* entriesFrom({ descriptor, file }: OpenToRead, onTorn?: OnTorn): Generator<RecordEntry, void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const splitter = createLineSplitter();
  for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk)) {
    yield* entriesIn(splitter.push(chunk.subarray(0, count)), file, onTorn);
  }
  const rest = splitter.rest();
  if (rest !== null) yield* entriesIn([rest], file, onTorn);
}
