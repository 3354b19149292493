import { afterAll, beforeAll, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const JUMP_EVERY_MS = 100;

/** Makes the wall clock of our process jump again and again while hooks run; the monotonic clock cannot be touched. */
export function jumpClock(hours: 1 | -1): void {
  let timer: NodeJS.Timeout;
  let jumps = 0;
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    timer = setInterval(() => {
      jumps += 1;
      vi.setSystemTime(performance.timeOrigin + performance.now() + jumps * hours * HOUR_MS);
    }, JUMP_EVERY_MS);
  });
  afterAll(() => {
    clearInterval(timer);
    vi.useRealTimers();
  });
}
