import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createThrottle, createTurns } from './throttle.ts';

/** Lets so many come in one go; tells by number who has begun. */
function come(turns: ReturnType<typeof createTurns>, from: number, to: number, begun: number[]): void {
  for (let number = from; number < to; number += 1) {
    const turn = turns();
    if (turn === null) begun.push(number);
    else turn.then(() => begun.push(number)).catch(() => undefined);
  }
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

test('of events that come in one go the first begin at once, the others turn by turn and in their order', async () => {
  const turns = createTurns();
  const begun: number[] = [];
  come(turns, 0, 100, begun);
  expect(begun).toEqual(upTo(32));
  await setImmediate();
  expect(begun).toEqual(upTo(64));
  await setImmediate();
  await setImmediate();
  expect(begun).toEqual(upTo(100));
});

test('whoever comes while others wait does not overtake them', async () => {
  const turns = createTurns();
  const begun: number[] = [];
  come(turns, 0, 40, begun);
  await Promise.resolve();
  come(turns, 40, 50, begun);
  expect(begun).toEqual(upTo(32));
  await setImmediate();
  expect(begun).toEqual(upTo(50));
});

test('events that come one after another never wait', async () => {
  const turns = createTurns();
  for (let number = 0; number < 100; number += 1) {
    expect(turns()).toBeNull();
    await Promise.resolve();
  }
});

test('after a crowd has gone in, the next event begins at once', async () => {
  const turns = createTurns();
  const begun: number[] = [];
  come(turns, 0, 40, begun);
  await setImmediate();
  expect(begun).toHaveLength(40);
  expect(turns()).toBeNull();
});

test('events beyond the places wait, and sessions take turns', async () => {
  const admit = createThrottle(1);
  const entered: string[] = [];
  const enter = async (session: string): Promise<void> => {
    const leave = await admit(session);
    entered.push(session);
    leave?.();
  };
  await Promise.all(['a', 'a', 'a', 'b', 'c', 'b'].map(enter));
  expect(entered).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('however short events are, the event loop turns between them', async () => {
  const admit = createThrottle(2);
  let counted = 0;
  let isDone = false;
  const count = async (): Promise<void> => {
    while (!isDone) {
      counted += 1;
      await setImmediate();
    }
  };
  const counting = count();
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const leave = await admit('s');
      leave?.();
    }),
  );
  isDone = true;
  await counting;
  expect(counted).toBeGreaterThanOrEqual(48);
});

test('who gave up gets no place and takes none', async () => {
  const admit = createThrottle(1);
  const leave = await admit('s');
  const controller = new AbortController();
  const waiting = admit('s', controller.signal);
  controller.abort();
  expect(await waiting).toBe(null);
  leave?.();
  expect(await admit('s')).toBeTypeOf('function');
});
