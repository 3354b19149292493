import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasTimeFor, ownerOf, type Owner, runDirectly, runWithin, startEvent, withoutThinking } from './time-limit.ts';

const OTHERWISE = { tooLong: 'too long', noTime: 'no time' };
const done = (): string => 'done';

/** While it runs, the processor says that all work took so long. */
function onProcessor<Value>(ms: number, run: () => Value): Value {
  const clock = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: ms * 1000, system: 0 });
  try {
    return run();
  } finally {
    clock.mockRestore();
  }
}

function wait(ms: number): string {
  for (const start = performance.now(); performance.now() - start < ms;);
  return 'done';
}

/** Uses up exactly so much of the time of an event. */
const use = (owner: Owner, ms: number): unknown =>
  onProcessor(ms, () => runDirectly(owner, 1e6, () => wait(ms + 0.5), OTHERWISE));

/** Whether so much is used up, and no more. */
const hasUsed = (ms: number): boolean => hasTimeFor('user', 50 - ms) && !hasTimeFor('user', 50 - ms + 0.01);

const endless = (owner: Owner | null, limitMs: number): string =>
  runWithin(
    { owner, limitMs },
    () => {
      for (;;);
    },
    OTHERWISE,
  );

/** What is true in one of many attempts, however busy the machine is. */
const atLeastOnce = (isTrue: () => boolean): boolean => Array.from({ length: 100 }).some(() => isTrue());

it('time is counted also before any event has begun', () => {
  use('user', 5);
  expect(hasUsed(5)).toBe(true);
});

