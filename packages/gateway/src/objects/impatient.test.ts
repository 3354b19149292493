import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { impatient } from './impatient.ts';
import { type ObjectStore, ObjectsAway } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BYTES = Buffer.from('x');

/** A store that keeps whoever asks it waiting, and then does not answer. */
function rig() {
  const state = { asked: 0, waitMs: 10_000, isAway: true };
  const get = async (): Promise<Buffer> => {
    state.asked += 1;
    if (!state.isAway) return BYTES;
    await new Promise((resolve) => setTimeout(resolve, state.waitMs));
    throw new ObjectsAway('it does not answer');
  };
  return { state, store: impatient({ get } as unknown as ObjectStore) };
}

/** How a call ends, when it has ended; null: not yet. */
function called(store: ObjectStore): { how: string | null } {
  const call: { how: string | null } = { how: null };
  store.get('k').then(
    () => (call.how = 'read'),
    (error: unknown) => (call.how = (error as Error).message),
  );
  return call;
}

it('a store that does not answer is waited for by one at a time, so that connections to the database stay free', async () => {
  const { state, store } = rig();
  const first = [called(store), called(store)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(first.map(({ how }) => how)).toEqual(['it does not answer', 'it does not answer']);
  const second = [called(store), called(store), called(store)];
  await vi.advanceTimersByTimeAsync(0);
  expect(second.map(({ how }) => how)).toEqual(Array(3).fill('it does not answer'));
  expect(state.asked).toBe(2);
  await vi.advanceTimersByTimeAsync(5_000);
  const third = [called(store), called(store)];
  await vi.advanceTimersByTimeAsync(0);
  expect(third.map(({ how }) => how)).toEqual([null, 'it does not answer']);
  await vi.advanceTimersByTimeAsync(10_000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await store.get('k')).toEqual(BYTES);
  expect(await Promise.all([store.get('k'), store.get('k')])).toEqual([BYTES, BYTES]);
});

it('one that says no at once is asked each time', async () => {
  const { state, store } = rig();
  state.waitMs = 0;
  for (let n = 0; n < 3; n += 1) {
    const call = called(store);
    await vi.advanceTimersByTimeAsync(1);
    expect(call.how).toBe('it does not answer');
  }
  expect(state.asked).toBe(3);
});
