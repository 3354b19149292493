import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand } from '../command.ts';

const TIMEOUT_MS = 2000;
/** More than a pipe holds: the hook waits until it is read. */
const MANY = 200_000;

test.each([
  ['from the moment of its start', null],
  ['while it ran', 100],
])(
  'a hook that waits to be read is not out of time when it was this process that stood still %s',
  async (_, afterMs) => {
    const running = runCommand({
      kind: 'command',
      runId: 'standing-still',
      program: 'sh',
      args: ['-c', `head -c ${MANY} /dev/zero`],
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
      stdin: Buffer.from('{}'),
      timeoutMs: TIMEOUT_MS,
      atTimeout: 'term',
      background: false,
    });
    await wait(0);
    if (afterMs !== null) await wait(afterMs);
    const until = performance.now() + TIMEOUT_MS + 500;
    while (performance.now() < until);
    const { ending, stdout } = await running;
    expect(ending).toEqual({ how: 'exited', code: 0 });
    expect(stdout).toHaveLength(MANY);
  },
);
