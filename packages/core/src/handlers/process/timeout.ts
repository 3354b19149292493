/** Undoes the setup. */
import { monotonicMs } from '../../text/clock.ts';
export type Stop = () => void;

/**
 * Calls back when the time is over on the monotonic clock, however long it is. Events that happened before the
 * deadline are delivered first, even if the event loop was blocked meanwhile.
 */
export function startTimeout(timeoutMs: number, callback: () => void): Stop {
  const endsAt = monotonicMs() + timeoutMs;
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Immediate | undefined;
  const arm = (): void => {
    const leftMs = endsAt - monotonicMs();
    if (leftMs > 0) {
      timer = setTimeout(arm, Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS));
    } else {
      // An immediate runs after the poll phase, in which the exit of a child is noticed.
      check = setImmediate(callback);
    }
  };
  timer = setTimeout(arm, Math.min(Math.max(timeoutMs, 0), LONGEST_TIMER_MS));
  return () => {
    clearTimeout(timer);
    clearImmediate(check);
  };
}

/** Node turns a longer delay into 1 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
