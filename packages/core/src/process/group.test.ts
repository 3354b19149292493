import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { expectGone, processesWith } from '../../../../test/support/processes.ts';
import { testWith } from '../../../../test/support/programs.ts';
import { startInGroup } from './group.ts';

const test = testWith('setsid');

test('what a server started in a session of its own ends with the server', async () => {
  const seconds = `1000.${process.pid}${Date.now()}`;
  const script = `setsid sleep ${seconds} > /dev/null 2>&1 & read -r line`;
  const child = startInGroup('bash', ['-c', script], { env: { PATH: process.env['PATH'] }, tag: 'HOOKLINE_TEST' });
  await vi.waitFor(() => expect(processesWith(`sleep\0${seconds}`)).toHaveLength(1), { timeout: 5000 });
  child.stdin.end();
  await once(child, 'exit');
  await expectGone(`sleep\0${seconds}`);
});

test('two servers with the same environment are told apart', async () => {
  const seconds = `1000.${process.pid}${Date.now()}`;
  const options = { env: { PATH: process.env['PATH'] }, tag: 'HOOKLINE_TEST' };
  const script = `setsid sleep ${seconds} > /dev/null 2>&1 & read -r line`;
  const [first, second] = [
    startInGroup('bash', ['-c', script], options),
    startInGroup('bash', ['-c', script], options),
  ];
  await vi.waitFor(() => expect(processesWith(`sleep\0${seconds}`)).toHaveLength(2), { timeout: 5000 });
  first.stdin.end();
  await once(first, 'exit');
  await vi.waitFor(() => expect(processesWith(`sleep\0${seconds}`)).toHaveLength(1), { timeout: 5000 });
  expect(second.exitCode).toBeNull();
  second.stdin.end();
  await once(second, 'exit');
  await expectGone(`sleep\0${seconds}`);
});
