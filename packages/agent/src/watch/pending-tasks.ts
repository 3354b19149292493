/** Tasks that wait for a quiet moment, and are then done one after another. */
export interface PendingTasks {
  readonly add: (task: () => Promise<void>) => void;
  /** Done when all that waits now, and comes meanwhile, has been done; `look` is asked first for more. */
  readonly settle: (look: () => void) => Promise<void>;
}

/** `onPending` is called whenever a task comes to wait. */
export function createPendingTasks(onPending: () => void): PendingTasks {
  const pending: (() => Promise<void>)[] = [];
  let settling = Promise.resolve();
  const doAll = async (look: () => void): Promise<void> => {
    look();
    for (let task = pending.shift(); task !== undefined; task = pending.shift()) await task();
  };
  return {
    add: (task) => {
      pending.push(task);
      onPending();
    },
    settle: (look) => {
      // One that fails must not keep the next from being done.
      settling = settling.catch(() => undefined).then(() => doAll(look));
      return settling;
    },
  };
}
