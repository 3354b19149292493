import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { expectGone, processesWith, shellRequest } from '../../../../test/support/processes.ts';
import { runCommand } from '../handlers/command.ts';
import { killDescendants, descendantsOf } from './descendants.ts';

let count = 0;

/** How long to sleep: no other process has the same number among its arguments. */
const uniqueSeconds = (): string => `1000.${process.pid}${Date.now()}${(count += 1)}`;

/** Children that no mark in their environment could tell, in sessions of their own. */
const ESCAPES = [
  ['has lost its environment', (seconds: string) => `env -i setsid sleep ${seconds} > /dev/null 2>&1 &`],
  [
    'has lost it, and left children of its own',
    (seconds: string) => `env -i setsid bash -c 'setsid sleep ${seconds} & wait' > /dev/null 2>&1 &`,
  ],
  [
    'has lost it and its parent, and holds stdout',
    (seconds: string) => `(env -i setsid sleep ${seconds} < /dev/null 2> /dev/null &)`,
  ],
  [
    'has lost it and its parent, and holds stderr',
    (seconds: string) => `(env -i setsid sleep ${seconds} < /dev/null > /dev/null &)`,
  ],
] as const;

describe('at its timeout, and when it is called off, a hook takes an escaped child along that', needs('setsid'), () => {
  for (const [title, escape] of ESCAPES) {
    test.each(['term', 'kill'] as const)(`${title} (%s)`, async (atTimeout) => {
      const seconds = uniqueSeconds();
      const env = { PATH: process.env['PATH'] ?? '', KODE_SESSION_ID: seconds };
      const request = shellRequest(`${escape(seconds)}\nsleep 1000`, { env, timeoutMs: 1500, atTimeout });
      const running = runCommand(request);
      for (let tries = 0; tries < 40 && asleep(seconds).length === 0; tries += 1) await wait(25);
      expect(asleep(seconds)).toHaveLength(1);
      expect((await running).ending).toEqual({ how: 'timed-out', afterMs: 1500 });
      await expectGone(`sleep\0${seconds}`);
    });
  }

  test('was told to go while it forked', async () => {
    const seconds = uniqueSeconds();
    const forking = `env -i setsid bash -c 'trap "" TERM; while :; do setsid sleep ${seconds} & sleep 0.02; done'`;
    const request = shellRequest(`${forking} > /dev/null 2>&1 &\nsleep 1000`, { timeoutMs: 600 });
    expect((await runCommand(request)).ending).toEqual({ how: 'timed-out', afterMs: 600 });
    await expectGone(seconds);
  });
});

const asleep = (seconds: string): readonly number[] => processesWith(`sleep\0${seconds}`);

test('a process that took the number of another is not taken for it', async () => {
  const child = spawn('sleep', ['100'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('spawn', resolve));
  const family = descendantsOf([process.pid]);
  const member = family.find(({ pid }) => pid === child.pid);
  expect(member).toEqual({ pid: child.pid, startTick: expect.any(Number) });
  killDescendants([{ pid: child.pid ?? 0, startTick: (member?.startTick ?? 0) - 1 }]);
  await wait(100);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  killDescendants(member === undefined ? [] : [member]);
  await new Promise((resolve) => child.once('exit', resolve));
  expect(child.signalCode).toBe('SIGKILL');
});
