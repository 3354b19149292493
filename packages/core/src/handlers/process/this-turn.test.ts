import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oncePerTurn } from './this-turn.ts';

test('the same question is asked once in a turn of the event loop, and again in the next', async () => {
  const asked: string[] = [];
  const answer = oncePerTurn((question) => asked.push(question) > 0);
  expect([answer('a'), answer('a'), answer('b')]).toEqual([true, true, true]);
  await Promise.resolve();
  answer('a');
  expect(asked).toEqual(['a', 'b']);
  await nextTurn();
  answer('a');
  expect(asked).toEqual(['a', 'b', 'a']);
});
