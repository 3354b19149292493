import { QUIET_MS } from './change-tracker.ts';

/** Files that are looked at again and again. */
export interface Polling {
  /** Polls at once and counts what it sees as settled: for a moment in which nothing writes. */
  readonly pollNow: () => void;
  readonly close: () => void;
}

const IDLE_MS = 200;
const IDLE_SHARE = 20;
const BUSY_SHARE = 5;

/**
 * Calls `poll` about five times a second, sooner while it says that something has not settled, and seldom when it takes
 * long, so that it never costs more than a small share of the time. Keeps no process alive.
 */
export function startPolling(poll: (quietMs: number) => { readonly isQuiet: boolean }): Polling {
  let isClosed = false;
  let timer: NodeJS.Timeout;
  const plan = (delayMs: number): void => {
    if (!isClosed) timer = setTimeout(run, delayMs).unref();
  };
  const run = (): void => {
    const startedAt = performance.now();
    let isQuiet = true;
    try {
      ({ isQuiet } = poll(QUIET_MS));
    } finally {
      const tookMs = performance.now() - startedAt;
      plan(isQuiet ? Math.max(IDLE_MS, tookMs * IDLE_SHARE) : Math.max(QUIET_MS, tookMs * BUSY_SHARE));
    }
  };
  timer = setTimeout(run, IDLE_MS).unref();
  return {
    pollNow: () => {
      poll(0);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
