import { closeSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordEntry } from './entry.ts';
import { currentFile, rotatedNames, entriesIn, openToRead } from './reader.ts';
import type { OnTorn, OpenToRead } from './reader.ts';
import { createLineSplitter } from './split-lines.ts';
import type { LineSplitter } from './split-lines.ts';

interface TailFile extends OpenToRead {
  readonly splitter: LineSplitter;
  position: number;
  /** It has been rotated; a process that had it open may have written one more line since. */
  isLeft: boolean;
}

const CHUNK_BYTES = 65_536;

/** Reads new entries of the record, file after file; owns the file that it is reading. */
export class RecordTail {
  readonly #folder: string;
  readonly #onTorn: OnTorn | undefined;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #file: TailFile | null = null;

  constructor(folder: string, from: 'start' | 'end', onTorn?: OnTorn) {
    this.#folder = folder;
    this.#onTorn = onTorn;
    const current = from === 'end' ? openToRead(currentFile(folder)) : null;
    if (current !== null) this.#file = tailOf(current, current.size);
  }

  /** The entries that have come since the last call. */
  *newEntries(): Generator<RecordEntry, void> {
    this.#file ??= this.#openFirst();
    while (this.#file !== null) {
      yield* this.#readOn(this.#file);
      const next = this.#successorOf(this.#file);
      if (next === null) return;
      const rest = this.#file.splitter.rest();
      if (rest !== null) yield* entriesIn([rest], this.#file.file, this.#onTorn);
      this.close();
      this.#file = next;
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file.descriptor);
    this.#file = null;
  }

  *#readOn(file: TailFile): Generator<RecordEntry, void> {
    for (;;) {
      const count = readSync(file.descriptor, this.#chunk, 0, CHUNK_BYTES, file.position);
      if (count === 0) return;
      file.position += count;
      yield* entriesIn(file.splitter.push(this.#chunk.subarray(0, count)), file.file, this.#onTorn);
    }
  }

  #openFirst(): TailFile | null {
    for (const path of this.#files()) {
      const file = openAtStart(path);
      if (file !== null) return file;
    }
    return null;
  }

  /** The file after this one, once this one is certainly complete. */
  #successorOf(file: TailFile): TailFile | null {
    const current = currentFile(this.#folder);
    if (inodeOf(current) === file.inode) return null;
    const files = this.#files();
    const at = files.findIndex((path) => inodeOf(path) === file.inode);
    const next = files[at + 1]; // if the current file is gone, all are newer
    if (next === undefined) return null;
    if (file.file === current && !file.isLeft) {
      file.isLeft = true;
      return null;
    }
    return openAtStart(next);
  }

  #files(): readonly string[] {
    return [...rotatedNames(this.#folder).map((name) => join(this.#folder, name)), currentFile(this.#folder)];
  }
}

function openAtStart(path: string): TailFile | null {
  const open = openToRead(path);
  return open === null ? null : tailOf(open, 0);
}

const tailOf = (open: OpenToRead, position: number): TailFile => ({
  ...open,
  splitter: createLineSplitter(position),
  position,
  isLeft: false,
});

const inodeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;
