import type { Leave, Ports } from '../engine/ports.ts';
import { createLimit, maxProcesses } from '../handlers/process/limit.ts';

/**
 * Lets as many events at once have processes as there may be processes; those who wait take turns by session. Events that come in
 * one go are let in turn by turn of the event loop.
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
 * A place is handed on in the next turn of the event loop: short hooks of many events would else follow each other without a
 * break, and nothing else of the host would get its turn.
 */
const unhurried = (release: Leave | null): Leave | null => (release === null ? null : () => void setImmediate(release));

/** So many events are begun at once: what comes with them in the same tick waits for its turn of the event loop. */
const AT_ONCE = 32;

/**
 * Asked at the beginning of each event: null when it may begin at once, else what it has to wait for. A host that fires a
 * thousand events in one go would else find its event loop held up until all of them had been begun.
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
    // Microtasks run as soon as the host pauses in its firing: then the count starts anew.
    if (begun === 1) queueMicrotask(() => (begun = waiting.length === 0 ? 0 : begun));
    if (begun <= AT_ONCE) return null;
    if (waiting.length === 0) setImmediate(letNextIn);
    return new Promise((resolve) => waiting.push(resolve));
  };
}
