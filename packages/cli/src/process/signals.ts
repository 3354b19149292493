import { killAllRuns } from '@hookline/core';

/** The exit statuses that shells give for a death by these signals. */
const EXIT_STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** A stretch of work that takes its hooks with it when the process is told to end. */
export interface Interruptible {
  /** Aborted just before the end, for hooks that are not killed with the others. */
  readonly signal: AbortSignal;
  /** Gives signals their usual meaning back. */
  readonly release: () => void;
}

export function endRunsOnSignal(): Interruptible {
  const names = Object.keys(EXIT_STATUSES) as (keyof typeof EXIT_STATUSES)[];
  const controller = new AbortController();
  const end = (name: NodeJS.Signals): void => {
    controller.abort();
    killAllRuns();
    process.exit(EXIT_STATUSES[name as keyof typeof EXIT_STATUSES]);
  };
  for (const name of names) process.on(name, end);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, end);
    },
  };
}
