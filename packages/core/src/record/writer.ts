import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { RecordEntry } from './entry.ts';
import { currentFile } from './files.ts';
import { lineOf } from './line.ts';
import { rotate } from './rotate.ts';
import type { Rotation } from './rotate.ts';

/** Appends to the record; never throws, and never waits for another process. */
export interface RecordWriter {
  /** Entries that are given together are written by one call of the system. */
  readonly append: (...entries: readonly RecordEntry[]) => void;
  readonly close: () => void;
}

export interface RecordOptions {
  /** Size from which on a file is put aside. */
  readonly maxBytes?: number;
  /** How many files that were put aside are kept. */
  readonly keep?: number;
  /** Told once, when an entry could not be written for the first time. */
  readonly onFailure?: (why: string) => void;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** The record in a folder; nothing is touched before the first entry. */
export function openRecord(folder: string, options: RecordOptions = {}): RecordWriter {
  const { maxBytes = 8 * 1024 * 1024, keep = 10, onFailure, now = Date.now } = options;
  const state: WriterState = { folder, file: currentFile(folder), rotation: { maxBytes, keep }, now, open: null };
  let hasFailed = false;
  return {
    append: (...entries) => {
      try {
        append(state, Buffer.from(entries.map(lineOf).join('')));
      } catch (error) {
        release(state); // part of the line may stand there: opening again looks at how the file ends
        if (!hasFailed) onFailure?.(failureOf(state.file, error));
        hasFailed = true;
      }
    },
    close: () => release(state),
  };
}

const failureOf = (file: string, error: unknown): string =>
  `the record ${file} could not be written: ${error instanceof Error ? error.message : String(error)}`;

interface WriterState {
  readonly folder: string;
  readonly file: string;
  readonly rotation: Rotation;
  readonly now: () => number;
  open: OpenFile | null;
}

interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
  /** Where our last line ended; another size means that somebody else has written. */
  end: number;
  /** When it was last seen to stand under its name. */
  seenAt: number;
}

function append(state: WriterState, line: Buffer): void {
  const size = sizeOfOpen(state) ?? sizeOfCurrent(state);
  if (size >= state.rotation.maxBytes) {
    rotate(state.folder, state.rotation);
    return write(state, line, sizeOfCurrent(state));
  }
  write(state, line, size);
}

// How long a file that was renamed by something else than a full record may still be written to.
const TRUSTED_MS = 50;

/** The size of the open file, by the cheapest question there is; null when it may no longer be the one to write to. */
function sizeOfOpen({ open, now }: WriterState): number | null {
  if (open === null) return null;
  const age = now() - open.seenAt;
  if (age < 0 || age >= TRUSTED_MS) return null;
  const { nlink, size } = fstatSync(open.descriptor);
  return nlink === 0 ? null : size;
}

/** Looks at the file by its name, so that one that was put aside or deleted is left. */
function sizeOfCurrent(state: WriterState): number {
  const seenAt = state.now();
  const stats = statSync(state.file, { throwIfNoEntry: false });
  if (state.open !== null && stats?.ino === state.open.inode) {
    state.open.seenAt = seenAt;
    return stats.size;
  }
  release(state);
  mkdirSync(state.folder, { recursive: true, mode: 0o700 });
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const descriptor = openSync(state.file, flags, 0o600);
  const { ino, size } = fstatSync(descriptor);
  state.open = { descriptor, inode: ino, end: -1, seenAt };
  return size;
}

function write(state: WriterState, line: Buffer, size: number): void {
  const { open } = state;
  if (open === null) return;
  const isTorn = size > 0 && size !== open.end && lastByte(open.descriptor, size) !== LINE_BREAK;
  const bytes = isTorn ? Buffer.concat([Buffer.of(LINE_BREAK), line]) : line;
  // One call for all of it: with O_APPEND no other process can write into its middle. A disk that gets full
  // shows as a short count first.
  for (let done = 0; done < bytes.length;) done += writeSync(open.descriptor, bytes, done);
  open.end = size + bytes.length;
}

const LINE_BREAK = 0x0a;

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : LINE_BREAK;
}

function release(state: WriterState): void {
  const { open } = state;
  state.open = null;
  try {
    if (open !== null) closeSync(open.descriptor);
  } catch {
    // closed by somebody else: released all the same
  }
}
