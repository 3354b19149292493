import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import type { ChainPoint, RecordKey } from './chain.ts';
import type { LostMarks } from './lost-marks.ts';
import type { Rotation } from './rotate.ts';

/** What a writer has open, and what it knows of it. */
export interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
  /** Where our last lines ended, if nobody else has written since; else -1. */
  end: number;
  /** When it was last seen to stand under its name. */
  seenAt: number;
}

/** Where and how a writer writes. */
export interface RecordWriting {
  readonly folder: string;
  readonly file: string;
  readonly rotation: Rotation;
  readonly key: RecordKey;
  /** Each line is on the disk, not only with the system, before the next step. */
  readonly sync: boolean;
  readonly now: () => number;
  /** What is known to be missing. */
  readonly marks: LostMarks;
  open: OpenFile | null;
  /** The anchor, open for what is said before each line; null: not yet. */
  anchor: number | null;
  /** Whether there is an anchor that could be read. */
  isAnchored: boolean;
  /** Our last line. */
  tip: ChainPoint | null;
}

// How long a file that was renamed by something else than a full record may still be written to.
const TRUSTED_MS = 50;

/** The file to write to, opened where it is not, with its size. */
export function fileToWrite(writing: RecordWriting): { readonly open: OpenFile; readonly size: number } {
  const { open } = writing;
  const size = open === null ? null : sizeOfOpen(open, writing.now());
  return open === null || size === null ? currentOf(writing) : { open, size };
}

/** The size of the open file, by the cheapest question there is; null when it may no longer be the one to write to. */
function sizeOfOpen({ descriptor, seenAt }: OpenFile, now: number): number | null {
  const age = now - seenAt;
  if (age < 0 || age >= TRUSTED_MS) return null;
  const { nlink, size } = fstatSync(descriptor);
  return nlink === 0 ? null : size;
}

/** Looks at the file by its name, so that one that was put aside or deleted is left. */
function currentOf(writing: RecordWriting): { readonly open: OpenFile; readonly size: number } {
  const seenAt = writing.now();
  const stats = statSync(writing.file, { throwIfNoEntry: false });
  if (writing.open !== null && stats?.ino === writing.open.inode) {
    writing.open.seenAt = seenAt;
    return { open: writing.open, size: stats.size };
  }
  release(writing);
  mkdirSync(writing.folder, { recursive: true, mode: 0o700 });
  const descriptor = openSync(writing.file, FLAGS | (writing.sync ? constants.O_DSYNC : 0), 0o600);
  const { ino, size } = fstatSync(descriptor);
  writing.open = { descriptor, inode: ino, end: -1, seenAt };
  if (writing.sync && size === 0) syncFolder(writing.folder);
  return { open: writing.open, size };
}

/** Makes the name of a new file last. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Closes what is open. */
export function release(writing: RecordWriting): void {
  const descriptors = [writing.open?.descriptor, writing.anchor];
  writing.open = null;
  writing.anchor = null;
  for (const descriptor of descriptors) {
    try {
      if (typeof descriptor === 'number') closeSync(descriptor);
    } catch {
      // closed by somebody else: released all the same
    }
  }
}
