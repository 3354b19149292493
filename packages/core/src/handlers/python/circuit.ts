/** Stops retrying a callable that crashes its worker again and again. */
export interface Circuit {
  /** Why the callable is not tried now; null when it may be. */
  readonly refusal: (name: string) => string | null;
  readonly countCrash: (name: string) => void;
}

const CRASHES = 3;
const WINDOW_MS = 60_000;

/** Counts per callable, so that one that crashes does not affect others. */
export function createCircuit(now: () => number): Circuit {
  const crashes = new Map<string, readonly number[]>();
  const recent = (name: string): readonly number[] => (crashes.get(name) ?? []).filter((at) => now() - at < WINDOW_MS);
  return {
    refusal: (name) => {
      if (!crashes.has(name)) return null;
      const times = recent(name);
      if (times.length < CRASHES) return null;
      const waitMs = WINDOW_MS - (now() - (times[0] ?? 0));
      return `it crashed its worker ${CRASHES} times within a minute; it is tried again in ${Math.ceil(waitMs / 1000)} s`;
    },
    countCrash: (name) => {
      crashes.set(name, [...recent(name), now()]);
    },
  };
}
