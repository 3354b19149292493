import { atExit } from '../../process/at-exit.ts';
import { killDescendants, descendantsOf } from '../../process/descendants.ts';
import { signalGroup } from '../../process/signal.ts';
import type { Run } from './run.ts';
import { sweep } from '../../process/sweep.ts';
import { dropFromWatchdog, isWatchdogKept, tellWatchdog } from '../../process/watchdog.ts';
import { monotonicMs } from '../../text/clock.ts';

/** Registers the run from its start to its end; if hookline dies in between, the run is killed. */
export function register(run: Run): () => void {
  if (!isArmed) atExit(killAllRuns);
  isArmed = true;
  live.add(run);
  const tell = (): void => tellWatchdog([...live].filter((each) => each.isGuarded !== true).map(({ pid }) => pid));
  if (isWatchdogKept()) tell();
  // Most hooks end before starting a helper process would pay off.
  const isTold = run.isGuarded === true || isWatchdogKept();
  const timer = isTold ? undefined : setTimeout(tell, WATCHDOG_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    live.delete(run);
    dropFromWatchdog(run.pid);
  };
}

/**
 * Kills every run at once, with all descendants, because nothing would end it later. Safe to call from a signal
 * handler.
 */
export function killAllRuns(): void {
  killRuns([...live]);
}

/** Kills the runs that a helper guards, with all descendants, before the helper itself is ended. */
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

/**
 * Marks that a program is about to be started, until the returned function is called: then its run is registered, or
 * there is none.
 */
export function beginStart(): () => void {
  const begun = { at: monotonicMs() };
  starting.add(begun);
  return () => starting.delete(begun);
}

/** Since when programs are being started whose run is not registered yet; null when there is none. */
export function startingSince(): number | null {
  const [first] = starting;
  return first?.at ?? null;
}

/** The groups of all runs other than these. */
export function liveGroupsBut(runs: readonly Run[]): ReadonlySet<number> {
  return new Set([...live].filter((run) => !runs.includes(run)).map(({ pid }) => pid));
}

const live = new Set<Run>();
/** In start order. */
const starting = new Set<{ readonly at: number }>();
let isArmed = false;

const WATCHDOG_AFTER_MS = 50;
