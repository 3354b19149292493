import { setImmediate } from 'node:timers/promises';
import type { ColumnBlock } from './block.ts';
import type { Dictionaries } from './dictionary.ts';
import { type FileToLoad, keptBlock, loadBlock, type PackedBlock, unpacked } from './load-file.ts';

/** Reads files that were put aside in another thread. */
export interface BesideReader {
  /** Makes the block of a file, and keeps it in the folder unless that is null. */
  readonly load: (file: FileToLoad, folder: string | null) => Promise<PackedBlock>;
  /** There is nothing to read for now. */
  readonly rest: () => void;
}

export interface LoadedFile {
  readonly file: FileToLoad;
  /** Null: the file is gone. */
  readonly block: ColumnBlock | null;
}

/** Makes blocks of files: as they are kept, or from their lines, in this thread and in one beside it. */
export class BlockLoader {
  readonly #dictionaries: Dictionaries;
  readonly #cache: string | null;
  readonly #beside: BesideReader | null;
  #cacheProblem: string | null = null;

  constructor(dictionaries: Dictionaries, cache: string | null, beside: BesideReader | null) {
    this.#dictionaries = dictionaries;
    this.#cache = cache;
    this.#beside = beside;
  }

  /** Why blocks cannot be kept; null: they are, or need not be. */
  cacheProblem(): string | null {
    return this.#cacheProblem;
  }

  /** The blocks of files that were put aside, in their order; when it is aborted, those that are still missing are null. */
  async *each(files: readonly FileToLoad[], signal: AbortSignal): AsyncGenerator<LoadedFile, void> {
    const beside = new Map<number, Promise<ColumnBlock | null>>();
    const end = new AbortController();
    const stop = AbortSignal.any([signal, end.signal]);
    try {
      for (const [at, file] of files.entries()) {
        if (signal.aborted) return;
        const asked = beside.get(at);
        const kept = asked === undefined ? this.#kept(file) : null;
        // Two at once, and the next one waits beside: there is no use in that for one that is kept.
        if (asked === undefined && kept === null)
          for (const next of [at + 1, at + 3]) this.#askBeside(files, next, beside, stop);
        yield { file, block: await (asked ?? kept ?? this.#scan(file, signal)) };
        beside.delete(at);
      }
    } finally {
      end.abort();
      this.#beside?.rest();
    }
  }

  /** Has a file read beside, after those that were asked for before. */
  #askBeside(
    files: readonly FileToLoad[],
    at: number,
    beside: Map<number, Promise<ColumnBlock | null>>,
    stop: AbortSignal,
  ): void {
    const file = files[at];
    if (this.#beside === null || file === undefined || beside.has(at)) return;
    const before = [...beside.values()].at(-1) ?? Promise.resolve(null);
    const load = (): Promise<ColumnBlock | null> =>
      stop.aborted ? Promise.resolve(null) : this.#loadBeside(file, stop);
    const asked = before.then(load, load);
    asked.catch(() => undefined); // it is waited for in its turn, unless all ends before
    beside.set(at, asked);
  }

  /** Null: the file is gone, or it was aborted. */
  async load(file: FileToLoad, signal: AbortSignal): Promise<ColumnBlock | null> {
    return this.#kept(file) ?? (await this.#scan(file, signal));
  }

  #kept(file: FileToLoad): ColumnBlock | null {
    return keptBlock(file, this.#dictionaries, this.#cache);
  }

  /** Where nothing can read beside, it is read here. */
  async #loadBeside(file: FileToLoad, signal: AbortSignal): Promise<ColumnBlock | null> {
    const kept = this.#kept(file);
    if (kept !== null) return kept;
    const packed = await this.#beside?.load(file, this.#cacheFolder()).catch(() => undefined);
    if (packed === undefined) return this.#scan(file, signal);
    this.#cacheProblem ??= packed.cacheProblem;
    return packed.bytes === null ? null : unpacked(packed.bytes, file, this.#dictionaries);
  }

  async #scan(file: FileToLoad, signal: AbortSignal): Promise<ColumnBlock | null> {
    const onProblem = (why: string): void => void (this.#cacheProblem = why);
    const steps = loadBlock(file, this.#dictionaries, { folder: this.#cacheFolder(), onProblem });
    for (let step = steps.next(); !signal.aborted; step = steps.next()) {
      if (step.done === true) return step.value;
      await setImmediate();
    }
    steps.return(null);
    return null;
  }

  #cacheFolder(): string | null {
    return this.#cacheProblem === null ? this.#cache : null;
  }
}
