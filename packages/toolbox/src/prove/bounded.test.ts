import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bounded } from './bounded.ts';

it('does so much at once and no more, and keeps the order', async () => {
  let running = 0;
  let most = 0;
  const results = await bounded([30, 1, 20, 1, 10], 2, async (ms) => {
    most = Math.max(most, ++running);
    await wait(ms);
    running -= 1;
    return ms * 2;
  });
  expect({ results, most }).toEqual({ results: [60, 2, 40, 2, 20], most: 2 });
});

it('has nothing to do without items', async () => {
  expect(await bounded([], 4, () => Promise.resolve(1))).toEqual([]);
});

it('ends with the first failure', async () => {
  await expect(bounded([1, 2], 1, (item) => Promise.reject(new Error(`no ${item}`)))).rejects.toThrow('no 1');
});
