import { moveLast } from './anchor.ts';
import { appendEntries } from './append.ts';
import type { RecordKey } from './chain.ts';
import { lostEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { currentFile } from './reader.ts';
import { release } from './open-file.ts';
import { SpoolFullError } from './rotate.ts';
import { readShippedMark } from './shipped-mark.ts';
import { DEFAULT_RETENTION, type Retention } from '../settings/record-settings.ts';
import { createLostMarks, type LostMarks } from './lost-marks.ts';
import type { RecordWriting } from './open-file.ts';

/** Appends to the record; never throws, and never waits for another process. */
export interface RecordWriter {
  /** Entries that are passed together are written by one system call. True: they are in the file. */
  readonly append: (...entries: readonly RecordEntry[]) => boolean;
  readonly close: () => void;
  /** Why hooks must not decide at this moment: what they decide could not be recorded, and must be; null: they may. */
  readonly refusal: () => string | null;
  /** Whether a decision must not be made before its start stands in the record. */
  readonly isStrict: () => boolean;
}

export interface RecordOptions {
  /** Size from which on a file is rotated. */
  readonly maxBytes?: number;
  /** How much of the rotated files is kept. */
  readonly retention?: Retention;
  /** The state folder whose shipper ships this record: what it has not shipped yet is kept longer. */
  readonly shippedFrom?: string | null;
  /** Makes the chain one that only the owner of the key can continue. */
  readonly key?: RecordKey;
  /** Lines also survive a crash of the machine, not only of the process; takes as long as the disk does. */
  readonly sync?: boolean;
  /** Called once, when an entry could not be written for the first time. */
  readonly onFailure?: (why: string) => void;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** The record in a folder; nothing is touched before the first entry. */
export function openRecord(folder: string, options: RecordOptions = {}): RecordWriter {
  const { maxBytes = 8 * 1024 * 1024, retention = DEFAULT_RETENTION, shippedFrom = null } = options;
  const { key = null, sync = false, onFailure, now = Date.now } = options;
  const file = currentFile(folder);
  const marks = createLostMarks(folder, key);
  const rotation = { maxBytes, retention, shippedFrom };
  const writing: RecordWriting = { folder, file, rotation, key, sync, now, marks, ...NOTHING_OPEN };
  const anchoring = anchoringOf(writing);
  const losses = createLosses(marks, (why) => onFailure?.(`the record ${file} could not be written: ${why}`));
  let refusal: string | null = null;
  let isStrict: boolean | null = null;
  return {
    append: (...entries) => {
      try {
        appendEntries(writing, losses.told(entries, now));
        losses.forget();
        refusal = null;
        anchoring.soon();
        return true;
      } catch (error) {
        refusal = error instanceof SpoolFullError ? error.message : null;
        release(writing);
        losses.add(entries.length, error);
        return false;
      }
    },
    close: () => {
      anchoring.now();
      release(writing);
    },
    refusal: () => refusal,
    isStrict: () => (isStrict ??= shippedFrom !== null && readShippedMark(shippedFrom)?.spool.whenFull === 'strict'),
  };
}

const NOTHING_OPEN = { dropped: 0, open: null, anchor: null, isAnchored: false, tip: null };

const ANCHOR_MS = 1_000;
// A command that records one decision closes the record before a timer is worth starting.
const FEW = 2;

/** Keeps the anchor near the end of the record without a second write for each decision. */
function anchoringOf(writing: RecordWriting): { readonly now: () => void; readonly soon: () => void } {
  let anchored = writing.tip;
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  const now = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing.tip === null || writing.tip === anchored) return;
    anchored = writing.tip;
    try {
      moveLast(writing.folder, writing.key, anchored);
    } catch {
      // the lines are written all the same
    }
  };
  return {
    now,
    soon: () => {
      count += 1;
      if (count > FEW) timer ??= setTimeout(now, ANCHOR_MS).unref(); // must not keep the process alive
    },
  };
}

/**
 * Counts what could not be written, in the anchor too, so that the record itself reports it as soon as possible,
 * whichever process writes then.
 */
function createLosses(
  marks: LostMarks,
  onFirst: (why: string) => void,
): {
  readonly told: (entries: readonly RecordEntry[], now: () => number) => readonly RecordEntry[];
  readonly add: (count: number, error: unknown) => void;
  readonly forget: () => void;
} {
  let count = 0;
  let why: string | null = null;
  return {
    told: (entries, now) =>
      count === 0 ? entries : [...entries, lostEntry(new Date(now()), count, why ?? '', ` of process ${process.pid}`)],
    add: (lost, error) => {
      const isFirst = why === null;
      count += lost;
      marks.add(count);
      why = error instanceof Error ? error.message : String(error);
      if (isFirst) onFirst(why);
    },
    forget: () => {
      count = 0;
      marks.settle();
    },
  };
}
