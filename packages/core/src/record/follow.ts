import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { parseLine } from './chain.ts';
import type { RecordEntry } from './entry.ts';
import { createFilter } from './reader.ts';
import type { ReadOptions } from './reader.ts';
import type { RecordPosition } from './record-files.ts';
import { type FollowFrom, type PlacedLine, RecordTail, type TailOptions } from './tail.ts';

export interface FollowOptions extends Omit<ReadOptions, 'files'>, TailOptions {
  /** The default is `end`: only new entries. */
  readonly from?: FollowFrom;
}

/** An entry, and where reading goes on behind it. */
export interface FollowedEntry {
  readonly entry: RecordEntry;
  readonly line: PlacedLine;
}

export interface FollowLinesOptions extends TailOptions {
  readonly from?: FollowFrom;
  /** How long new lines may gather before they are read together. */
  readonly restMs?: number;
}

const POLL_MS = 200;

/**
 * Lines as they are written, also across rotated files, until the signal aborts: all that are new at one moment come
 * together. Late lines of a file that was put aside come when they are found.
 */
export async function* followLines(
  folder: string,
  signal: AbortSignal,
  { from = 'end', restMs = 0, ...options }: FollowLinesOptions = {},
): AsyncGenerator<readonly PlacedLine[], void> {
  const tail = new RecordTail(folder, from, options);
  const watcher = new Watcher(folder, restMs);
  try {
    while (!signal.aborted) {
      yield* batches(tail.newLines());
      await watcher.wait(signal);
    }
  } finally {
    watcher.close();
    tail.close();
  }
}

const BATCH_LINES = 512;

/** Lists of some lines, so that a long record is never in memory as a whole. */
function* batches(lines: Iterable<PlacedLine>): Generator<readonly PlacedLine[], void> {
  let batch: PlacedLine[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The same as entries; lines that are none are reported and left out. */
export async function* followEntries(
  folder: string,
  signal: AbortSignal,
  options: FollowOptions = {},
): AsyncGenerator<FollowedEntry, void> {
  const isWanted = createFilter(options);
  for await (const lines of followLines(folder, signal, options))
    for (const line of lines) {
      if (signal.aborted) return;
      const entry = parseLine(line.raw.toString());
      if (entry === null) options.onTorn?.({ file: line.path, offset: line.offset, bytes: line.bytes });
      else if (isWanted(entry)) yield { entry, line };
    }
}

/** Where to go on behind a line. */
export const positionAfter = ({ inode, first, end }: PlacedLine): RecordPosition => ({ inode, first, offset: end });

/** Entries as they are written. */
export async function* followRecord(
  folder: string,
  signal: AbortSignal,
  options: FollowOptions = {},
): AsyncGenerator<RecordEntry, void> {
  for await (const { entry } of followEntries(folder, signal, options)) yield entry;
}

/**
 * Waits until the folder should be read again. The system's change notifications are only hints, since they may get
 * lost.
 */
class Watcher {
  readonly #folder: string;
  readonly #restMs: number;
  #watch: FSWatcher | null = null;
  /** Null: nothing waits for a hint, or one has come. */
  #wake: (() => void) | null = null;
  #isHinted = false;

  constructor(folder: string, restMs: number) {
    this.#folder = folder;
    this.#restMs = restMs;
  }

  wait(signal: AbortSignal): Promise<void> {
    this.#watch ??= this.#start();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        [this.#wake, this.#isHinted] = [null, false];
        resolve();
      };
      const doneIn = (ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(done, ms);
      };
      // What came while lines were read is read next.
      doneIn(this.#isHinted ? this.#restMs : POLL_MS);
      this.#wake = this.#isHinted ? null : () => doneIn(this.#restMs);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  close(): void {
    this.#watch?.close();
  }

  #hint(): void {
    const wake = this.#wake;
    this.#wake = null;
    if (wake === null) this.#isHinted = true;
    else wake();
  }

  #start(): FSWatcher | null {
    try {
      const started = watch(this.#folder, { persistent: false }, () => this.#hint());
      return started.on('error', () => {});
    } catch {
      return null; // no folder yet, or no watches left on this machine
    }
  }
}
