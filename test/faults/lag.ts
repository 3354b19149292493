/** Tells how long this process was kept from running, which is no fault of what it waits for. */
export interface LagWatch {
  /** Milliseconds since the watch began. */
  readonly soFarMs: () => number;
  readonly stop: () => void;
}

const BEAT_MS = 20;

/** A heart that beats every few milliseconds: a beat that comes late tells of a machine that is busy with other things. */
export function watchLag(): LagWatch {
  let lagMs = 0;
  let last = performance.now();
  const beat = (): void => {
    const now = performance.now();
    lagMs += Math.max(0, now - last - BEAT_MS);
    last = now;
  };
  const timer = setInterval(beat, BEAT_MS);
  return {
    soFarMs: () => {
      beat();
      return lagMs;
    },
    stop: () => clearInterval(timer),
  };
}

/** How much more time is given for every millisecond of lag: whoever we wait for was kept from running as well. */
export const PATIENCE_WITH_LAG = 4;
