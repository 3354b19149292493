import { describe, expect, it } from 'vitest';
import { createLimits } from './limits.ts';

const entered = (entry: ReturnType<ReturnType<typeof createLimits>['enter']>) => {
  if ('status' in entry) throw new Error('it was turned away');
  return entry;
};

describe('how much machines may send', () => {
  it('is so many requests a second each, with a burst', () => {
    let time = 0;
    const { enter } = createLimits({ perSecond: 2, burst: 3 }, () => time);
    for (let n = 0; n < 3; n += 1) entered(enter('m1')).leave();
    expect(enter('m1')).toEqual({ status: 429, retryAfterSeconds: 1 });
    entered(enter('m2')).leave();
    time += 500;
    entered(enter('m1')).leave();
  });

  it('is so many at once of all; the more are turned away, the longer they are asked to stay away', () => {
    let time = 0;
    const { enter, stretch } = createLimits({ perSecond: 1e6, burst: 1e6, atOnce: 1 }, () => time);
    expect(stretch()).toBe(1);
    const busy = entered(enter('m0'));
    expect(enter('m1')).toEqual({ status: 503, retryAfterSeconds: 1 });
    // 100 are done in a second, and 3,000 stand before the door.
    busy.leave();
    for (let n = 0; n < 999; n += 1) {
      entered(enter('m0')).leave();
      time += 10;
    }
    const again = entered(enter('m0'));
    let last = 0;
    for (let n = 0; n < 3_000; n += 1) {
      const turned = enter(`m${n}`);
      if ('status' in turned) last = turned.retryAfterSeconds;
    }
    expect(last).toBeGreaterThan(25);
    expect(last).toBeLessThanOrEqual(60);
    // Who was let in comes back after four times as long: then all find room.
    expect(stretch()).toBeCloseTo(4, 1);
    again.leave();
    // A while later it is over.
    time += 60_000;
    const calm = entered(enter('m0'));
    expect(enter('m1')).toEqual({ status: 503, retryAfterSeconds: 1 });
    calm.leave();
    time += 60_000;
    entered(enter('m2')).leave();
    expect(stretch()).toBe(1);
  });
});
