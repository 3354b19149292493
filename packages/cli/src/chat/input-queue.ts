import type { EndReason } from '@hookline/agent';

/** What the agent is to do next, or what happened while it waited. */
export type Input =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'exit' }
  | { readonly kind: 'wake' }
  | { readonly kind: 'idle' }
  /** The session must end, whatever hooks say. */
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly status: number };

interface Watcher {
  readonly idleMs: number;
  /** Whether the user is typing nothing. */
  readonly isQuiet: () => boolean;
  /** A line leaves the queue. */
  readonly onTaken: (text: string) => void;
  readonly onWait: () => void;
}

/** The queue of lines from the user to the agent. Owns the idle timer. */
export class InputQueue {
  readonly #watcher: Watcher;
  #lines: readonly string[] = [];
  #waiting: ((input: Input) => void) | null = null;
  #ended: Input | null = null;
  #afterLines: Input | null = null;
  #isWakeWanted = false;
  #wasIdle = false;
  #clock: NodeJS.Timeout | undefined;

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Waits for what comes next. */
  next(): Promise<Input> {
    const now = this.#takeNext();
    if (now !== null) {
      this.#wasIdle = false;
      return Promise.resolve(now);
    }
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.touch();
      this.#watcher.onWait();
    });
  }

  get isWaiting(): boolean {
    return this.#waiting !== null;
  }

  /** How many lines wait. */
  get queued(): number {
    return this.#lines.length;
  }

  send(text: string): void {
    this.#lines = [...this.#lines, text];
    this.#giveNext();
  }

  /** Removes the lines that wait, and returns them. */
  takeBack(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /** The user wants to leave; ignored while something runs. */
  exit(): void {
    this.#give({ kind: 'exit' });
  }

  /** A background hook wants the model woken. */
  wake(): void {
    this.#isWakeWanted = true;
    this.#giveNext();
  }

  /** The session must end at once. */
  end(reason: EndReason, status: number): void {
    this.#ended ??= { kind: 'ended', reason, status };
    this.#giveNext();
  }

  /** No line will follow those that are there. */
  finish(reason: EndReason, status: number): void {
    this.#afterLines ??= { kind: 'ended', reason, status };
    this.#giveNext();
  }

  /** Restarts the idle timer: it fires once for each wait, and only when nothing is being typed. */
  touch(): void {
    clearTimeout(this.#clock);
    if (this.#waiting === null || this.#wasIdle) return;
    this.#clock = setTimeout(() => {
      if (this.#watcher.isQuiet()) this.#give({ kind: 'idle' });
    }, this.#watcher.idleMs).unref();
  }

  close(): void {
    clearTimeout(this.#clock);
  }

  #giveNext(): void {
    if (this.#waiting === null) return;
    const next = this.#takeNext();
    if (next !== null) this.#give(next);
  }

  #takeNext(): Input | null {
    if (this.#ended !== null) return this.#ended;
    const [text, ...rest] = this.#lines;
    if (text !== undefined) {
      this.#lines = rest;
      this.#watcher.onTaken(text);
      return { kind: 'line', text };
    }
    if (this.#isWakeWanted) {
      this.#isWakeWanted = false;
      return { kind: 'wake' };
    }
    return this.#afterLines;
  }

  #give(input: Input): void {
    const give = this.#waiting;
    this.#waiting = null;
    this.#wasIdle = input.kind === 'idle';
    clearTimeout(this.#clock);
    give?.(input);
  }
}
