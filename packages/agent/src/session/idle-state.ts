/** Knows whether the agent works or is idle, so that what hooks want of it is handled at the right moment. */
export interface IdleState {
  readonly isIdle: () => boolean;
  /** Carries a task out, then handles what came up meanwhile. */
  readonly doWork: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Wakes the agent: at once when it is idle, else when it has finished. */
  readonly wake: () => void;
}

/** `onWake` is called whenever the agent should start to work by itself. */
export function createIdleState(onWake: () => void, onIdle: () => Promise<void>): IdleState {
  let isIdle = true;
  let isWakeWanted = false;
  const wake = (): void => {
    isWakeWanted = !isIdle;
    if (isIdle) onWake();
  };
  return {
    isIdle: () => isIdle,
    wake,
    doWork: async (task) => {
      isIdle = false;
      try {
        return await task();
      } finally {
        isIdle = true;
        await onIdle();
        if (isWakeWanted) wake();
      }
    },
  };
}
