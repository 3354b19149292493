import { killAllRuns } from '@hookline/core/internal';

/** The exit statuses that shells give for a death by these signals. */
const EXIT_STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Makes an interrupted call take its running hooks with it; the result gives signals their usual meaning back. */
export function endRunsOnSignal(): () => void {
  const names = Object.keys(EXIT_STATUSES) as (keyof typeof EXIT_STATUSES)[];
  const end = (name: NodeJS.Signals): void => {
    killAllRuns();
    process.exit(EXIT_STATUSES[name as keyof typeof EXIT_STATUSES]);
  };
  for (const name of names) process.on(name, end);
  return () => {
    for (const name of names) process.off(name, end);
  };
}
