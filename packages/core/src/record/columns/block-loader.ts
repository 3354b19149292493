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
    try {
      for (let at = 0; at < files.length; at += 1) {
        const [file, next] = [files[at], files[at + 1]];
        if (file === undefined || signal.aborted) return;
        const kept = this.#kept(file);
        // Two at once: there is no use in that for one that is kept.
        const isPair = kept === null && this.#beside !== null && next !== undefined;
        const beside = isPair ? this.#loadBeside(next, signal) : null;
        beside?.catch(() => undefined); // it is waited for below, unless this ends before
        yield { file, block: kept ?? (await this.#scan(file, signal)) };
        if (!isPair) continue;
        yield { file: next, block: await beside };
        at += 1;
      }
    } finally {
      this.#beside?.rest();
    }
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
