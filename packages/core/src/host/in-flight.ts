/** Counts work that has begun and has not ended: a number is cheaper than a promise for every event. */
interface InFlight {
  readonly begin: () => void;
  readonly end: () => void;
  /** Resolves when nothing is in flight. */
  readonly over: () => Promise<void>;
}

export function createInFlight(): InFlight {
  let count = 0;
  let tell: (() => void) | null = null;
  return {
    begin: () => {
      count++;
    },
    end: () => {
      count--;
      if (count === 0) tell?.();
    },
    over: async () => {
      if (count > 0) await new Promise<void>((resolve) => (tell = resolve));
    },
  };
}
