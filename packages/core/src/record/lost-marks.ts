import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../process/alive.ts';
import { isRunning } from '../process/signal.ts';
import type { AnchoredEnd, AnchorMark } from './anchor.ts';
import { anchoredLast, LOST_MARKS, writeMark } from './anchor.ts';
import type { ChainPoint, RecordKey } from './chain.ts';

/** Entries of one process that could not be written, according to the anchor. */
export interface LostMark {
  readonly mark: AnchorMark;
  readonly count: number;
  readonly pid: number;
  /** When it was marked. */
  readonly at: Date;
}

/**
 * Stores in the anchor how many entries of this process are missing: overwrites existing bytes, which needs no disk
 * space.
 */
export interface LostMarks {
  /** Takes over, once, the marks of processes that have ended; returns how many entries are not reported yet. */
  readonly inherit: (lost: AnchoredEnd['lost']) => number;
  /** Marks how many entries of this process are missing, plus those that were taken over. Never throws. */
  readonly add: (count: number) => void;
  /** The record now reports all of them. */
  readonly settle: () => void;
}

/** Touches nothing before something is lost. */
export function createLostMarks(folder: string, key: RecordKey): LostMarks {
  let inherited: readonly LostMark[] | null = null;
  let isMarked = false;
  const write = (count: number): void => writeCount(folder, key, count, inherited ?? []);
  return {
    inherit: (lost) => {
      inherited ??= marksIn(lost).filter((mark) => isLeft(mark) && isTakenOver(folder, key, mark));
      isMarked ||= inherited.length > 0;
      return countOf(inherited);
    },
    add: (count) => {
      isMarked = true;
      try {
        const all = count + countOf(inherited ?? []);
        // Two processes that lose an entry at the same moment may choose the same slot.
        for (let attempt = 0; attempt < LOST_MARKS.length && !isTold(folder, key, all); attempt += 1) write(all);
        // From here on it counts as lost, and not as a line that may still be written.
        writeMark(folder, key, 'begun', null);
        giveUpClaims(folder, inherited ?? []); // the marks are in this process's own by now
      } catch {
        // there is no anchor that could be marked: verification reports that
      }
    },
    settle: () => {
      if (!isMarked) return;
      isMarked = false;
      try {
        write(0);
        giveUpClaims(folder, inherited ?? []);
      } catch {
        // better reported twice than never
      }
      inherited = [];
    },
  };
}

/**
 * Takes over the mark of a process that has ended; false where another process does. A link is made in one step and
 * needs no room on the disk; where it cannot be made, the mark stays for a later process.
 */
function isTakenOver(folder: string, key: RecordKey, mark: LostMark): boolean {
  const claim = claimOn(folder, mark);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      symlinkSync(String(process.pid), claim);
    } catch {
      if (attempt > 0 || !isAbandoned(claim)) return false;
      removeClaim(claim);
      continue;
    }
    // Who had the claim before may have told of it since the anchor was read.
    const isThere = lostMarks(folder, key).some((each) => isSame(each, mark));
    if (!isThere) removeClaim(claim);
    return isThere;
  }
  return false;
}

const claimOn = (folder: string, { pid, at }: LostMark): string => join(folder, `lost-${pid}-${at.getTime()}.claim`);

const giveUpClaims = (folder: string, marks: readonly LostMark[]): void =>
  marks.forEach((mark) => removeClaim(claimOn(folder, mark)));

/** Whether the process that has a claim is gone. */
function isAbandoned(claim: string): boolean {
  try {
    return !isRunning(Number(readlinkSync(claim)));
  } catch {
    return false;
  }
}

function removeClaim(claim: string): void {
  try {
    unlinkSync(claim);
  } catch {
    // it is gone
  }
}

/** In one slot of the anchor; 0 clears it. */
function writeCount(folder: string, key: RecordKey, count: number, inherited: readonly LostMark[]): void {
  const there = lostMarks(folder, key);
  // Other processes may have overwritten this mark, or reported what was taken over.
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

/** A free slot, each process starting its search at another one; where all are in use, one of them is overwritten. */
function freeMark(there: readonly LostMark[]): AnchorMark {
  const used = new Set(there.map(({ mark }) => mark));
  const first = process.pid % LOST_MARKS.length;
  const order = [...LOST_MARKS.slice(first), ...LOST_MARKS.slice(0, first)];
  return order.find((mark) => !used.has(mark)) ?? LOST_MARKS[first] ?? LOST_MARKS[0];
}

// In place of a digest: pid and time.
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
