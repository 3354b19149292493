/** Ends something when no page has been there for a while; one that stays counts all that time. */
export interface IdleWatch {
  readonly onPage: (isThere: boolean) => void;
  readonly stop: () => void;
}

export function createIdleWatch(idleMs: number, end: () => void): IdleWatch {
  let there = 0;
  let timer: NodeJS.Timeout | null = null;
  const wait = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = there > 0 ? null : setTimeout(end, idleMs);
  };
  wait();
  return {
    onPage: (isThere) => {
      there += isThere ? 1 : -1;
      wait();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
