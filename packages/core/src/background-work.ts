/** Work that nobody waits for, held so that it can be waited for or ended after all. */
export interface Background {
  readonly keep: (work: Promise<unknown>) => void;
  readonly closing: AbortSignal;
  readonly close: (graceMs: number) => Promise<void>;
}

/** Starts with nothing to hold. */
export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  const controller = new AbortController();
  const keep = (work: Promise<unknown>): void => {
    const held = work.finally(() => running.delete(held));
    running.add(held);
  };
  const close = async (graceMs: number): Promise<void> => {
    const timer = setTimeout(() => controller.abort(), graceMs);
    await Promise.allSettled(running);
    clearTimeout(timer);
  };
  return { keep, closing: controller.signal, close };
}
