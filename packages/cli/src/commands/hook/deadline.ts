/** How much of the agent's time is ours: an agent that has waited in vain goes on. */
const SHARE = 0.8;

/** The end of the time in which an event must be answered. */
export interface Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Sets the agent's timeout anew, counted from the same start. */
  readonly set: (timeoutMs: number) => void;
  /** The result of some work, or an error once the time is over. */
  readonly within: <Result>(work: Promise<Result>) => Promise<Result>;
  readonly clear: () => void;
}

/** Starts the time of an event; `spentMs` of it are over already. */
export function startDeadline(timeoutMs: number, spentMs: number): Deadline {
  const startedAt = performance.now() - spentMs;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const set = (limitMs: number): void => {
    clearTimeout(timer);
    const ours = limitMs * SHARE;
    const end = (): void =>
      controller.abort(new Error(`no decision within ${ours / 1000} s, and the agent waits for ${limitMs / 1000} s`));
    timer = setTimeout(end, Math.max(0, startedAt + ours - performance.now()));
  };
  set(timeoutMs);
  const { signal } = controller;
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  over.catch(() => undefined);
  return { signal, set, within: (work) => Promise.race([work, over]), clear: () => clearTimeout(timer) };
}
