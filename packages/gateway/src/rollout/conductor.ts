import { errorText } from '@hookline/core/internal';
import { isLost } from '../database/database.ts';
import { conduct, type ConductOptions } from './conduct.ts';

/** Conducts a roll-out as long as a gateway runs. */
export interface Conductor {
  /** A round now, for what a person has just said. */
  readonly now: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What people say is signed within seconds, gates are looked at once a minute. */
const SAY_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 60_000;

export function startConductor(options: ConductOptions, lookEveryMs = LOOK_EVERY_MS): Conductor {
  let [lookedAt, last]: [number, Promise<void>] = [Number.NEGATIVE_INFINITY, Promise.resolve()];
  const round = async (): Promise<void> => {
    const isTimeToLook = performance.now() - lookedAt >= lookEveryMs;
    if (isTimeToLook) lookedAt = performance.now();
    await conduct(options, isTimeToLook).catch((error: unknown) => {
      if (!isLost(error)) options.onProblem(`the roll-out could not be looked at: ${errorText(error)}`);
    });
  };
  /** One round after the other, never two at once; a round tells its problems itself. */
  const begin = (): void => {
    last = last.then(round);
  };
  const timer = setInterval(begin, Math.min(SAY_EVERY_MS, lookEveryMs)).unref();
  begin();
  return {
    now: () => {
      begin();
      return last;
    },
    close: async () => {
      clearInterval(timer);
      await last;
    },
  };
}
