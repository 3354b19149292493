import { currentFile, openToRead, readAt, rotatedNames } from '@hookline/core/internal';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { lineDigest } from '../protocol/line-digest.ts';

/** A file of the record that is open for reading. */
export interface RecordFile {
  /** The digest of its first line: it stays the same when the file is rotated, copied or put back. */
  readonly key: string;
  readonly inode: number;
  readonly descriptor: number;
  readonly size: number;
}

/** Calls `use` with all files of a record, in the order in which they were written, and closes them. */
export async function withRecordFiles<T>(
  folder: string,
  use: (files: readonly RecordFile[]) => T | Promise<T>,
): Promise<T> {
  const files = openFiles(folder);
  try {
    return await use(files);
  } finally {
    for (const { descriptor } of files) closeSync(descriptor);
  }
}

function openFiles(folder: string): readonly RecordFile[] {
  // The newest is opened first: the current file is not missed when it is rotated meanwhile, and no line is read without
  // those that it covers, which a stalled writer may have added to an older file.
  const current = openToRead(currentFile(folder));
  const rotated = rotatedNames(folder)
    .toReversed()
    .flatMap((name) => openToRead(join(folder, name)) ?? [])
    .toReversed();
  const twice = rotated.filter(({ inode }) => inode === current?.inode);
  for (const { descriptor } of twice) closeSync(descriptor);
  const open = [...rotated.filter((file) => !twice.includes(file)), ...(current === null ? [] : [current])];
  const keys = new Map<string, number>();
  return open.flatMap((file) => {
    const { descriptor, size, inode } = file;
    const first = firstDigest(descriptor);
    if (first === null) {
      closeSync(descriptor); // nothing to send yet
      return [];
    }
    const count = (keys.get(first) ?? 0) + 1;
    keys.set(first, count);
    return [{ key: count === 1 ? first : `${first}:${count}`, inode, descriptor, size }];
  });
}

const FIRST_BYTES = 4_096; // most lines are shorter; every file is opened for every chunk
const LINE_BREAK = 0x0a;

/** The digest of the first whole line; null: there is none. */
function firstDigest(descriptor: number): string | null {
  for (let bytes = FIRST_BYTES; ; bytes *= 8) {
    const start = readAt(descriptor, 0, bytes);
    const end = start.indexOf(LINE_BREAK);
    if (end >= 0) return lineDigest(start.subarray(0, end));
    if (start.length < bytes) return null;
  }
}

/** The whole lines from an offset on, of at most so many bytes unless the first line alone is longer. */
export function wholeLines({ descriptor, size }: RecordFile, from: number, mostBytes: number): Buffer {
  for (let bytes = mostBytes; ; bytes *= 4) {
    const part = readAt(descriptor, from, Math.min(bytes, Math.max(0, size - from)));
    const end = part.lastIndexOf(LINE_BREAK);
    if (end >= 0) return part.subarray(0, end + 1);
    if (part.length < bytes) return part.subarray(0, 0);
  }
}

/** The lines in some bytes that end with a line break, without their line breaks. */
export function* linesOf(bytes: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(LINE_BREAK, at);
    yield bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
  }
}

const STEP_BYTES = 4 * 1024 * 1024;

/** How many whole lines come after an offset. */
export function countLines(file: RecordFile, from: number): number {
  let count = 0;
  for (let at = from; at < file.size;) {
    const part = readAt(file.descriptor, at, Math.min(STEP_BYTES, file.size - at));
    if (part.length === 0) break;
    for (let end = part.indexOf(LINE_BREAK); end >= 0; end = part.indexOf(LINE_BREAK, end + 1)) count += 1;
    at += part.length;
  }
  return count;
}
