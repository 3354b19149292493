/** Work that nobody waits for, held so that it can be waited for or ended after all. */
export interface Background {
  readonly keep: (work: Promise<unknown>) => void;
  readonly closing: AbortSignal;
  readonly close: (graceMs: number) => Promise<void>;
}

/** Starts with nothing to hold. */
export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  let controller: AbortController | undefined; // few need it, and the first one of a process takes a while
  const made = (): AbortController => (controller ??= new AbortController());
  const keep = (work: Promise<unknown>): void => {
    const held = work.finally(() => running.delete(held));
    running.add(held);
  };
  const close = async (graceMs: number): Promise<void> => {
    const timer = setTimeout(() => made().abort(), graceMs);
    await Promise.allSettled(running);
    clearTimeout(timer);
  };
  return {
    keep,
    get closing() {
      return made().signal;
    },
    close,
  };
}
