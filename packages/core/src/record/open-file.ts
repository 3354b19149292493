import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import type { ChainPoint, RecordKey } from './chain.ts';
import type { LostMarks } from './lost-marks.ts';
import type { Rotation } from './rotate.ts';

/** The file that a writer has open, and its known state. */
export interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
  /** Where this writer's last lines ended, if no other process has written since; else -1. */
  end: number;
  /** When it was last checked to be the file of its name. */
  seenAt: number;
}

/** Where and how a writer writes. */
export interface RecordWriting {
  readonly folder: string;
  readonly file: string;
  readonly rotation: Rotation;
  readonly key: RecordKey;
  /** Each line is synced to disk before the next step. */
  readonly sync: boolean;
  readonly now: () => number;
  /** Entries known to be missing. */
  readonly marks: LostMarks;
  /** Lines that were removed before they were shipped, and that no line tells of yet. */
  dropped: number;
  open: OpenFile | null;
  /** The anchor, opened to announce each line; null: not yet. */
  anchor: number | null;
  /** Whether there is a readable anchor. */
  isAnchored: boolean;
  /** This writer's last line. */
  tip: ChainPoint | null;
}

// How long a file that was renamed from outside, and not by rotation, may still be written to.
const TRUSTED_MS = 50;

/** The file to write to, opened if necessary, with its size. */
export function fileToWrite(writing: RecordWriting): { readonly open: OpenFile; readonly size: number } {
  const { open } = writing;
  const size = open === null ? null : sizeOfOpen(open, writing.now());
  return open === null || size === null ? currentOf(writing) : { open, size };
}

/** The size of the open file, by the cheapest system call; null when it may no longer be the one to write to. */
function sizeOfOpen({ descriptor, seenAt }: OpenFile, now: number): number | null {
  const age = now - seenAt;
  if (age < 0 || age >= TRUSTED_MS) return null;
  const { nlink, size } = fstatSync(descriptor);
  return nlink === 0 ? null : size;
}

/** Checks the file by its name, so that a rotated or deleted one is closed. */
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

/** Syncs the folder, so that the name of a new file survives a crash. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Closes all descriptors. */
export function release(writing: RecordWriting): void {
  const descriptors = [writing.open?.descriptor, writing.anchor];
  writing.open = null;
  writing.anchor = null;
  for (const descriptor of descriptors) {
    try {
      if (typeof descriptor === 'number') closeSync(descriptor);
    } catch {
      // closed from outside: counts as released
    }
  }
}
