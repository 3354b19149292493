import { closeFifosAhead, openFifosAhead } from './fifo.ts';
import { closeSpoolAhead, openSpoolAhead } from './spool.ts';

/** Longer than a program needs to end that runs one hook: it opens nothing for the next. */
const REST_MS = 20;
const IDLE_MS = 3 * 60_000;
const PIPES = 2;

/** Has the descriptors of the next run open before it comes: opening them takes a good part of what we do for a run. */
export interface NextRun {
  /** Opens them once hooks rest, and closes them when none has come for minutes. */
  readonly prepare: () => void;
  readonly close: () => void;
}

export function createNextRun(): NextRun {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = process.platform === 'win32';
  const later = (delayMs: number, step: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(step, delayMs).unref();
  };
  const open = (): void => {
    try {
      openFifosAhead(PIPES);
      openSpoolAhead();
    } catch {
      closeAhead(); // something is short: the run itself will tell
    }
    later(IDLE_MS, closeAhead);
  };
  return {
    prepare: () => {
      if (!isClosed) later(REST_MS, open);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      closeAhead();
    },
  };
}

/** Gives back what is only kept for later. */
export function closeAhead(): void {
  closeFifosAhead();
  closeSpoolAhead();
}
