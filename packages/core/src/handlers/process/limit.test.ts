import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { createLimit, maxProcesses } from './limit.ts';

test('no more places are given than there are, and the next one goes to who waited longest', async () => {
  const limit = createLimit(2);
  const order: string[] = [];
  const enter = async (name: string): Promise<() => void> => {
    const release = await limit.take('s');
    order.push(name);
    return release ?? (() => undefined);
  };
  const [first, second] = await Promise.all([enter('a'), enter('b')]);
  const third = enter('c');
  const fourth = enter('d');
  await Promise.resolve();
  expect(order).toEqual(['a', 'b']);
  second();
  await third;
  expect(order).toEqual(['a', 'b', 'c']);
  first();
  await fourth;
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('sessions take turns: one is not kept waiting behind many of another', async () => {
  const limit = createLimit(1);
  const order: string[] = [];
  const run = async (session: string): Promise<void> => {
    const release = await limit.take(session);
    order.push(session);
    release?.();
  };
  const release = await limit.take('busy');
  const all = [run('busy'), run('busy'), run('busy'), run('calm'), run('busy')];
  release?.();
  await Promise.all(all);
  expect(order).toEqual(['busy', 'calm', 'busy', 'busy', 'busy']);
});

test('giving a place back twice frees one place', async () => {
  const limit = createLimit(1);
  const release = await limit.take('s');
  release?.();
  release?.();
  await limit.take('s');
  const giveUp = new AbortController();
  const late = limit.take('s', giveUp.signal);
  giveUp.abort();
  expect(await late).toBe(null);
});

test('who gives up in the queue takes no place', async () => {
  const limit = createLimit(1);
  const release = await limit.take('s');
  const giveUp = new AbortController();
  const quitter = limit.take('s', giveUp.signal);
  const patient = limit.take('s');
  giveUp.abort();
  expect(await quitter).toBe(null);
  release?.();
  expect(await patient).toEqual(expect.any(Function));
  expect(await limit.take('s', AbortSignal.abort())).toBe(null);
});

test('the number of processes comes from the environment, else from the cores', () => {
  const usual = Math.max(4, 2 * availableParallelism());
  expect(maxProcesses({ HOOKLINE_MAX_PROCESSES: '3' })).toBe(3);
  for (const bad of ['', '0', '-1', 'many', '1.5']) expect(maxProcesses({ HOOKLINE_MAX_PROCESSES: bad })).toBe(usual);
  expect(maxProcesses({})).toBe(usual);
});
