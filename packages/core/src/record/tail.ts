import { closeSync, fstatSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { markOf } from './chain.ts';
import { currentFile, openToRead, rotatedNames } from './reader.ts';
import type { OpenToRead } from './reader.ts';
import { firstDigestIn, recordFiles, type RecordFileId, type RecordPosition } from './record-files.ts';
import { createLineSplitter } from './split-lines.ts';
import type { Line, LineSplitter } from './split-lines.ts';

/** A line of the record, and where it stands. */
export interface PlacedLine extends RecordFileId {
  readonly path: string;
  readonly raw: Buffer;
  readonly offset: number;
  /** Without the line break. */
  readonly bytes: number;
  /** The offset behind it: where reading can go on. */
  readonly end: number;
  /** Not so at the end of a file that was put aside while its last line lacked the line break. */
  readonly isEnded: boolean;
}

export interface TailOptions {
  /** How long a file that was put aside must have been still before it is no longer looked at. */
  readonly stillMs?: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** Where following begins: at the first line, with the next new one, or behind what is known of each file. */
export type FollowFrom = 'start' | 'end' | readonly RecordPosition[];

interface TailFile extends OpenToRead {
  readonly splitter: LineSplitter;
  first: string;
  position: number;
  /** When it last grew; null: it is the file that is written to. */
  stillSince: number | null;
}

const CHUNK_BYTES = 65_536;
const STILL_MS = 60_000;

/**
 * Reads new lines of the record, file after file. A process that was stopped for a while may still add a line to a file
 * that was put aside, so such files are looked at until they have been still for a minute.
 */
export class RecordTail {
  readonly #folder: string;
  readonly #stillMs: number;
  readonly #now: () => number;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  /** Open files by inode, oldest first: an open file keeps its inode. */
  readonly #files = new Map<number, TailFile>();
  /** Names of files that need no more looks. */
  readonly #done = new Map<string, RecordPosition>();
  /** New files were found and wait for the next call; at first nothing waits. */
  #isHeld = true;

  constructor(folder: string, from: FollowFrom, { stillMs = STILL_MS, now = Date.now }: TailOptions = {}) {
    this.#folder = folder;
    this.#stillMs = stillMs;
    this.#now = now;
    if (from !== 'start') this.#begin(from);
  }

  /** The lines that have come since the last call. */
  *newLines(): Generator<PlacedLine, void> {
    const found = this.#look();
    for (const file of this.#files.values()) yield* this.#readOn(file);
    // Whoever writes at this moment may still have the older file open: that one gets one more look first.
    this.#isHeld = found.length > 0 && this.#files.size > 0 && !this.#isHeld;
    if (this.#isHeld) return;
    for (const path of found) {
      const file = this.#open(path);
      if (file !== null) yield* this.#readOn(file);
    }
  }

  /** How far each file was read, of those that are still there. */
  positions(): readonly RecordPosition[] {
    const names = new Set(rotatedNames(this.#folder));
    const done = [...this.#done].filter(([name]) => names.has(name)).map(([, position]) => position);
    const open = [...this.#files.values()].map(({ inode, first, splitter, position }) => ({
      inode,
      first,
      offset: position - (splitter.rest()?.bytes ?? 0),
    }));
    return [...done, ...open];
  }

  close(): void {
    for (const { descriptor } of this.#files.values()) closeSync(descriptor);
    this.#files.clear();
  }

  #begin(from: 'end' | readonly RecordPosition[]): void {
    const files = recordFiles(this.#folder);
    const known = files.map((file) => (from === 'end' ? undefined : from.find((position) => isOf(position, file))));
    const newest = from === 'end' ? files.length : known.findLastIndex((position) => position !== undefined);
    files.forEach(({ path, inode, first, size, mtimeMs, isCurrent }, index) => {
      // Nothing is known to be missing in a file that is older than one that was read.
      const offset = Math.min(size, known[index]?.offset ?? (index <= newest ? size : 0));
      const isStill = !isCurrent && offset === size && this.#isStill(mtimeMs);
      if (isStill) this.#done.set(basename(path), { inode, first, offset });
      else if (offset > 0) this.#open(path, offset);
    });
  }

  /** The paths of files that are not known yet, oldest first. */
  #look(): readonly string[] {
    const current = inodeOf(currentFile(this.#folder));
    if (current !== null && this.#files.get(current)?.stillSince === null) return [];
    const found: string[] = [];
    for (const name of rotatedNames(this.#folder)) {
      if (this.#done.has(name)) continue;
      const path = join(this.#folder, name);
      const known = this.#files.get(inodeOf(path) ?? -1);
      if (known === undefined) found.push(path);
      else known.stillSince ??= this.#now();
    }
    return current === null ? found : [...found, currentFile(this.#folder)];
  }

  #open(path: string, position = 0): TailFile | null {
    const open = openToRead(path);
    if (open === null) return null;
    if (this.#files.has(open.inode)) {
      closeSync(open.descriptor); // it was put aside since it was looked for
      return null;
    }
    const stillSince = path === currentFile(this.#folder) ? null : fstatSync(open.descriptor).mtimeMs;
    const splitter = createLineSplitter(position);
    const file = { ...open, splitter, first: firstDigestIn(path), position, stillSince };
    this.#files.set(open.inode, file);
    return file;
  }

  #isStill(since: number): boolean {
    return Math.abs(this.#now() - since) > this.#stillMs;
  }

  *#readOn(file: TailFile): Generator<PlacedLine, void> {
    const { descriptor, splitter } = file;
    for (;;) {
      const count = readSync(descriptor, this.#chunk, 0, CHUNK_BYTES, file.position);
      if (count === 0) break;
      file.position += count;
      if (file.stillSince !== null) file.stillSince = Math.max(file.stillSince, fstatSync(descriptor).mtimeMs);
      for (const line of splitter.push(this.#chunk.subarray(0, count))) yield placed(file, line, true);
    }
    if (file.stillSince === null) return;
    const isGone = fstatSync(descriptor).nlink === 0;
    if (isGone || this.#isStill(file.stillSince)) yield* this.#finish(file);
  }

  *#finish(file: TailFile): Generator<PlacedLine, void> {
    const rest = file.splitter.rest();
    const name = rotatedNames(this.#folder).find((each) => inodeOf(join(this.#folder, each)) === file.inode);
    this.#files.delete(file.inode);
    closeSync(file.descriptor);
    if (name !== undefined) this.#done.set(name, { inode: file.inode, first: file.first, offset: file.position });
    if (rest !== null) yield placed(file, rest, false);
  }
}

function placed(file: TailFile, { raw, offset, bytes }: Line, isEnded: boolean): PlacedLine {
  if (file.first === '' && isEnded) file.first = markOf(raw)?.digest ?? '';
  const { inode, first, file: path } = file;
  return { inode, first, path, raw, offset, bytes, end: offset + bytes + (isEnded ? 1 : 0), isEnded };
}

/** A file without a line in the chain may have got one since. */
const isOf = (position: RecordPosition, { inode, first }: RecordFileId): boolean =>
  position.inode === inode && (position.first === first || position.first === '');

const inodeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;
