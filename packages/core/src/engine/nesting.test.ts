import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import { asHook, isInsideOwnHook, isStartedByHook } from './nesting.ts';

const KODE = { KODE_HOOK_EVENT: 'session_start', KODE_SESSION_ID: '', KODE_WORK_DIR: '/p', PATH: '/bin' };

test.each<[string, Readonly<Record<string, string | undefined>>, boolean]>([
  ['an ordinary environment', { PATH: '/bin', HOME: '/home/ann' }, false],
  ['the tag of a run', { PATH: '/bin', HOOKLINE_RUN: 'd-1' }, true],
  ['an empty tag', { HOOKLINE_RUN: '' }, false],
  ["kode's exact environment", KODE, true],
  [
    "kode's exact environment after a shell has added its own variables",
    { ...KODE, PWD: '/p', SHLVL: '1', _: '/bin/x' },
    true,
  ],
  ["kode's exact environment without PATH", { ...KODE, PATH: undefined }, true],
  ["kode's variables in a richer environment", { ...KODE, HOME: '/home/ann' }, false],
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
