import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import type { RecordEntry } from './entry.ts';
import { createFilter } from './reader.ts';
import type { ReadOptions } from './reader.ts';
import { RecordTail } from './tail.ts';

export interface FollowOptions extends ReadOptions {
  /** `start`: everything already recorded comes first; `end`, the default: only new entries. */
  readonly from?: 'start' | 'end';
}

const POLL_MS = 200;

/** Entries as they are written, also across rotated files, until the signal aborts. */
export async function* followRecord(
  folder: string,
  signal: AbortSignal,
  options: FollowOptions = {},
): AsyncGenerator<RecordEntry, void> {
  const isWanted = createFilter(options);
  const tail = new RecordTail(folder, options.from ?? 'end', options.onTorn);
  const watcher = new Watcher(folder);
  try {
    while (!signal.aborted) {
      for (const entry of tail.newEntries()) if (isWanted(entry)) yield entry;
      await watcher.wait(signal);
    }
  } finally {
    watcher.close();
    tail.close();
  }
}

/**
 * Waits until the folder should be read again. The system's change notifications are only hints, since they may get
 * lost.
 */
class Watcher {
  readonly #folder: string;
  #watch: FSWatcher | null = null;
  #wake = (): void => {};

  constructor(folder: string) {
    this.#folder = folder;
  }

  wait(signal: AbortSignal): Promise<void> {
    this.#watch ??= this.#start();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(done, POLL_MS);
      this.#wake = done;
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  close(): void {
    this.#watch?.close();
  }

  #start(): FSWatcher | null {
    try {
      const started = watch(this.#folder, { persistent: false }, () => this.#wake());
      return started.on('error', () => {});
    } catch {
      return null; // no folder yet, or no watches left on this machine
    }
  }
}
