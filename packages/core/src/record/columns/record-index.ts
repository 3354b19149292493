import { once } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { errorText } from '../../process/errno.ts';
import { followLines } from '../follow.ts';
import { rotatedNames } from '../reader.ts';
import { recordFiles, unreadableIn } from '../record-files.ts';
import type { ColumnBlock } from './block.ts';
import { type BesideReader, BlockLoader } from './block-loader.ts';
import { hasCache } from './cache.ts';
import { createDictionaries } from './dictionary.ts';
import { IndexFiles } from './index-files.ts';
import { IndexNews, type NewsListener } from './index-news.ts';
import { indexedFile, type IndexedFile, type RowRef } from './indexed-file.ts';
import { type FileToLoad, fileToLoad } from './load-file.ts';
import { sweepCache } from './sweep-cache.ts';

export interface RecordIndexOptions {
  /** The folder in which blocks of files that were put aside are kept; null: nowhere. */
  readonly cache?: string | null;
  /** Reads files in another thread, beside this one; null: nothing does. */
  readonly beside?: BesideReader | null;
  /** What is kept is soon there: it is read only when this is done, so that what is more urgent comes first. */
  readonly calm?: Promise<unknown>;
  /** How long it lets new lines gather before it reads them. */
  readonly restMs?: number;
}

/** How far the index is. */
export interface IndexProgress {
  readonly lines: number;
  readonly files: number;
  readonly filesRead: number;
  /** All files that were there at first are read. */
  readonly done: boolean;
  /** Why the index is not kept on disk; null: it is, or need not be. */
  readonly cacheProblem: string | null;
  /** Why rows may be missing: reading broke off, or a file cannot be read. It is tried again; null: all is well. */
  readonly problem: string | null;
}

const LOOK_MS = 1_000;
/** How long after a fault it is read again: longer each time, since it may stay. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 10_000];

/**
 * An index of a record in columns of numbers: files that were put aside are read once, newest first, and the one that
 * is written to is followed. What it says is never believed about trust or about the chain.
 */
export class RecordIndex {
  readonly #folder: string;
  readonly #cache: string | null;
  readonly #loader: BlockLoader;
  readonly #calm: Promise<unknown>;
  readonly #restMs: number;
  readonly #dictionaries = createDictionaries();
  readonly #news = new IndexNews();
  #rounds = 0;
  readonly #end = new AbortController();
  readonly #work: Promise<void>;
  #round = new AbortController();
  #files: IndexFiles;
  #found = 0;
  #isDone = false;
  #fault: string | null = null;
  #unreadable: string | null = null;
  #wakeUp: (() => void)[] = [];

  constructor(folder: string, options: RecordIndexOptions = {}) {
    const { cache = null, beside = null, calm = Promise.resolve(), restMs = 0 } = options;
    this.#folder = folder;
    this.#cache = cache;
    this.#calm = calm;
    this.#restMs = restMs;
    this.#loader = new BlockLoader(this.#dictionaries, cache, beside);
    this.#files = new IndexFiles(folder, this.#dictionaries);
    this.#work = this.#run();
  }

  /** Oldest first. */
  files(): readonly IndexedFile[] {
    return this.#files.all();
  }

  folder(): string {
    return this.#folder;
  }

  isDone(): boolean {
    return this.#isDone;
  }

  /** More files are about to be read: not so when all are, when the reading has broken off, or after `close`. */
  isReading(): boolean {
    return !this.#isDone && this.#fault === null && !this.#end.signal.aborted;
  }

  dictionaries(): ReturnType<typeof createDictionaries> {
    return this.#dictionaries;
  }

  progress(): IndexProgress {
    const files = this.#files.all();
    return {
      lines: files.reduce((sum, { block }) => sum + block.lines, 0),
      files: Math.max(this.#found, files.length),
      filesRead: files.length,
      done: this.#isDone,
      cacheProblem: this.#loader.cacheProblem(),
      problem: this.#problem(),
    };
  }

  #problem(): string | null {
    const why = this.#fault ?? this.#unreadable;
    return why === null ? null : `${why}; it is tried again by itself`;
  }

  /** Calls back with rows that are new or have changed; the result ends that. */
  follow(listener: NewsListener): () => void {
    return this.#news.follow(listener);
  }