describe('the time of an event', () => {
  beforeEach(startEvent);

  it('belongs to the project for the files of a project, and to the user for all others', () => {
    const scopes = ['user', 'project', 'local', 'plugin', 'host'] as const;
    expect(scopes.map(ownerOf)).toEqual(['user', 'project', 'project', 'user', 'user']);
  });

  it('lets any work begin that is the first, and later only what still fits', () => {
    expect(hasTimeFor('user', 1000)).toBe(true);
    use('user', 4);
    expect([45.99, 46, 46.01, 1000].map((ms) => hasTimeFor('user', ms))).toEqual([true, true, false, false]);
    expect([hasTimeFor('project', 1000), hasTimeFor('host', 1000)]).toEqual([true, true]);
  });

  it('is there again in the next event, and when others have had their turn', async () => {
    use('user', 40);
    startEvent();
    expect(hasTimeFor('user', 1000)).toBe(true);
    use('project', 40);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(hasTimeFor('project', 1000)).toBe(true);
  });

  it('is nobody’s while nobody may think, also when that ends by an error', () => {
    expect(
      withoutThinking(() => [
        hasTimeFor('user', 1),
        runWithin({ owner: 'user', limitMs: 50 }, done, OTHERWISE),
        runDirectly('user', 4001, done, OTHERWISE),
        runDirectly('user', 4000, done, OTHERWISE),
      ]),
    ).toEqual([false, 'no time', 'no time', 'done']);
    startEvent();
    expect(hasTimeFor('user', 1)).toBe(true);
    expect(() =>
      withoutThinking(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(hasTimeFor('user', 1)).toBe(true);
  });

  it('is what the processor worked, not what other programs took meanwhile', () => {
    onProcessor(4, () => runDirectly('user', 1e6, () => wait(8), OTHERWISE));
    expect(hasUsed(4)).toBe(true);
  });

  it('is what the clock says where other threads worked too, and where the work was short', () => {
    const usesLittle = (ms: number) => () => {
      startEvent();
      onProcessor(40, () => runDirectly('user', 1e6, () => wait(ms), OTHERWISE));
      return hasTimeFor('user', 20);
    };
    expect([usesLittle(1), usesLittle(0)].map(atLeastOnce)).toEqual([true, true]);
    const usesNone = () => {
      startEvent();
      onProcessor(0, () => runDirectly('user', 1e6, done, OTHERWISE));
      return hasTimeFor('user', 1000);
    };
    expect(atLeastOnce(() => !usesNone())).toBe(true);
  });
});

describe('work under a timer', () => {
  beforeEach(startEvent);

  it('is not begun when less than a millisecond of the event is left', () => {
    const isDoneAfter = (ms: number) => () => {
      startEvent();
      use('user', ms);
      return runWithin({ owner: 'user', limitMs: 50 }, done, OTHERWISE) === 'done';
    };
    expect(atLeastOnce(isDoneAfter(49))).toBe(true);
    startEvent();
    use('user', 49.5);
    expect(runWithin({ owner: 'user', limitMs: 50 }, done, OTHERWISE)).toBe('no time');
    expect(atLeastOnce(() => runWithin({ owner: 'project', limitMs: 50 }, done, OTHERWISE) === 'done')).toBe(true);
  });

  it('that has no limit worth the name took too long', () => {
    expect([0, 0.5, 0.99].map((limitMs) => runWithin({ owner: 'user', limitMs }, done, OTHERWISE))).toEqual(
      Array(3).fill('too long'),
    );
    use('user', 49.5);
    expect(runWithin({ owner: 'user', limitMs: 1 }, done, OTHERWISE)).toBe('no time');
  });

  it('that belongs to no event has all of its limit', () => {
    for (const owner of ['user', 'project', 'host'] as const) use(owner, 49.5);
    expect(runWithin({ owner: null, limitMs: 10_000 }, done, OTHERWISE)).toBe('done');
    expect(endless(null, 10)).toMatch(/^too long|no time$/);
    expect(hasTimeFor('user', 1)).toBe(false);
  });

  it('is stopped at its limit, and has used all of it: others have waited so long', () => {
    expect(onProcessor(3, () => endless('user', 10))).toBe('too long');
    expect(hasUsed(10)).toBe(true);
  });

  it('took too long when the processor worked a tenth of the time, and had no time on a busy machine', () => {
    const after = (workedMs: number) => {
      startEvent();
      return onProcessor(workedMs, () => endless('user', 10));
    };
    expect([0, 0.9, 1, 5].map(after)).toEqual(['no time', 'no time', 'too long', 'too long']);
    expect([4.9, 5.5].map((ms) => onProcessor(ms, () => endless(null, 60)))).toEqual(['no time', 'too long']);
  });

  it.each([
    null,
    undefined,
    'a text',
    new Error('no'),
    Object.assign(new Error('no'), { code: 'ERR_OTHER' }),
    {},
    Object.assign(() => {}, { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }),
  ])('that fails by %o is as good as too long, and uses what it worked', (error) => {
    const fail = (): string => {
      wait(1);
      // oxlint-disable-next-line typescript/only-throw-error -- work may throw anything
      throw error;
    };
    const isTooLong = () => {
      startEvent();
      const result = onProcessor(0.5, () => runWithin({ owner: 'user', limitMs: 50 }, fail, OTHERWISE));
      return result === 'too long' && hasUsed(0.5);
    };
    expect(atLeastOnce(isTooLong)).toBe(true);
  });
});

describe('work that surely ends soon', () => {
  beforeEach(startEvent);

  it('gives its value, or is as good as too long when it fails', () => {
    const fail = (): string => {
      throw new Error('no');
    };
    expect([1, 1e6].map((steps) => runDirectly('user', steps, done, OTHERWISE))).toEqual(['done', 'done']);
    expect([1, 1e6].map((steps) => runDirectly('user', steps, fail, OTHERWISE))).toEqual(['too long', 'too long']);
  });

  it('is not begun when less than a millisecond of the event is left', () => {
    const after = (ms: number) => (steps: number) => {
      startEvent();
      use('user', ms);
      return runDirectly('user', steps, done, OTHERWISE);
    };
    expect([1, 1e6].map(after(49))).toEqual(['done', 'done']);
    expect([1, 1e6].map(after(49.1))).toEqual(['no time', 'no time']);
  });

  it('counts a thousandth of a millisecond up to 4000 steps, and its time above', () => {
    const usedBy = (steps: number): void => {
      startEvent();
      onProcessor(5, () => runDirectly('user', steps, () => wait(5.5), OTHERWISE));
    };
    usedBy(4000);
    expect([hasTimeFor('user', 49.999), hasTimeFor('user', 50)]).toEqual([true, false]);
    usedBy(4001);
    expect([hasTimeFor('user', 45), hasTimeFor('user', 45.0005)]).toEqual([true, false]);
  });
});
