import type { FollowedHooks, Hooks } from '@hookline/core/internal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenHooks } from '../call/lent-hooks.ts';
import { KeptHooks } from './kept-hooks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Hooks that only know whether they are current, and that they were closed. */
class Planted implements FollowedHooks {
  isCurrent = true;
  closed = 0;
  readonly areCurrent = (): boolean => this.isCurrent;
  readonly hooks = { close: () => Promise.resolve(void (this.closed += 1)) } as unknown as Hooks;
}

function planting(): { readonly made: readonly Planted[]; readonly open: OpenHooks } {
  const made: Planted[] = [];
  const open = (): Promise<FollowedHooks> => Promise.resolve(made[made.push(new Planted()) - 1] as Planted);
  return { made, open };
}

test('hooks are used again for the same key, and by several at once', async () => {
  const { made, open } = planting();
  const kept = new KeptHooks();
  const first = await kept.take('a', open);
  const second = await kept.take('a', open);
  expect(second.hooks).toBe(first.hooks);
  await first.release();
  expect((await kept.take('a', open)).hooks).toBe(first.hooks);
  expect((await kept.take('b', open)).hooks).not.toBe(first.hooks);
  expect(made.map(({ closed }) => closed)).toEqual([0, 0]);
});

test('hooks that are no longer current are opened anew, and closed when their last event has ended', async () => {
  const { made, open } = planting();
  const kept = new KeptHooks();
  const first = await kept.take('a', open);
  (made[0] as Planted).isCurrent = false;
  const second = await kept.take('a', open);
  expect(second.hooks).not.toBe(first.hooks);
  expect(made.map(({ closed }) => closed)).toEqual([0, 0]);
  await first.release();
  expect(made.map(({ closed }) => closed)).toEqual([1, 0]);
});

test('hooks that two events have opened at the same time are all closed', async () => {
  const { made, open } = planting();
  const kept = new KeptHooks();
  const lent = await Promise.all([kept.take('a', open), kept.take('a', open)]);
  for (const { release } of lent) await release();
  await kept.close();
  expect(made.map(({ closed }) => closed)).toEqual([1, 1]);
});

test('hooks are closed after a minute without an event, and those used longest ago when there are many', async () => {
  const { made, open } = planting();
  const kept = new KeptHooks();
  for (let count = 0; count < 17; count += 1) await (await kept.take(String(count), open)).release();
  expect(made.map(({ closed }) => closed).reduce((sum, each) => sum + each)).toBe(1);
  expect(made[0]?.closed).toBe(1);
  vi.advanceTimersByTime(59_000);
  await (await kept.take('16', open)).release();
  vi.advanceTimersByTime(59_000);
  expect(made.filter(({ closed }) => closed === 0)).toEqual([made[16]]);
  vi.advanceTimersByTime(1000);
  expect(made.every(({ closed }) => closed === 1)).toBe(true);
});

test('hooks that cannot be opened are tried again by the next event', async () => {
  const { open } = planting();
  const kept = new KeptHooks();
  await expect(kept.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect((await kept.take('a', open)).unrecorded).toEqual([]);
});
