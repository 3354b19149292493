import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { expectGone, processesWith } from '../support/processes.ts';
import { skipWithout } from '../support/skip-without.ts';

/** Runs the text as a hook; after a while in which shells have begun to wait when the first word says so. */
const HOST = `
import { openLaunching } from './test/warm/launch.ts';
import { runCommand } from './packages/core/src/handlers/command.ts';

const requestOf = (text) => ({
  kind: 'command', runId: 'young-' + process.pid, program: 'bash', args: ['--norc', '-c', text], script: text, cwd: '/',
  env: { PATH: process.env.PATH }, stdin: Buffer.from('{}'), timeoutMs: 60_000, atTimeout: 'term', background: false,
});
const [manner, text] = process.argv.slice(2);
if (manner === 'cold') await runCommand(requestOf(text));
else {
  const launching = openLaunching();
  await launching.launchWarm(() => requestOf('exit 0'));
  await launching.launch(requestOf(text));
  await launching.close();
}
`;

vi.setConfig({ testTimeout: 120_000 });

let host: ReturnType<typeof bundle>;
let temporary: string;

beforeAll(() => {
  host = bundle(HOST);
  temporary = join(dirname(host.path), 'tmp');
  mkdirSync(temporary);
  const assets = fileURLToPath(new URL('../../packages/core/assets', import.meta.url));
  cpSync(assets, join(dirname(host.path), 'assets'), { recursive: true });
});

afterAll(() => host.remove());

async function run(manner: 'cold' | 'warm', text: string): Promise<NodeJS.Signals | number | null> {
  const env = { PATH: process.env['PATH'], TMPDIR: temporary };
  const child: ChildProcess = spawn(process.execPath, [host.path, manner, text], { env, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (status, signal) => resolve(signal ?? status)));
}

let count = 0;
const uniqueSeconds = (): string => `1000.${process.pid}${Date.now()}${(count += 1)}`;
const asleep = (seconds: string): readonly number[] => processesWith(`sleep\0${seconds}`);

test('a hook whose host was killed in the first moment is ended by the next host', async () => {
  const seconds = uniqueSeconds();
  expect(await run('cold', `kill -KILL $PPID; sleep ${seconds}; :`)).toBe('SIGKILL');
  await wait(500);
  expect(asleep(seconds)).toHaveLength(1);
  expect(await run('cold', 'exit 0')).toBe(0);
  await expectGone(`sleep\0${seconds}`);
});

test('and at once where the host had a helper', async () => {
  const seconds = uniqueSeconds();
  expect(await run('warm', `kill -KILL $PPID; sleep ${seconds}; :`)).toBe('SIGKILL');
  await expectGone(`sleep\0${seconds}`);
});

test('a hook whose host is alive is left alone, even if the number of that host is not known here', async () => {
  skipWithout('unshare');
  const seconds = uniqueSeconds();
  // A number that no process has here.
  const free =
    Array.from({ length: 10_000 }, (_, index) => index + 500).find((pid) => !existsSync(`/proc/${pid}`)) ?? 0;
  const first = 'echo $0 > /proc/sys/kernel/ns_last_pid; "$@"; :';
  const command = [process.execPath, host.path, 'cold', `sleep ${seconds}`];
  const alone = ['--pid', '--fork', '--mount-proc', '--kill-child', 'sh', '-c', first, String(free - 1), ...command];
  const other = spawn('unshare', alone, { env: { PATH: process.env['PATH'], TMPDIR: temporary }, stdio: 'ignore' });
  const started = await Promise.race([
    new Promise<boolean>((resolve) => other.once('exit', () => resolve(false))),
    (async () => {
      for (let tries = 0; tries < 400 && asleep(seconds).length === 0; tries += 1) await wait(25);
      return asleep(seconds).length === 1;
    })(),
  ]);
  if (started) {
    const pipes = asleep(seconds).map((pid) => readlinkSync(`/proc/${pid}/fd/1`));
    expect(await run('cold', 'exit 0')).toBe(0);
    expect(asleep(seconds)).toHaveLength(1);
    expect(pipes).toEqual([expect.stringContaining(`busy-${free}-`)]);
    expect(pipes.filter((pipe) => !existsSync(pipe))).toEqual([]);
  }
  other.kill('SIGKILL');
  await expectGone(`sleep\0${seconds}`);
});