  /** Calls back when all was read again: rows may be new, changed or gone that no change told of. */
  onReadAgain(listener: () => void): void {
    this.#news.onReadAgain(listener);
  }

  /** How many changes there were so far. */
  newsCount(): number {
    return this.#news.count();
  }

  /** What has changed after so many changes; null: that is too long ago. */
  newsSince(count: number): readonly RowRef[] | null {
    return this.#news.since(count);
  }

  /** Done when another file is read, or all are. */
  nextFile(): Promise<void> {
    return new Promise((resolve) => this.#wakeUp.push(resolve));
  }

  /** Done when no more files are about to be read; at once when the signal aborts. */
  async whenDone(signal?: AbortSignal): Promise<void> {
    while (this.isReading() && signal?.aborted !== true) await this.nextFile();
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#round.abort();
    this.#wake();
    await this.#work;
  }

  #wake(): void {
    const waiting = this.#wakeUp;
    this.#wakeUp = [];
    for (const wake of waiting) wake();
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!this.#end.signal.aborted) {
      const round = new AbortController();
      this.#round = round;
      this.#files = new IndexFiles(this.#folder, this.#dictionaries);
      this.#isDone = false;
      await this.#runRound(round.signal).catch((error: unknown) => {
        // A disk that cannot be read now may be read later; a fault of ours is said until it is gone.
        this.#fault = `reading the record broke off: ${errorText(error)}`;
        this.#wake();
      });
      round.abort();
      pause = this.#fault === null ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      await setTimeout(pause, undefined, { signal: this.#end.signal }).catch(() => undefined);
    }
  }

  /** Until the end, or until a file is shorter than it was or can be read at last: then all is read again. */
  async #runRound(signal: AbortSignal): Promise<void> {
    if (this.#isKept()) await Promise.race([this.#calm, once(signal, 'abort')]);
    if (signal.aborted) return;
    this.#unreadable = unreadableIn(this.#folder);
    const found = recordFiles(this.#folder).flatMap((file) => fileToLoad(file) ?? []);
    this.#found = found.length;
    for (const { inode } of found) this.#files.expect(inode);
    const newest = found.at(-1);
    if (newest !== undefined) this.#add(newest, await this.#loader.load(newest, signal));
    this.#wake();
    await Promise.all([this.#follow(found, signal), this.#look(signal), this.#loadOlder(found.slice(0, -1), signal)]);
  }

  /** Whether most of the files need not be read: by the newest one that was put aside. */
  #isKept(): boolean {
    const newest = rotatedNames(this.#folder).at(-1);
    return newest !== undefined && this.#cache !== null && hasCache(this.#cache, newest);
  }

  async #loadOlder(files: readonly FileToLoad[], signal: AbortSignal): Promise<void> {
    for await (const { file, block } of this.#loader.each(files.toReversed(), signal)) {
      if (signal.aborted) return;
      this.#add(file, block);
      await setImmediate();
    }
    if (signal.aborted) return;
    if (this.#cache !== null) sweepCache(this.#cache, rotatedNames(this.#folder));
    this.#isDone = true;
    this.#fault = null;
    this.#wake();
    this.#rounds += 1;
    if (this.#rounds > 1) this.#news.tellAgain();
  }

  /** A file that is older than all that were added; null: it is gone. */
  #add(file: FileToLoad, block: ColumnBlock | null): void {
    if (block === null) this.#files.takeEarly(file.inode);
    else this.#news.tell(this.#files.addOlder(indexedFile(file.path, file, block)));
    this.#wake();
  }

  async #follow(found: readonly FileToLoad[], signal: AbortSignal): Promise<void> {
    const positions = found.map(({ inode, first, end }) => ({ inode, first, offset: end }));
    const from = found.length === 0 ? 'start' : positions;
    for await (const lines of followLines(this.#folder, signal, { from, restMs: this.#restMs }))
      this.#news.tell(this.#files.addLines(lines));
  }

  async #look(signal: AbortSignal): Promise<void> {
    for (;;) {
      await setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const { changed, isShorter } = this.#files.look();
      this.#news.tell(changed);
      if (isShorter || unreadableIn(this.#folder) !== this.#unreadable) this.#round.abort();
    }
  }
}
