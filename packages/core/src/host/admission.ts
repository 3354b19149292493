import type { Leave, Ports } from '../engine/ports.ts';
import { createLimit, maxProcesses } from '../handlers/process/limit.ts';

/** Lets as many events at once have processes as there may be processes; those who wait take turns by session. */
export function createAdmission(places: number = maxProcesses()): NonNullable<Ports['admit']> {
  const limit = createLimit(places);
  return (session, signal) => {
    const place = limit.take(session, signal);
    return place instanceof Promise ? place.then(unhurried) : unhurried(place);
  };
}

/**
 * A place is handed on in the next turn of the event loop: short hooks of many events would else follow each other without a
 * break, and nothing else of the host would get its turn.
 */
const unhurried = (release: Leave | null): Leave | null => (release === null ? null : () => void setImmediate(release));
