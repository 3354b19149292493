import { isAlive } from '../process/alive.ts';
import type { AnchoredEnd, AnchorMark } from './anchor.ts';
import { anchoredLast, LOST_MARKS, writeMark } from './anchor.ts';
import type { ChainPoint, RecordKey } from './chain.ts';

/** Entries of one process that could not be written, as the anchor tells. */
export interface LostMark {
  readonly mark: AnchorMark;
  readonly count: number;
  readonly pid: number;
  /** When it was marked. */
  readonly at: Date;
}

/** Keeps in the anchor how many entries of this process are missing: over bytes that stand there, which takes no room on the disk. */
export interface LostMarks {
  /** Takes over, once, what processes that have ended have left; tells how many entries nobody has told of yet. */
  readonly inherit: (lost: AnchoredEnd['lost']) => number;
  /** Says how many entries of this process are missing; those that were taken over are added. Never throws. */
  readonly add: (count: number) => void;
  /** The record tells of all of them. */
  readonly settle: () => void;
}

/** Touches nothing before something is lost. */
export function createLostMarks(folder: string, key: RecordKey): LostMarks {
  let inherited: readonly LostMark[] | null = null;
  let isMarked = false;
  const write = (count: number): void => writeCount(folder, key, count, inherited ?? []);
  return {
    inherit: (lost) => {
      inherited ??= marksIn(lost).filter(isLeft);
      isMarked ||= inherited.length > 0;
      return countOf(inherited);
    },
    add: (count) => {
      isMarked = true;
      try {
        const all = count + countOf(inherited ?? []);
        // Two that lose something at the same moment may choose the same place.
        for (let attempt = 0; attempt < LOST_MARKS.length && !isTold(folder, key, all); attempt += 1) write(all);
        // It counts as lost from here on, and not as a line that somebody may still be writing.
        writeMark(folder, key, 'begun', null);
      } catch {
        // there is no anchor that could be marked: whoever verifies the record is told of that
      }
    },
    settle: () => {
      if (!isMarked) return;
      isMarked = false;
      try {
        write(0);
      } catch {
        // told once too often rather than never
      }
      inherited = [];
    },
  };
}

/** In one place of the anchor; 0 clears it. */
function writeCount(folder: string, key: RecordKey, count: number, inherited: readonly LostMark[]): void {
  const there = lostMarks(folder, key);
  // Others may have written over ours, or have told of what we have taken over.
  const held = there.filter((mark) => isOwn(mark) || inherited.some((each) => isSame(each, mark)));
  const keep = count === 0 ? null : (held[0]?.mark ?? freeMark(there));
  for (const { mark } of held) if (mark !== keep) writeMark(folder, key, mark, null);
  if (keep !== null) writeMark(folder, key, keep, pointOf(count));
}

const isTold = (folder: string, key: RecordKey, count: number): boolean =>
  lostMarks(folder, key).some((mark) => isOwn(mark) && mark.count === count);

/** Every mark in the anchor; none when there is no anchor, or it is damaged. */
export function lostMarks(folder: string, key: RecordKey): readonly LostMark[] {
  try {
    return marksIn(anchoredLast(folder, key)?.lost ?? []);
  } catch {
    return [];
  }
}

const marksIn = (lost: AnchoredEnd['lost']): readonly LostMark[] =>
  LOST_MARKS.flatMap((mark, index) => markOf(mark, lost[index] ?? null));

/** How many entries are marked as lost. */
export const countOf = (marks: readonly LostMark[]): number => marks.reduce((sum, { count }) => sum + count, 0);

const isOwn = ({ pid }: LostMark): boolean => pid === process.pid;

const isSame = (one: LostMark, other: LostMark): boolean =>
  one.mark === other.mark && one.pid === other.pid && one.count === other.count;

const isLeft = (mark: LostMark): boolean => !isOwn(mark) && !isAlive(mark.pid, mark.at);

/** One that nobody uses, each process looking from another one on; where all are in use, one of them is written over. */
function freeMark(there: readonly LostMark[]): AnchorMark {
  const used = new Set(there.map(({ mark }) => mark));
  const first = process.pid % LOST_MARKS.length;
  const order = [...LOST_MARKS.slice(first), ...LOST_MARKS.slice(0, first)];
  return order.find((mark) => !used.has(mark)) ?? LOST_MARKS[first] ?? LOST_MARKS[0];
}

// In the place of a digest: who, and when.
const PID_DIGITS = 12;
const TIME_DIGITS = 20;

const pointOf = (count: number): ChainPoint => ({
  seen: count,
  digest: process.pid.toString(16).padStart(PID_DIGITS, '0') + Date.now().toString(16).padStart(TIME_DIGITS, '0'),
});

function markOf(mark: AnchorMark, point: ChainPoint | null): readonly LostMark[] {
  if (point === null) return [];
  const pid = Number.parseInt(point.digest.slice(0, PID_DIGITS), 16);
  const at = new Date(Number.parseInt(point.digest.slice(PID_DIGITS), 16));
  return [{ mark, count: point.seen, pid, at }];
}
