import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';

/** Lets so many come in one go; tells by number who has begun. */
function come(crowd: ReturnType<typeof createCrowd>, from: number, to: number, begun: number[]): void {
  for (let number = from; number < to; number += 1) {
    const turn = crowd();
    if (turn === null) begun.push(number);
    else turn.then(() => begun.push(number)).catch(() => undefined);
  }
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

test('of events that come in one go the first begin at once, the others turn by turn and in their order', async () => {
  const crowd = createCrowd();
  const begun: number[] = [];
  come(crowd, 0, 100, begun);
  expect(begun).toEqual(upTo(32));
  await nextTurn();
  expect(begun).toEqual(upTo(64));
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(upTo(100));
});

test('whoever comes while others wait does not overtake them', async () => {
  const crowd = createCrowd();
  const begun: number[] = [];
  come(crowd, 0, 40, begun);
  await Promise.resolve();
  come(crowd, 40, 50, begun);
  expect(begun).toEqual(upTo(32));
  await nextTurn();
  expect(begun).toEqual(upTo(50));
});

test('events that come one after another never wait', async () => {
  const crowd = createCrowd();
  for (let number = 0; number < 100; number += 1) {
    expect(crowd()).toBeNull();
    await Promise.resolve();
  }
});

test('after a crowd has gone in, the next event begins at once', async () => {
  const crowd = createCrowd();
  const begun: number[] = [];
  come(crowd, 0, 40, begun);
  await nextTurn();
  expect(begun).toHaveLength(40);
  expect(crowd()).toBeNull();
});
