import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordEntry } from './entry.ts';
import { parseLine } from './chain.ts';
import { createLineSplitter } from './split-lines.ts';
import type { Line } from './split-lines.ts';

/** A range of the record without an entry: a crash or a full disk cut it short, or another program wrote there. */
export interface TornLine {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

type OnTorn = (torn: TornLine) => void;

export interface ReadOptions extends RecordFilter {
  /** Only this many files, the newest; absent: all. */
  readonly files?: number;
  readonly onTorn?: OnTorn;
}

/** The entries of all files in the order in which they were written; torn lines are reported and left out. */
export function* readRecord(folder: string, options: ReadOptions = {}): Generator<RecordEntry, void> {
  const isWanted = createFilter(options);
  for (const { file, lines } of allLines(folder, options.files))
    for (const entry of entriesIn(lines, file, options.onTorn)) if (isWanted(entry)) yield entry;
}

/** Some lines of a file; its last ones may lack their line break. */
export interface FileLines {
  readonly file: string;
  readonly lines: readonly Line[];
  readonly isEnded: boolean;
}

/** The entries that lines hold. */
function entriesIn(lines: readonly Line[], file: string, onTorn?: OnTorn): readonly RecordEntry[] {
  return lines.flatMap(({ raw, offset, bytes }) => {
    const entry = parseLine(raw.toString());
    if (entry === null) onTorn?.({ file, offset, bytes });
    return entry ?? [];
  });
}

/** Opens a regular file; null when there is none. */
export function openToRead(file: string): OpenToRead | null {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return { file, descriptor, inode: stats.ino, size: stats.size };
    closeSync(descriptor);
    return null;
  } catch {
    return null;
  }
}

export interface OpenToRead {
  readonly file: string;
  readonly descriptor: number;
  readonly inode: number;
  readonly size: number;
}

/** All lines of all files, or of the newest ones, in the order in which they were written. */
export function* allLines(folder: string, files = Number.POSITIVE_INFINITY): Generator<FileLines, void> {
  // The current file is opened first, so that it is not missed when it is rotated meanwhile.
  const current = openToRead(currentFile(folder));
  try {
    const names = rotatedNames(folder);
    for (const name of names.slice(Math.max(0, names.length - files + 1)))
      yield* linesIn(join(folder, name), current?.inode);
    if (current !== null) yield* linesFrom(current);
  } finally {
    if (current !== null) closeSync(current.descriptor);
  }
}

/** The lines of one file, unless it is gone or is the one to skip. */
export function* linesIn(path: string, butInode?: number, chunkBytes = CHUNK_BYTES): Generator<FileLines, void> {
  const file = openToRead(path);
  if (file === null) return; // removed as the oldest
  try {
    if (file.inode !== butInode) yield* linesFrom(file, chunkBytes);
  } finally {
    closeSync(file.descriptor);
  }
}

const CHUNK_BYTES = 65_536;

function* linesFrom({ descriptor, file }: OpenToRead, chunkBytes = CHUNK_BYTES): Generator<FileLines, void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const splitter = createLineSplitter();
  for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk))
    yield { file, lines: splitter.push(chunk.subarray(0, count)), isEnded: true };
  const rest = splitter.rest();
  if (rest !== null) yield { file, lines: [rest], isEnded: false };
}

/** Bytes of a file; fewer where it ends. */
export function readAt(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** Which entries are wanted; omitted criteria do not matter. */
export interface RecordFilter {
  readonly since?: Date;
  /** A session id. */
  readonly session?: string;
  /** A neutral event name. */
  readonly event?: string;
}

/** A filter that must see all entries in order: an end is wanted when its start matched the session and event. */
export function createFilter({ since, session, event }: RecordFilter): (entry: RecordEntry) => boolean {
  const isAnyDecision = session === undefined && event === undefined;
  const decisions = new Set<string>();
  return (entry) => {
    if (entry.kind === 'start') {
      const isOfSession = session === undefined || entry.event['session_id'] === session;
      const isOfEvent = event === undefined || entry.event.hook_event_name === event;
      if (!isAnyDecision && isOfSession && isOfEvent) decisions.add(entry.id);
    }
    const isLateEnough = since === undefined || Date.parse(entry.at) >= since.getTime();
    return isLateEnough && (isAnyDecision || (entry.id !== null && decisions.has(entry.id)));
  };
}

/** The file that is written to. */
export const currentFile = (folder: string): string => join(folder, 'hookline.jsonl');

const ROTATED = /^hookline-(\d{8}T\d{9}Z)-\d+\.jsonl$/;

/** The names of the full files, oldest first. */
export function rotatedNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ROTATED.test(name))
      .sort();
  } catch {
    return []; // no folder, no record
  }
}

/** A name that sorts after all others, also when the clock was set back. */
export function nextRotatedName(names: readonly string[], now: number, pid: number): string {
  const last = ROTATED.exec(names.at(-1) ?? '')?.[1];
  const time = last === undefined ? now : Math.max(now, timeOf(last) + 1);
  return `hookline-${new Date(time).toISOString().replace(/[-:.]/g, '')}-${pid}.jsonl`;
}

/** When a file was put aside, by its name. */
export const asideTime = (name: string): number => timeOf(ROTATED.exec(name)?.[1] ?? '');

function timeOf(stamp: string): number {
  const time = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..)(...Z)$/, '$1-$2-$3:$4:$5.$6'));
  return Number.isNaN(time) ? 0 : time;
}
