import type { Leave, Ports } from '../engine/ports.ts';
import { createLimit, maxProcesses } from '../handlers/process/limit.ts';

/**
 * Lets as many events run processes at once as there may be processes; waiting ones take turns by session. Events
 * fired in one go are admitted over several turns of the event loop.
 */
export function createThrottle(places: number = maxProcesses()): NonNullable<Ports['takePlace']> {
  const limit = createLimit(places);
  const turns = createTurns();
  const take = (session: string, signal?: AbortSignal): Leave | null | Promise<Leave | null> => {
    const place = limit.take(session, signal);
    return place instanceof Promise ? place.then(unhurried) : unhurried(place);
  };
  return (session, signal) => {
    const turn = turns();
    return turn === null ? take(session, signal) : turn.then(() => take(session, signal));
  };
}

/**
 * A slot is passed on in the next turn of the event loop; otherwise short hooks of many events would follow each other
 * without a break, and starve the rest of the host.
 */
const unhurried = (release: Leave | null): Leave | null => (release === null ? null : () => void setImmediate(release));

/** How many events begin at once; others fired in the same tick wait for a later turn of the event loop. */
const AT_ONCE = 32;

/**
 * Called at the beginning of each event: null when it may begin at once, else the promise to wait for. Otherwise a
 * host that fires a thousand events in one go would block its event loop until all of them had begun.
 */
export function createTurns(): () => Promise<void> | null {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const letNextIn = (): void => {
    for (const next of waiting.splice(0, AT_ONCE)) next();
    if (waiting.length > 0) setImmediate(letNextIn);
    else begun = 0;
  };
  return () => {
    begun += 1;
    // Microtasks run as soon as the host stops firing; then the count restarts.
    if (begun === 1) queueMicrotask(() => (begun = waiting.length === 0 ? 0 : begun));
    if (begun <= AT_ONCE) return null;
    if (waiting.length === 0) setImmediate(letNextIn);
    return new Promise((resolve) => waiting.push(resolve));
  };
}
