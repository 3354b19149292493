import { constants, openSync, writeSync } from 'node:fs';
import { isAlive } from '../process/alive.ts';
import { anchorFile, markOffset, markText } from './anchor.ts';
import type { ChainPoint } from './chain.ts';
import type { OpenFile, Writing } from './open-file.ts';
import { readAt } from './reader.ts';

// With the number of the process in one number: the line itself is known by its digest.
const MOST_ENTRIES = 1_000;

/** Says in the anchor which line is about to be written: should we die before it stands, the next writer knows that it is missing. */
export function announceLine(writing: Writing, { digest }: ChainPoint, count: number): void {
  if (!writing.isAnchored) return;
  try {
    writing.anchor ??= openSync(anchorFile(writing.folder, writing.key), FLAGS);
    const seen = process.pid * MOST_ENTRIES + Math.min(count, MOST_ENTRIES - 1);
    writeSync(writing.anchor, markText('begun', { seen, digest }, writing.key), markOffset('begun'));
  } catch {
    // the line matters more than what is said about it
  }
}

const FLAGS = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** How many entries somebody was about to write who has ended without having done so. */
export function unwrittenEntries(begun: ChainPoint | null, last: ChainPoint, open: OpenFile, size: number): number {
  if (begun === null || begun.digest === last.digest) return 0;
  const pid = Math.floor(begun.seen / MOST_ENTRIES);
  if (pid === process.pid || isAlive(pid, new Date()) || standsAtEnd(begun.digest, open, size)) return 0;
  return begun.seen % MOST_ENTRIES;
}

const TAIL_BYTES = 256 * 1024;

/** Whoever wrote after it has announced a line of their own: it stands near the end, or nowhere. A new file tells nothing. */
function standsAtEnd(digest: string, { descriptor }: OpenFile, size: number): boolean {
  const start = Math.max(0, size - TAIL_BYTES);
  return size === 0 || readAt(descriptor, start, size - start).includes(digest);
}
