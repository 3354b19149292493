/** Knows whether the agent works or rests, so that what hooks want of it is heard at the right moment. */
export interface Rest {
  readonly isResting: () => boolean;
  /** Carries a task out, and hears afterwards what came up meanwhile. */
  readonly interrupt: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Wakes the agent: at once when it rests, else when it has finished. */
  readonly wake: () => void;
}

/** `onWake` is called whenever the agent should go to work by itself. */
export function createRest(onWake: () => void, onRest: () => Promise<void>): Rest {
  let isResting = true;
  let isWakeWanted = false;
  const wake = (): void => {
    isWakeWanted = !isResting;
    if (isResting) onWake();
  };
  return {
    isResting: () => isResting,
    wake,
    interrupt: async (task) => {
      isResting = false;
      try {
        return await task();
      } finally {
        isResting = true;
        await onRest();
        if (isWakeWanted) wake();
      }
    },
  };
}
