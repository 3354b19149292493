import { expect, test } from 'vitest';
import { startTimeout } from './timeout.ts';

test('calls back once, not before its time', async () => {
  const startedAt = performance.now();
  await new Promise<void>((resolve) => startTimeout(30, resolve));
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(30);
});

test('what happened while the loop was blocked comes first', async () => {
  const order: string[] = [];
  const { spawn } = await import('node:child_process');
  const child = spawn('true', { stdio: 'ignore' });
  child.once('exit', () => order.push('exit'));
  const timedOut = new Promise<void>((resolve) => startTimeout(50, () => resolve(void order.push('timeout'))));
  const endsAt = performance.now() + 500;
  while (performance.now() < endsAt);
  await timedOut;
  expect(order).toEqual(['exit', 'timeout']);
});

test('time in which the process stood still is given back, at most once over', async () => {
  const startedAt = performance.now();
  const timedOut = new Promise<void>((resolve) => startTimeout(300, resolve));
  while (performance.now() - startedAt < 450);
  await timedOut;
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(590);
  const again = performance.now();
  const timedOutAgain = new Promise<void>((resolve) => startTimeout(50, resolve));
  while (performance.now() - again < 500);
  await timedOutAgain;
  expect(performance.now() - again).toBeGreaterThanOrEqual(545);
});

test('one that is stopped never calls, even in the last moment', async () => {
  let calls = 0;
  const stops = [startTimeout(0, () => (calls += 1)), startTimeout(1, () => (calls += 1))];
  await new Promise((resolve) => setTimeout(resolve, 1));
  stops.forEach((stop) => stop());
  await new Promise((resolve) => setTimeout(resolve, 20));
  const early = calls;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(early);
});

test('a time that no timer can hold is not over at once', async () => {
  let calls = 0;
  const stops = [2 ** 31, 2 ** 40, Infinity].map((ms) => startTimeout(ms, () => (calls += 1)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  stops.forEach((stop) => stop());
  expect(calls).toBe(0);
});
