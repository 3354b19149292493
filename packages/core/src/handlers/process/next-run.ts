import { closeFifosAhead, openFifosAhead } from './fifo.ts';
import { closeSpoolAhead, openSpoolAhead } from './spool.ts';

/** Longer than a process that runs only one hook lives, so that it opens nothing for a next one. */
const REST_MS = 20;
const IDLE_MS = 3 * 60_000;
const PIPES = 2;

/** Opens the descriptors of the next run in advance, because opening them is a large part of hookline's overhead. */
export interface NextRun {
  /** Opens them once no hook runs, and closes them when none has run for minutes. */
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
      closeAhead(); // a resource is exhausted: the run itself will report it
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

/** Releases what is only kept for later. */
export function closeAhead(): void {
  closeFifosAhead();
  closeSpoolAhead();
}
