import { fstatSync, writeSync } from 'node:fs';
import type { AnchoredEnd } from './anchor.ts';
import { anchoredLast, createAnchor } from './anchor.ts';
import { announceLine, unwrittenEntries } from './announce.ts';
import type { ChainPoint, Look } from './chain.ts';
import { chainEntries } from './chain.ts';
import type { RecordEntry } from './entry.ts';
import { droppedEntry, lostEntry } from './entry.ts';
import type { OpenFile, RecordWriting } from './open-file.ts';
import { fileToWrite, release } from './open-file.ts';
import { lookBack } from './past.ts';
import { readAt } from './reader.ts';
import { rotate } from './rotate.ts';

const ATTEMPTS = 3;

/**
 * Appends entries to the chain; when this returns, they are in the file as whole lines. Throws when that is
 * impossible.
 */
export function appendEntries(writing: RecordWriting, entries: readonly RecordEntry[]): void {
  for (let attempt = 1; !attemptAppend(writing, entries, attempt > 1); attempt += 1) {
    release(writing); // a partial line may have been written: opening again checks how the file ends
    if (attempt === ATTEMPTS) throw new Error(`only part of it could be written, ${ATTEMPTS} times`);
  }
}

function attemptAppend(writing: RecordWriting, entries: readonly RecordEntry[], isAgain: boolean): boolean {
  // The anchor is read before the file is opened, so that its last line is in that file or in an older one.
  const end = writing.tip === null ? expectedLast(writing) : null;
  const expected = end?.last ?? writing.tip ?? UNREADABLE.last;
  const { open, size } = roomToWrite(writing);
  const { look, from, isOpen } = size === open.end ? after(expected, size) : lookAround(writing, open, expected);
  // Notes about other processes come last: if they are in the file, so are the entries before them, and they are not
  // repeated.
  const all = end === null && writing.dropped === 0 ? entries : [...entries, ...notesBefore(writing, end, open)];
  const { text, tip } = chainEntries(all, { ...look, torn: look.torn || isAgain }, writing.key);
  const bytes = Buffer.from(isOpen ? `\n${text}` : text);
  announceLine(writing, tip, entries.length);
  // One call for all of it: with O_APPEND no other process can write into its middle. A full disk first shows as a
  // short count, and the next write may no longer be adjacent.
  if (writeSync(open.descriptor, bytes) < bytes.length) return false;
  const now = fstatSync(open.descriptor);
  const isAlone = now.size === from + bytes.length;
  if (now.nlink === 0 || (!isAlone && !standsIn(open, Buffer.from(text), { from, to: now.size }))) return false;
  // Another process may have written into the previous file after it was read, so the next line checks it again.
  open.end = isAlone && !look.opens ? now.size : UNKNOWN;
  writing.tip = tip;
  writing.dropped = 0;
  return true;
}

const UNKNOWN = -1;

/** Notes about missing entries of processes that have ended. */
function missingBefore(
  { marks, now, folder }: RecordWriting,
  { last, begun, lost }: AnchoredEnd,
  open: OpenFile,
): readonly RecordEntry[] {
  const at = new Date(now());
  const [left, broken] = [marks.inherit(lost), unwrittenEntries(begun, last, { folder, open })];
  return [
    ...(left === 0 ? [] : [lostEntry(at, left, 'they could not be written', ' of earlier processes')]),
    ...(broken === 0 ? [] : [lostEntry(at, broken, 'their process ended while it wrote them')]),
  ];
}

/** What the record must tell: missing entries, and lines that had to go before they were shipped. */
const notesBefore = (writing: RecordWriting, end: AnchoredEnd | null, open: OpenFile): readonly RecordEntry[] => [
  ...(end === null ? [] : missingBefore(writing, end, open)),
  ...(writing.dropped === 0 ? [] : [droppedEntry(new Date(writing.now()), writing.dropped)]),
];

function roomToWrite(writing: RecordWriting): ReturnType<typeof fileToWrite> {
  const found = fileToWrite(writing);
  if (found.size < writing.rotation.maxBytes) return found;
  writing.dropped += rotate(writing.folder, writing.rotation, writing.key);
  found.open.seenAt = Number.NEGATIVE_INFINITY; // it must be found by its name again
  return fileToWrite(writing);
}

/** What is known before lines are written. */
interface KnownEnd {
  readonly look: Look;
  /** The size of the file then. */
  readonly from: number;
  /** It does not end with a line break. */
  readonly isOpen: boolean;
}

/** This process wrote last, so nothing needs to be read. */
const after = ({ seen, digest }: ChainPoint, from: number): KnownEnd => ({
  look: { seen, prev: [digest], opens: false, torn: false },
  from,
  isOpen: false,
});

/** Reads what others wrote. */
function lookAround({ folder }: RecordWriting, { descriptor, inode }: OpenFile, expected: ChainPoint): KnownEnd {
  const { size: from } = fstatSync(descriptor);
  const { chain, isTorn: torn } = lookBack(folder, { descriptor, inode, size: from });
  // Where lines are gone, the next line refers to the missing ones, so that the gap stays visible.
  const isWhole = chain !== null && chain.seen >= expected.seen;
  const { seen, prev } = isWhole ? chain : { seen: expected.seen, prev: [expected.digest] };
  const isOpen = torn && from > 0 && readAt(descriptor, from - 1, 1)[0] !== LINE_BREAK;
  return { look: { seen, prev, opens: from === 0, torn }, from, isOpen };
}

/** The last line in the anchor, and the announced line; where there is no anchor, one is created. */
function expectedLast(writing: RecordWriting): AnchoredEnd {
  const { folder, key } = writing;
  try {
    const end = anchoredLast(folder, key);
    writing.isAnchored = end !== null;
    if (end !== null) return end;
  } catch {
    return UNREADABLE; // verification reports it; writing continues
  }
  const { open, size } = fileToWrite(writing);
  const { chain } = lookBack(folder, { descriptor: open.descriptor, inode: open.inode, size });
  createAnchor(folder, key, chain === null ? null : { seen: chain.seen, digest: chain.last.digest });
  release(writing);
  return expectedLast(writing);
}

const UNREADABLE: AnchoredEnd = { last: { seen: 0, digest: 'f'.repeat(32) }, begun: null, lost: [] };

/** Whether the lines are in a range of the file as whole lines, wherever others wrote. */
function standsIn({ descriptor }: OpenFile, lines: Buffer, { from, to }: { from: number; to: number }): boolean {
  const start = Math.max(0, Math.min(from, to - lines.length) - 1);
  const stretch = readAt(descriptor, start, to - start);
  for (let at = stretch.indexOf(lines); at >= 0; at = stretch.indexOf(lines, at + 1))
    if (start + at === 0 || stretch[at - 1] === LINE_BREAK) return true;
  return false;
}

const LINE_BREAK = 0x0a;
