import { QUIET_MS } from './settling.ts';

/** Looks that are taken again and again. */
export interface Sweeping {
  /** Looks at once, and takes what it sees for settled: for a moment in which nobody writes. */
  readonly lookNow: () => void;
  readonly close: () => void;
}

const IDLE_MS = 200;
const IDLE_SHARE = 20;
const BUSY_SHARE = 5;

/**
 * Calls `sweep` about five times a second, sooner while it says that something has not settled, and seldom when it takes
 * long, so that it never costs more than a small share of the time. Keeps no process alive.
 */
export function startSweeping(sweep: (quietMs: number) => { readonly isQuiet: boolean }): Sweeping {
  let isClosed = false;
  let timer: NodeJS.Timeout;
  const plan = (delayMs: number): void => {
    if (!isClosed) timer = setTimeout(run, delayMs).unref();
  };
  const run = (): void => {
    const startedAt = performance.now();
    let isQuiet = true;
    try {
      ({ isQuiet } = sweep(QUIET_MS));
    } finally {
      const tookMs = performance.now() - startedAt;
      plan(isQuiet ? Math.max(IDLE_MS, tookMs * IDLE_SHARE) : Math.max(QUIET_MS, tookMs * BUSY_SHARE));
    }
  };
  timer = setTimeout(run, IDLE_MS).unref();
  return {
    lookNow: () => {
      sweep(0);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
