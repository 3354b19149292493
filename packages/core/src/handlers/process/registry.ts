import { atExit } from '../../process/at-exit.ts';
import { killDescendants, descendantsOf } from '../../process/descendants.ts';
import { signalGroup } from '../../process/signal.ts';
import type { Run } from './run.ts';
import { sweep } from '../../process/sweep.ts';
import { dropFromWatchdog, tellWatchdog } from '../../process/watchdog.ts';
import { monotonicMs } from '../../text/clock.ts';

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

/** Kills every run at once, with all that it started: no one is left to end it in time. Safe to call from a signal handler. */
export function killAllRuns(): void {
  killRuns([...live]);
}

/** Kills those that a helper looks after, with all that they started, before the helper itself is ended. */
export function killGuardedRuns(): void {
  killRuns([...live].filter(({ isGuarded }) => isGuarded === true));
}

function killRuns(condemned: readonly Run[]): void {
  if (condemned.length === 0) return;
  const descendants = descendantsOf(condemned.map(({ pid }) => pid));
  for (const run of condemned) signalGroup(run.pid, 'SIGKILL');
  killDescendants(descendants);
  sweep(condemned, liveGroupsBut(condemned), startingSince());
}

/** Tells that a program is about to be started, until the result is called: its run is registered then, or there is none. */
export function beginStart(): () => void {
  const begun = { at: monotonicMs() };
  starting.add(begun);
  return () => starting.delete(begun);
}

/** Since when programs are being started of which no run is known yet; null when there is none. */
export function startingSince(): number | null {
  const [first] = starting;
  return first?.at ?? null;
}

/** The groups of all runs other than these. */
export function liveGroupsBut(runs: readonly Run[]): ReadonlySet<number> {
  return new Set([...live].filter((run) => !runs.includes(run)).map(({ pid }) => pid));
}

const live = new Set<Run>();
/** In the order of their beginning. */
const starting = new Set<{ readonly at: number }>();
let isArmed = false;

const WATCHDOG_AFTER_MS = 50;
