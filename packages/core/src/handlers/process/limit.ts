import { availableParallelism } from 'node:os';

/** Gives the place back; calling it twice does no harm. */
type Release = () => void;

/** A bounded number of places, given out in the order in which they were asked for. */
export interface Limit {
  /** Waits for a place; null when the signal gave up first. */
  readonly take: (signal?: AbortSignal) => Promise<Release | null>;
}

export function createLimit(places: number): Limit {
  const waiting = new Set<(release: Release) => void>();
  let taken = 0;

  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      taken -= 1;
      return;
    }
    waiting.delete(next);
    next(once(giveBack));
  };

  const take = async (signal?: AbortSignal): Promise<Release | null> => {
    if (signal?.aborted === true) return null;
    if (taken < places) {
      taken += 1;
      return once(giveBack);
    }
    return new Promise((resolve) => {
      const giveUp = (): void => {
        waiting.delete(enter);
        resolve(null);
      };
      const enter = (release: Release): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(release);
      };
      waiting.add(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  };

  return { take };
}

/** How many hook processes may run at once: `HOOKLINE_MAX_PROCESSES`, else twice the cores, at least 4. */
export function maxProcesses(env: Readonly<Record<string, string | undefined>> = process.env): number {
  const wanted = Number(env['HOOKLINE_MAX_PROCESSES']);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : Math.max(4, 2 * availableParallelism());
}

function once(giveBack: () => void): Release {
  let given = false;
  return () => {
    if (given) return;
    given = true;
    giveBack();
  };
}
