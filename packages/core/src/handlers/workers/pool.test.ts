import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pool, type PooledWorker } from './pool.ts';

interface Named extends PooledWorker {
  readonly name: string;
}

/** A pool of two and a way to start workers that only write down what becomes of them. */
function setUp(idleMs = 60_000) {
  const log: string[] = [];
  const outdated = new Set<string>();
  const ended = new Set<string>();
  const start = (key: string) => (): Named => {
    const name = `${key}${log.filter((line) => line.startsWith('start')).length}`;
    log.push(`start ${name}`);
    const end = (): Promise<void> => {
      ended.add(name);
      log.push(`end ${name}`);
      return Promise.resolve();
    };
    return { key, name, hasEnded: () => ended.has(name), isCurrent: () => !outdated.has(name), end };
  };
  const pool = new Pool<Named>({ mostWorkers: 2, idleMs });
  const take = (key: string, signal?: AbortSignal): Promise<Named | null> => pool.take(key, start(key), signal);
  const taken = async (key: string): Promise<Named> => {
    const worker = await take(key);
    if (worker === null) throw new Error('expected a worker');
    return worker;
  };
  return { pool, log, outdated, ended, take, taken };
}

test('an idle worker is used again for the same key', async () => {
  const { pool, taken } = setUp();
  const first = await taken('a');
  pool.release(first);
  expect(await taken('a')).toBe(first);
});

test('an outdated worker is ended and another started', async () => {
  const { pool, log, outdated, taken } = setUp();
  pool.release(await taken('a'));
  outdated.add('a0');
  await taken('a');
  expect(log).toEqual(['start a0', 'end a0', 'start a1']);
});

test('a full pool sends away the one that is idle for longest', async () => {
  const { pool, log, taken } = setUp();
  const [a, b] = [await taken('a'), await taken('b')];
  pool.release(b);
  pool.release(a);
  await taken('c');
  expect(log).toEqual(['start a0', 'start b1', 'end b1', 'start c2']);
});

test('when all are at work, takers wait in order, and one that gives up loses its place', async () => {
  const { pool, take, taken } = setUp();
  const first = await taken('a');
  await taken('a');
  const controller = new AbortController();
  const gone = take('a', controller.signal);
  const third = take('a');
  controller.abort();
  expect(await gone).toBeNull();
  pool.release(first);
  expect(await third).toBe(first);
});

test('a worker that ended makes room for those who wait', async () => {
  const { pool, log, take, taken } = setUp();
  const first = await taken('a');
  await taken('a');
  const third = take('a');
  pool.discard(first);
  expect((await third)?.name).toBe('a2');
  expect(log).toEqual(['start a0', 'start a1', 'end a0', 'start a2']);
});

test('an idle worker is ended after a while', async () => {
  const { pool, ended, taken } = setUp(20);
  pool.release(await taken('a'));
  await pause(60);
  expect([...ended]).toEqual(['a0']);
});

test('close ends all, and gives nothing more', async () => {
  const { pool, ended, take, taken } = setUp();
  pool.release(await taken('a'));
  await taken('b');
  await taken('a');
  const waiting = take('c');
  await pool.close();
  expect(await waiting).toBeNull();
  expect(await take('a')).toBeNull();
  expect([...ended].sort()).toEqual(['a0', 'b1']);
});
