/** Tasks that wait for a quiet moment, and are then run one after another. */
export interface PendingTasks {
  readonly add: (task: () => Promise<void>) => void;
  /** Resolves when all waiting tasks are done, also those that come meanwhile; `poll` runs first and may add some. */
  readonly settle: (poll: () => void) => Promise<void>;
}

/** `onPending` is called whenever a task is added. */
export function createPendingTasks(onPending: () => void): PendingTasks {
  const pending: (() => Promise<void>)[] = [];
  let settling = Promise.resolve();
  const doAll = async (poll: () => void): Promise<void> => {
    poll();
    for (let task = pending.shift(); task !== undefined; task = pending.shift()) await task();
  };
  return {
    add: (task) => {
      pending.push(task);
      onPending();
    },
    settle: (poll) => {
      // A task that fails must not keep the next from running.
      settling = settling.catch(() => undefined).then(() => doAll(poll));
      return settling;
    },
  };
}
