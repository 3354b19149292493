import { constants, openSync, writeSync } from 'node:fs';
import { isAlive } from '../process/alive.ts';
import { anchorFile, markOffset, markText } from './anchor.ts';
import type { ChainPoint } from './chain.ts';
import type { OpenFile, RecordWriting } from './open-file.ts';
import { readAt } from './reader.ts';

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
export function unwrittenEntries(begun: ChainPoint | null, last: ChainPoint, open: OpenFile, size: number): number {
  if (begun === null || begun.digest === last.digest) return 0;
  const pid = Math.floor(begun.seen / MOST_ENTRIES);
  if (pid === process.pid || isAlive(pid, new Date()) || standsAtEnd(begun.digest, open, size)) return 0;
  return begun.seen % MOST_ENTRIES;
}

const TAIL_BYTES = 256 * 1024;

/**
 * Every later writer has announced its own line, so the announced line is near the end, or nowhere. A new file proves
 * nothing.
 */
function standsAtEnd(digest: string, { descriptor }: OpenFile, size: number): boolean {
  const start = Math.max(0, size - TAIL_BYTES);
  return size === 0 || readAt(descriptor, start, size - start).includes(digest);
}
