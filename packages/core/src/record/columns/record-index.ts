import { setImmediate, setTimeout } from 'node:timers/promises';
import { errorText } from '../../process/errno.ts';
import { followLines } from '../follow.ts';
import { rotatedNames } from '../reader.ts';
import { recordFiles, unreadableIn } from '../record-files.ts';
import { sweepCache } from './cache.ts';
import { createDictionaries } from './dictionary.ts';
import { IndexFiles } from './index-files.ts';
import { indexedFile, type IndexedFile, type RowRef } from './indexed-file.ts';
import { type FileToLoad, fileToLoad, loadBlock } from './load-file.ts';

export interface RecordIndexOptions {
  /** The folder in which blocks of files that were put aside are kept; null: nowhere. */
  readonly cache?: string | null;
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
const MOST_NEWS = 20_000;

type NewsListener = (changed: readonly RowRef[]) => void;

/**
 * An index of a record in columns of numbers: files that were put aside are read once, newest first, and the one that
 * is written to is followed. What it says is never believed about trust or about the chain.
 */
export class RecordIndex {
  readonly #folder: string;
  readonly #cache: string | null;
  readonly #dictionaries = createDictionaries();
  readonly #listeners = new Set<NewsListener>();
  readonly #readAgain = new Set<() => void>();
  #rounds = 0;
  readonly #end = new AbortController();
  readonly #work: Promise<void>;
  #round = new AbortController();
  #files: IndexFiles;
  #found = 0;
  #isDone = false;
  #cacheProblem: string | null = null;
  #fault: string | null = null;
  #unreadable: string | null = null;
  /** The newest changes, and how many there were before these. */
  #news: RowRef[] = [];
  #newsBefore = 0;
  #wakeUp: (() => void)[] = [];

  constructor(folder: string, { cache = null }: RecordIndexOptions = {}) {
    this.#folder = folder;
    this.#cache = cache;
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
      cacheProblem: this.#cacheProblem,
      problem: this.#problem(),
    };
  }

  #problem(): string | null {
    const why = this.#fault ?? this.#unreadable;
    return why === null ? null : `${why}; it is tried again by itself`;
  }

  /** Calls back with rows that are new or have changed; the result ends that. */
  follow(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when all was read again: rows may be new, changed or gone that no change told of. */
  onReadAgain(listener: () => void): void {
    this.#readAgain.add(listener);
  }

  /** How many changes there were so far. */
  newsCount(): number {
    return this.#newsBefore + this.#news.length;
  }

  /** What has changed after so many changes; null: that is too long ago. */
  newsSince(count: number): readonly RowRef[] | null {
    if (count < this.#newsBefore || count > this.newsCount()) return null;
    return this.#news.slice(count - this.#newsBefore);
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
    this.#unreadable = unreadableIn(this.#folder);
    const found = recordFiles(this.#folder).flatMap((file) => fileToLoad(file) ?? []);
    this.#found = found.length;
    for (const { inode } of found) this.#files.expect(inode);
    const newest = found.at(-1);
    if (newest !== undefined) await this.#load(newest, signal);
    this.#wake();
    await Promise.all([this.#follow(found, signal), this.#look(signal), this.#loadOlder(found.slice(0, -1), signal)]);
  }

  async #loadOlder(files: readonly FileToLoad[], signal: AbortSignal): Promise<void> {
    for (const file of files.toReversed()) {
      if (!signal.aborted) await this.#load(file, signal);
      this.#wake();
    }
    if (signal.aborted) return;
    if (this.#cache !== null) sweepCache(this.#cache, rotatedNames(this.#folder));
    this.#isDone = true;
    this.#fault = null;
    this.#wake();
    this.#rounds += 1;
    if (this.#rounds > 1) this.#tellAgain();
  }

  async #load(file: FileToLoad, signal: AbortSignal): Promise<void> {
    const folder = this.#cacheProblem === null ? this.#cache : null;
    const cache = { folder, onProblem: (why: string): void => void (this.#cacheProblem = why) };
    const steps = loadBlock(file, this.#dictionaries, cache);
    for (let step = steps.next(); ; step = steps.next()) {
      if (signal.aborted) return;
      if (step.done !== true) {
        await setImmediate();
        continue;
      }
      if (step.value === null) this.#files.takeEarly(file.inode);
      else this.#tell(this.#files.addOlder(indexedFile(file.path, file, step.value)));
      return;
    }
  }

  async #follow(found: readonly FileToLoad[], signal: AbortSignal): Promise<void> {
    const from = found.map(({ inode, first, end }) => ({ inode, first, offset: end }));
    for await (const lines of followLines(this.#folder, signal, { from: found.length === 0 ? 'start' : from }))
      this.#tell(this.#files.addLines(lines));
  }

  async #look(signal: AbortSignal): Promise<void> {
    for (;;) {
      await setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const { changed, isShorter } = this.#files.look();
      this.#tell(changed);
      if (isShorter || unreadableIn(this.#folder) !== this.#unreadable) this.#round.abort();
    }
  }

  /** What was told before says nothing about what is there now: who comes back must read all again too. */
  #tellAgain(): void {
    this.#newsBefore += this.#news.length + 1;
    this.#news = [];
    for (const listener of this.#readAgain) listener();
  }

  #tell(changed: readonly RowRef[]): void {
    if (changed.length === 0) return;
    this.#news.push(...changed);
    if (this.#news.length > MOST_NEWS * 2) {
      this.#newsBefore += this.#news.length - MOST_NEWS;
      this.#news = this.#news.slice(-MOST_NEWS);
    }
    for (const listener of this.#listeners) listener(changed);
  }
}
