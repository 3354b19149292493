import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oncePerTurn } from './this-turn.ts';

test('the same question is asked once in a turn of the event loop, and again in the next', async () => {
  const asked: string[] = [];
  const answer = oncePerTurn(
    (question) => asked.push(question) > 0,
    () => true,
  );
  expect([answer('a'), answer('a'), answer('b')]).toEqual([true, true, true]);
  await Promise.resolve();
  answer('a');
  expect(asked).toEqual(['a', 'b']);
  await nextTurn();
  answer('a');
  expect(asked).toEqual(['a', 'b', 'a']);
});

test('an answer that keeps a hook from starting is not kept: what is wrong may be fixed in the same turn', () => {
  let isThere = false;
  const answer = oncePerTurn(
    () => isThere,
    (found) => found,
  );
  expect(answer('a')).toBe(false);
  isThere = true;
  expect(answer('a')).toBe(true);
  isThere = false;
  expect(answer('a')).toBe(true);
});
