import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, expect, test, vi } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { expectGone, processesWith } from '../../../../test/support/processes.ts';
import type { Run } from '../handlers/process/run.ts';
import { sweep } from './sweep.ts';
import { monotonicMs } from '../text/clock.ts';

const started: ChildProcess[] = [];

afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Numbers no other process has: a sweep looks at the whole machine. */
const unique = `sweep-${process.pid}-${performance.now()}`;

async function startSleeper(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn('/bin/sleep', ['100'], { env, detached: true, stdio: 'ignore' });
  started.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  return child;
}

async function runWith(env: Record<string, string>, startedAt = monotonicMs()): Promise<Run> {
  const run: Partial<Run> = { pid: 2 ** 30, runId: unique, env, isBackground: false, startedAt };
  return run as Run;
}

async function isKilled(child: ChildProcess): Promise<boolean> {
  const exited = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
  const waited = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 400));
  return child.signalCode !== null || Promise.race([exited, waited]);
}

test('a process with the tag of the run is killed, one with another tag is not', async () => {
  const run = await runWith({ HOOKLINE_RUN: unique });
  const ours = await startSleeper({ HOOKLINE_RUN: unique, MORE: 'x' });
  const other = await startSleeper({ HOOKLINE_RUN: `${unique}0` });
  sweep([run], new Set());
  expect(await isKilled(ours)).toBe(true);
  expect(await isKilled(other)).toBe(false);
});

test('without a tag only the very same environment counts, whatever shells add', async () => {
  const env = { ID: unique, PATH: '/bin' };
  const run = await runWith(env);
  const same = await startSleeper({ ...env, PWD: '/', SHLVL: '2', _: '/bin/sleep' });
  const more = await startSleeper({ ...env, MORE: 'x' });
  const less = await startSleeper({ ID: unique });
  sweep([run], new Set());
  expect(await isKilled(same)).toBe(true);
  expect(await isKilled(more)).toBe(false);
  expect(await isKilled(less)).toBe(false);
});

test('without a tag an older process and the group of another run are spared', async () => {
  const env = { ID: `${unique}-spared` };
  const older = await startSleeper(env);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const run = await runWith(env);
  const another = await startSleeper(env);
  sweep([run], new Set([another.pid ?? 0]));
  expect(await isKilled(older)).toBe(false);
  expect(await isKilled(another)).toBe(false);
});

test('an empty environment marks no process', async () => {
  const bystander = await startSleeper({});
  sweep([await runWith({})], new Set());
  sweep([await runWith({ PWD: '/' })], new Set());
  expect(await isKilled(bystander)).toBe(false);
});

test(
  'without a tag a hook that is only being started is spared, and one that escaped meanwhile is not',
  needs('setsid'),
  async () => {
    const env = { ID: `${unique}-starting` };
    const run = await runWith(env);
    const begunAt = monotonicMs();
    const starting = await startSleeper(env);
    const seconds = `100.${process.pid}${Date.now()}`;
    const escape = spawn('/bin/sh', ['-c', `setsid sleep ${seconds} &`], { env, stdio: 'ignore' });
    await new Promise((resolve) => escape.once('exit', resolve));
    await vi.waitFor(() => expect(processesWith(`sleep\0${seconds}`)).toHaveLength(1), { timeout: 5000 });
    sweep([run], new Set(), begunAt);
    await expectGone(`sleep\0${seconds}`);
    expect(await isKilled(starting)).toBe(false);
    sweep([run], new Set(), null);
    expect(await isKilled(starting)).toBe(true);
  },
);

test('without a tag what a hook has started, which is only being started itself, is spared with it', async () => {
  const env = { ID: `${unique}-deep`, PATH: '/bin:/usr/bin' };
  const run = await runWith(env);
  const begunAt = monotonicMs();
  const seconds = `101.${process.pid}${Date.now()}`;
  const script = `/bin/sh -c '/bin/sh -c "sleep ${seconds}; :"; :'; :`;
  started.push(spawn('/bin/sh', ['-c', script], { env, detached: true, stdio: 'ignore' }));
  await vi.waitFor(() => expect(processesWith(`sleep\0${seconds}`)).toHaveLength(1), { timeout: 5000 });
  sweep([run], new Set(), begunAt);
  expect(processesWith(`sleep\0${seconds}`)).toHaveLength(1);
  sweep([run], new Set(), null);
  await expectGone(`sleep\0${seconds}`);
});
