import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anEvent } from '../../../../test/support/hooks.ts';
import { DIALECTS } from '../dialects/index.ts';
import { asHook, calledAsHook, isInsideOwnHook, isStartedByHook, isThenable } from './nesting.ts';

const EVENT = anEvent('Stop');
const KODE = { KODE_HOOK_EVENT: 'session_start', KODE_SESSION_ID: '', KODE_WORK_DIR: '/p', PATH: '/bin' };

// The first test of the file: later ones ask for promises to be followed.
test.each([[undefined], [{}]])(
  'what a function that answers %j at once leaves behind is the host’s own work',
  async (answer) => {
    const seen: Promise<boolean>[] = [];
    const leaving = calledAsHook(() => {
      seen.push(setImmediate().then(isInsideOwnHook));
      return answer;
    });
    for (let call = 0; call < 4; call += 1) expect(leaving(EVENT)).toBe(answer);
    expect(await Promise.all(seen)).toEqual([false, false, false, false]);
  },
);

test('a function that answers at once for the first time leaves others that wait inside their hooks', async () => {
  const seen: boolean[] = [];
  const waiting = calledAsHook(async () => {
    await setImmediate();
    seen.push(isInsideOwnHook());
    return undefined;
  });
  const pending = waiting(EVENT);
  expect(calledAsHook(() => undefined)(EVENT)).toBe(undefined);
  await pending;
  expect(seen).toEqual([true]);
});

test.each<[string, Readonly<Record<string, string | undefined>>, boolean]>([
  ['an ordinary environment', { PATH: '/bin', HOME: '/home/ann' }, false],
  ['the tag of a run', { PATH: '/bin', HOOKLINE_RUN: 'd-1' }, true],
  ['an empty tag', { HOOKLINE_RUN: '' }, false],
  ["kode's exact environment", KODE, true],
  [
    "kode's exact environment after a shell has added its own variables",
    { ...KODE, PWD: '/p', OLDPWD: '/', SHLVL: '1', _: '/bin/x' },
    true,
  ],
  ["kode's exact environment without PATH", { ...KODE, PATH: undefined }, true],
  ["kode's exact environment with the home folder that the command line names", { ...KODE, HOME: '/home/ann' }, true],
  ["kode's variables in a richer environment", { ...KODE, HOME: '/home/ann', LANG: 'C' }, false],
  ["kode's exact environment and a variable without a value", { ...KODE, HOME: undefined }, true],
  ["kode's exact environment and another's variable without a value", { ...KODE, LANG: undefined }, true],
  ['nothing at all', {}, false],
  ["some of kode's variables", { KODE_HOOK_EVENT: 'session_start', PATH: '/bin' }, false],
])('with %s, %j, this process was started by a hook: %s', (_says, env, inside) => {
  expect(isStartedByHook(env, DIALECTS)).toBe(inside);
});

test('while a hook runs, hooks fire no hooks, and its child tasks inherit that', async () => {
  const childTask = async (): Promise<boolean> => {
    await setImmediate();
    return isInsideOwnHook();
  };
  expect(await asHook(childTask)).toBe(true);
  expect(await childTask()).toBe(false);
});

test('while a function of the host is called, hooks fire no hooks, whether it answers at once or later', async () => {
  const seen: boolean[] = [];
  const atOnce = calledAsHook(() => {
    seen.push(isInsideOwnHook());
    return undefined;
  });
  for (let call = 0; call < 3; call += 1) {
    expect(atOnce(EVENT)).toBe(undefined);
    seen.push(isInsideOwnHook());
  }
  expect(seen).toEqual([true, false, true, false, true, false]);
  const later = calledAsHook(async () => {
    await setImmediate();
    seen.push(isInsideOwnHook());
    return undefined;
  });
  seen.length = 0;
  for (let call = 0; call < 3; call += 1) await later(EVENT);
  expect([...seen, isInsideOwnHook()]).toEqual([true, true, true, false]);
});

test('a function that gives a promise one day is followed from the next call on', async () => {
  const seen: boolean[] = [];
  let calls = 0;
  const changing = calledAsHook(() => {
    calls += 1;
    if (calls === 1) return undefined;
    return setImmediate().then(() => {
      seen.push(isInsideOwnHook());
      return undefined;
    });
  });
  for (let call = 0; call < 4; call += 1) await changing(EVENT);
  expect(seen.slice(1)).toEqual([true, true]);
  expect(isInsideOwnHook()).toBe(false);
});

test('a function that gave a promise once is followed ever after', async () => {
  const seen: boolean[] = [];
  let calls = 0;
  const changing = calledAsHook(() => {
    calls += 1;
    if (calls === 2) return undefined;
    return setImmediate().then(() => {
      seen.push(isInsideOwnHook());
      return undefined;
    });
  });
  for (let call = 0; call < 3; call += 1) await changing(EVENT);
  expect(seen).toEqual([true, true]);
});

test('a function that throws leaves no trace', () => {
  let calls = 0;
  const failing = calledAsHook(() => {
    calls += 1;
    if (calls > 1) throw new Error('no');
    return undefined;
  });
  expect(failing(EVENT)).toBe(undefined);
  expect(() => failing(EVENT)).toThrow('no');
  expect(isInsideOwnHook()).toBe(false);
});

test.each<[unknown, boolean]>([
  [Promise.resolve(), true],
  [Object.create(Promise.prototype), true],
  [JSON.parse('{"then":"later"}'), false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['then', false],
  [() => undefined, false],
])('%s is a promise of some kind: %s', (value, expected) => {
  expect(isThenable(value)).toBe(expected);
});
