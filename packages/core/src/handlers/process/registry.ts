import { atExit } from './at-exit.ts';
import { signalGroup } from './kill.ts';
import type { Run } from './run.ts';
import { sweep } from './sweep.ts';
import { dropFromWatchdog, tellWatchdog } from './watchdog.ts';

/** Takes part in the run from its start to its end: should we die in between, it does not survive us. */
export function register(run: Run): () => void {
  if (!isArmed) atExit(killAllRuns);
  isArmed = true;
  live.add(run);
  // Most hooks are over before a helper process could be worth its price.
  const tell = (): void => tellWatchdog([...live].filter((each) => each.isGuarded !== true).map(({ pid }) => pid));
  const timer = run.isGuarded === true ? undefined : setTimeout(tell, WATCHDOG_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    live.delete(run);
    dropFromWatchdog(run.pid);
  };
}

/** Kills every run at once, with all that it started: nobody is left to end it in time. Safe to call from a signal handler. */
export function killAllRuns(): void {
  const doomed = [...live];
  for (const run of doomed) signalGroup(run.pid, 'SIGKILL');
  sweep(doomed, liveGroupsBut(doomed));
}

/** The groups of all runs other than these. */
export function liveGroupsBut(runs: readonly Run[]): ReadonlySet<number> {
  return new Set([...live].filter((run) => !runs.includes(run)).map(({ pid }) => pid));
}

const live = new Set<Run>();
let isArmed = false;

const WATCHDOG_AFTER_MS = 50;
