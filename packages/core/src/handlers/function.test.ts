import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Report } from '../model/index.ts';
import { runFunction } from './function.ts';

const run = (call: () => unknown, timeoutMs = 1000, signal?: AbortSignal): Promise<Report> =>
  runFunction({ kind: 'function', runId: 'r', timeoutMs, call }, signal);

const report = (more: Partial<Report>): unknown => ({
  stdout: '',
  stderr: '',
  truncated: [],
  durationMs: expect.any(Number),
  ...more,
});

test('what a function returns, or its promise gives, is the value', async () => {
  const answer = { decision: 'block' };
  expect(await run(() => answer)).toEqual(report({ ending: { how: 'answered' }, value: answer }));
  expect(await run(async () => answer)).toEqual(report({ ending: { how: 'answered' }, value: answer }));
  expect(await run(() => pause(10, answer))).toEqual(report({ ending: { how: 'answered' }, value: answer }));
  expect(await run(() => undefined)).toEqual(report({ ending: { how: 'answered' } }));
});

test.each([
  [new TypeError('bad'), 'TypeError: bad'],
  ['text', 'threw text'],
  [undefined, 'threw undefined'],
  [Symbol('odd'), 'threw Symbol(odd)'],
  [Object.create(null), 'threw a value that has no text'],
])('a function that throws or rejects has raised (%#)', async (thrown, why) => {
  const fail = (): never => {
    throw thrown;
  };
  expect((await run(fail)).ending).toEqual({ how: 'raised', why });
  expect((await run(async () => fail())).ending).toEqual({ how: 'raised', why });
  expect((await run(() => pause(5).then(fail))).ending).toEqual({ how: 'raised', why });
});

test('a thenable that misbehaves has raised', async () => {
  const broken = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
      has: () => true,
    },
  );
  expect((await run(() => broken)).ending).toEqual({ how: 'raised', why: 'Error: no' });
});

test('a promise that never settles is timed out', async () => {
  const result = await run(() => new Promise(() => undefined), 50);
  expect(result.ending).toEqual({ how: 'timed-out', afterMs: 50 });
  expect(result.durationMs).toBeLessThan(500);
});

test('an answer that was there in time counts, even if the event loop was blocked past the timeout', async () => {
  const blocked = run(() => pause(5, { decision: 'block' }), 20);
  await Promise.resolve();
  const until = performance.now() + 60;
  while (performance.now() < until);
  expect((await blocked).ending).toEqual({ how: 'answered' });
});

test('a very long timeout is one', async () => {
  expect((await run(() => pause(20, {}), 1e12)).ending).toEqual({ how: 'answered' });
});

test('a signal cancels, and keeps the function from being called when it came before', async () => {
  const controller = new AbortController();
  const running = run(() => new Promise(() => undefined), 10_000, controller.signal);
  controller.abort();
  expect((await running).ending).toEqual({ how: 'cancelled' });
  const call = vi.fn();
  expect((await run(call, 1000, controller.signal)).ending).toEqual({ how: 'cancelled' });
  expect(call).not.toHaveBeenCalled();
});

test('an answer that is there at once needs no timer', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await run(() => 1);
  await run(async () => 1);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});
