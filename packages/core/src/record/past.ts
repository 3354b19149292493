import { closeSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { markOf, LINE_START, parseLine } from './chain.ts';
import type { ChainPoint, Look, Mark } from './chain.ts';
import { rotatedNames, openToRead, readAt } from './reader.ts';

/** The file that is written to, and how much of it is read. */
export interface Present {
  readonly descriptor: number;
  readonly inode: number;
  readonly size: number;
}

/** What a writer finds when it reads back; no chain where none is found within the limit. */
export interface Past {
  /** The end is not a whole line: a writer was interrupted, or is writing at this moment. */
  readonly isTorn: boolean;
  readonly chain: (Pick<Look, 'seen' | 'prev'> & { readonly last: ChainPoint }) | null;
}

const MAX_LINES = 256;
const MAX_PREV = 64;

/**
 * Reads the end of the record. The newest line states what its writer saw last: everything after that, written in
 * between by others, and the line itself must be covered by the next line. So every line is covered by a later one,
 * although no writer waits for another.
 */
export function lookBack(folder: string, present: Present): Past {
  const uncovered: Mark[] = [];
  let saw: Look | null = null;
  let count = 0;
  let isTorn = false;
  for (const piece of piecesOf(folder, present)) {
    if (++count > MAX_LINES) break;
    const mark = piece.isEnded ? markOf(piece.raw) : null;
    if (count === 1) isTorn = !isWhole(piece, mark);
    if (mark === null) continue;
    if (saw?.prev.at(-1) === mark.digest) break;
    uncovered.unshift(mark);
    if (saw === null && mark.covers.by === 'look') saw = mark.covers.look;
  }
  const last = uncovered.at(-1);
  if (last === undefined) return { isTorn, chain: null };
  // The line that the newest one refers to has been removed: the newest is covered itself, and shows that something is
  // missing.
  const reach = count > MAX_LINES ? unitOf(uncovered) : uncovered;
  const seen = Math.max(last.seen, (saw?.seen ?? 0) + reach.length);
  return { isTorn, chain: { seen, prev: endsOf(reach), last } };
}

/** Whether the end is a line; one that follows a partial line is not. */
const isWhole = ({ raw, isEnded }: RecordPiece, mark: Mark | null): boolean =>
  isEnded && (mark === null ? parseLine(raw.toString()) !== null : !raw.includes(LINE_START, 1));

/** The newest line with those that were written at once with it. */
const unitOf = (marks: readonly Mark[]): readonly Mark[] =>
  marks.slice(Math.max(0, marks.map(({ covers }) => covers.by).lastIndexOf('look')));

/** Of lines that were written in one call, the last one represents all. */
function endsOf(marks: readonly Mark[]): readonly string[] {
  const isEnd = ({ digest }: Mark, index: number): boolean => {
    const next = marks[index + 1]?.covers;
    return next?.by !== 'mate' || next.digest !== digest;
  };
  return marks
    .filter(isEnd)
    .map(({ digest }) => digest)
    .slice(-MAX_PREV);
}

/** The text between line breaks; text without one at its end may still be growing. */
interface RecordPiece {
  readonly raw: Buffer;
  readonly isEnded: boolean;
}

/** The lines of the record up to the end of a file, newest first, file after file. */
function* piecesOf(folder: string, present: Present): Generator<RecordPiece, void> {
  yield* piecesBackwards(present.descriptor, present.size);
  for (const path of olderThan(folder, present).toReversed()) {
    const file = openToRead(path);
    if (file === null) continue; // removed as the oldest
    try {
      yield* piecesBackwards(file.descriptor, file.size);
    } finally {
      closeSync(file.descriptor);
    }
  }
}

/** The files before this one, which may itself have been rotated since it was opened, with others after it. */
function olderThan(folder: string, { inode }: Present): readonly string[] {
  const paths = rotatedNames(folder).map((name) => join(folder, name));
  const own = paths.findLastIndex((path) => statSync(path, { throwIfNoEntry: false })?.ino === inode);
  return own < 0 ? paths : paths.slice(0, own);
}

const FIRST_BYTES = 4_096;
const CHUNK_BYTES = 65_536;
const LINE_BREAK = 0x0a;

/** How far back a writer reads at most: anything longer without a line break was not written by hookline. */
const FARTHEST_BYTES = 16 * 1024 * 1024;

/** From the end of a file to its start; empty lines are left out. */
function* piecesBackwards(descriptor: number, size: number): Generator<RecordPiece, void> {
  let parts: Buffer[] = [];
  let isEnded = false;
  const least = Math.max(0, size - FARTHEST_BYTES);
  for (let end = size, bytes = FIRST_BYTES; end > least; bytes = CHUNK_BYTES) {
    const start = Math.max(0, end - bytes);
    let chunk = readAt(descriptor, start, end - start);
    for (let at = chunk.lastIndexOf(LINE_BREAK); at >= 0; at = chunk.lastIndexOf(LINE_BREAK)) {
      const raw = Buffer.concat([chunk.subarray(at + 1), ...parts]);
      if (raw.length > 0) yield { raw, isEnded };
      [parts, chunk, isEnded] = [[], chunk.subarray(0, at), true];
    }
    parts.unshift(chunk);
    end = start;
  }
  if (least === 0 && parts.some(({ length }) => length > 0)) yield { raw: Buffer.concat(parts), isEnded };
}
