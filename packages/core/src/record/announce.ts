import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../process/alive.ts';
import { anchorFile, markOffset, markText } from './anchor.ts';
import type { ChainPoint } from './chain.ts';
import type { OpenFile, RecordWriting } from './open-file.ts';
import { openToRead, readAt, rotatedNames } from './reader.ts';

// Combined with the pid in one number; the line itself is identified by its digest.
const MOST_ENTRIES = 1_000;

/**
 * Announces in the anchor the line that is about to be written: if this process dies before writing it, the next
 * writer knows that it is missing.
 */
export function announceLine(writing: RecordWriting, { digest }: ChainPoint, count: number): void {
  if (!writing.isAnchored) return;
  try {
    writing.anchor ??= openSync(anchorFile(writing.folder, writing.key), FLAGS);
    const seen = process.pid * MOST_ENTRIES + Math.min(count, MOST_ENTRIES - 1);
    writeSync(writing.anchor, markText('begun', { seen, digest }, writing.key), markOffset('begun'));
  } catch {
    // the line matters more than its announcement
  }
}

const FLAGS = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** How many entries were announced by a process that ended without writing them. */
export function unwrittenEntries(begun: ChainPoint | null, last: ChainPoint, files: RecordFiles): number {
  if (begun === null || begun.digest === last.digest) return 0;
  const pid = Math.floor(begun.seen / MOST_ENTRIES);
  // Once its process has ended, an announced line is in a file or will never be: so that is asked first.
  if (pid === process.pid || isAlive(pid, new Date()) || isWritten(begun.digest, files)) return 0;
  return begun.seen % MOST_ENTRIES;
}

/** The file that is open, and the folder with those that were put aside. */
interface RecordFiles {
  readonly folder: string;
  readonly open: OpenFile;
}

// A writer may still write to a file that others have just put aside, and put the next ones aside meanwhile.
const FILES_PUT_ASIDE = 4;

/** Whether a line is in the record. A new file proves nothing: those before it may have been removed. */
function isWritten(digest: string, { folder, open }: RecordFiles): boolean {
  if (fstatSync(open.descriptor).size === 0 || holds(open.descriptor, digest)) return true;
  return rotatedNames(folder)
    .slice(-FILES_PUT_ASIDE)
    .toReversed()
    .some((name) => {
      const file = openToRead(join(folder, name));
      if (file === null) return false; // removed as the oldest
      try {
        return holds(file.descriptor, digest);
      } finally {
        closeSync(file.descriptor);
      }
    });
}

const CHUNK_BYTES = 256 * 1024;

/** Looks from the end, where a line that was announced last stands in nearly all cases. */
function holds(descriptor: number, digest: string): boolean {
  const { size } = fstatSync(descriptor);
  for (let end = size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES);
    if (readAt(descriptor, start, Math.min(size, end + digest.length) - start).includes(digest)) return true;
  }
  return false;
}
