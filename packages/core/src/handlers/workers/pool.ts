/** Runs one call at a time and is kept for the next. */
export interface PooledWorker {
  /** The key it was started for; it serves no other. */
  readonly key: string;
  readonly hasEnded: () => boolean;
  /** False when it would run code that was edited since. */
  readonly isCurrent: () => boolean;
  /** Ends it with everything that it started; resolves when that is done; may be called again. */
  readonly end: () => Promise<void>;
}

interface WorkerPlace<Worker> {
  readonly key: string;
  readonly start: () => Worker;
  readonly give: (worker: Worker | null) => void;
}

export interface PoolLimits {
  readonly mostWorkers: number;
  readonly idleMs: number;
}

/** Keeps a bounded number of workers: idle ones are reused, and ended when unused for a while. */
export class Pool<Worker extends PooledWorker> {
  readonly #limits: PoolLimits;
  readonly #busy = new Set<Worker>();
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #ending = new Set<Promise<void>>();
  readonly #queue: WorkerPlace<Worker>[] = [];
  #isClosed = false;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /**
   * An idle worker or a new one, in the order of the calls; null when the pool is closed or the signal aborted first.
   */
  take(key: string, start: () => Worker, signal?: AbortSignal): Promise<Worker | null> {
    return new Promise((resolve) => {
      if (this.#isClosed || signal?.aborted === true) return resolve(null);
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(place), 1);
        resolve(null);
      };
      const give = (worker: Worker | null): void => {
        signal?.removeEventListener('abort', leave);
        resolve(worker);
      };
      const place = { key, start, give };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.push(place);
      this.#serve();
    });
  }

  /** Gives a worker back; one that has ended makes room for another. */
  release(worker: Worker): void {
    if (this.#isClosed || worker.hasEnded()) return this.discard(worker);
    this.#busy.delete(worker);
    this.#idle.set(worker, setTimeout(() => this.#end(worker), this.#limits.idleMs).unref());
    this.#serve();
  }

  /** Ends a worker that cannot be used for another call. */
  discard(worker: Worker): void {
    this.#end(worker);
    this.#serve();
  }

  /** Ends every worker, busy or not, and waits until they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const place of this.#queue.splice(0)) place.give(null);
    for (const worker of [...this.#busy, ...this.#idle.keys()]) this.#end(worker);
    await Promise.all(this.#ending);
  }

  #serve(): void {
    for (let place = this.#queue[0]; place !== undefined; place = this.#queue[0]) {
      const idle = this.#takeIdle(place.key);
      if (idle === null && !this.#makeRoom()) return;
      this.#queue.shift();
      const worker = idle ?? place.start();
      this.#busy.add(worker);
      place.give(worker);
    }
  }

  #takeIdle(key: string): Worker | null {
    for (const worker of [...this.#idle.keys()].reverse()) {
      if (!worker.hasEnded() && worker.key !== key) continue;
      if (worker.hasEnded() || !worker.isCurrent()) {
        this.#end(worker);
        continue;
      }
      clearTimeout(this.#idle.get(worker));
      this.#idle.delete(worker);
      return worker;
    }
    return null;
  }

  /** Ends the worker that has been idle for longest; false when all are busy. */
  #makeRoom(): boolean {
    if (this.#busy.size + this.#idle.size < this.#limits.mostWorkers) return true;
    const [oldest] = this.#idle.keys();
    if (oldest === undefined) return false;
    this.#end(oldest);
    return true;
  }

  #end(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    this.#busy.delete(worker);
    const ended = worker.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
