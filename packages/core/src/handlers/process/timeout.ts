import { monotonicMs } from '../../text/clock.ts';

/** Undoes the setup. */
export type Stop = () => void;

/**
 * Calls back when the time is over on the monotonic clock, however long it is. Events that happened before the
 * deadline are delivered first, even if the event loop was blocked meanwhile; and time in which this process stood still
 * at the deadline is given back, at most once over, since whoever is waited for may have waited for this process. With
 * less than the whole time left, `wholeMs` is what it was.
 */
export function startTimeout(timeoutMs: number, callback: () => void, wholeMs = timeoutMs): Stop {
  let endsAt = monotonicMs() + timeoutMs;
  let toGiveMs = wholeMs;
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Immediate | undefined;
  const arm = (): void => {
    const now = monotonicMs();
    const lateMs = now - endsAt;
    const givenMs = lateMs > LATE_MS ? Math.min(lateMs, toGiveMs) : 0;
    if (givenMs > 0) {
      toGiveMs -= givenMs;
      endsAt = now + givenMs;
    }
    const leftMs = endsAt - now;
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

/** A timer of a process that has a processor is not later than this. */
const LATE_MS = 50;
/** Node turns a longer delay into 1 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
