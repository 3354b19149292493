import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

test('events beyond the places wait, and sessions take turns', async () => {
  const admit = createAdmission(1);
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
  const admit = createAdmission(2);
  let turns = 0;
  let isDone = false;
  const count = async (): Promise<void> => {
    while (!isDone) {
      turns += 1;
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
  expect(turns).toBeGreaterThanOrEqual(48);
});

test('who gave up gets no place and takes none', async () => {
  const admit = createAdmission(1);
  const leave = await admit('s');
  const controller = new AbortController();
  const waiting = admit('s', controller.signal);
  controller.abort();
  expect(await waiting).toBe(null);
  leave?.();
  expect(await admit('s')).toBeTypeOf('function');
});
