import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../../../../../test/support/programs.ts';
import { bundle } from '../../../../../test/support/bundle.ts';
import { expectGone, processesWith } from '../../../../../test/support/processes.ts';

/** A host of its own: runs what it is told, and says when each run has begun. */
const HOST = `
import { runCommand, killAllRuns } from './packages/core/src/handlers/command.ts';
import { closeSync, openSync } from 'node:fs';

const tag = process.argv[3];
const run = (script, more = {}) => runCommand({
  kind: 'command', runId: tag, program: 'bash', args: ['-c', script], cwd: '/',
  env: { PATH: process.env.PATH, HOOKLINE_RUN: tag }, stdin: Buffer.from('{}'),
  timeoutMs: 60_000, atTimeout: 'term', background: false, ...more,
});

const stories = {
  'hang': () => run('sleep 1000 & sleep 1000'),
  'two, one over': async () => { void run('sleep 1000'); await run('sleep 0.3'); },
  'exit': () => { void run('sleep 1000'); setTimeout(() => process.exit(3), 500); },
  'exit early': () => { void run('sleep 1000'); setTimeout(() => process.exit(3), 20); },
  'handle SIGTERM': () => {
    process.on('SIGTERM', () => { killAllRuns(); process.exit(143); });
    return run('(setsid sleep 1000 </dev/null >/dev/null 2>&1 &) ; sleep 1000');
  },
  'background, then exit': () => { void run('sleep 1000', { background: true }); setTimeout(() => process.exit(3), 300); },
  'end': async () => { console.log(JSON.stringify((await run('sleep 0.3; echo ok')).stdout)); },
  'queue': async () => {
    const reports = await Promise.all(['a', 'b', 'c'].map((name) => run('sleep 0.5; echo ' + name, { timeoutMs: 1200 })));
    const [background, foreground] = await Promise.all([run('sleep 2', { background: true }), run('echo d')]);
    console.log(JSON.stringify([...reports.map(({ stdout }) => stdout), foreground.durationMs < background.durationMs]));
  },
  'no descriptors, released': async () => {
    const release = takeAll();
    setTimeout(release, 300);
    console.log(JSON.stringify(await run('echo ok')));
  },
  'no descriptors, for good': async () => {
    const release = takeAll();
    const report = await run('echo ok', { timeoutMs: 600 });
    release();
    console.log(JSON.stringify(report));
  },
};

function takeAll() {
  const taken = [];
  for (;;) {
    try { taken.push(openSync('/dev/null', 'r')); } catch { break; }
  }
  return () => taken.forEach((descriptor) => closeSync(descriptor));
}

await stories[process.argv[2]]();
`;

let host: ReturnType<typeof bundle>;
let count = 0;

beforeAll(() => (host = bundle(HOST)));
afterAll(() => host.remove());

interface Told {
  readonly child: ChildProcess;
  readonly tag: string;
  readonly output: Promise<string>;
  readonly exit: Promise<number | null>;
}

function tell(story: string, prefix: readonly string[] = []): Told {
  count += 1;
  const tag = `death-${process.pid}-${count}`;
  const [program, ...args] = [...prefix, process.execPath, host.path, story, tag];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const output = new Promise<string>((resolve) => child.once('close', () => resolve(chunks.join(''))));
  return { child, tag, output, exit };
}

/** The host itself has the tag among its arguments, not in its environment. */
async function hookRuns(tag: string): Promise<void> {
  for (let tries = 0; tries < 400 && processesWith(`HOOKLINE_RUN=${tag}`).length === 0; tries += 1) await wait(25);
  expect(processesWith(`HOOKLINE_RUN=${tag}`).length).toBeGreaterThan(0);
}

function watchdogsOf(host: ChildProcess): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return Number(parent) === host.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/sh\0');
      } catch {
        return false;
      }
    });
}

async function watchdogOf(host: ChildProcess): Promise<number> {
  for (let tries = 0; tries < 400 && watchdogsOf(host).length === 0; tries += 1) await wait(25);
  const [pid = 0, ...others] = watchdogsOf(host);
  expect(pid).toBeGreaterThan(0);
  expect(others).toEqual([]);
  return pid;
}

test('a hook does not survive our death by SIGKILL, nor does the watchdog', async () => {
  const { child, tag } = tell('hang');
  await hookRuns(tag);
  const watchdog = await watchdogOf(child);
  await wait(300); // it is started, and told right away: give it time to read
  child.kill('SIGKILL');
  await expectGone(`HOOKLINE_RUN=${tag}`);
  for (let tries = 0; tries < 200 && isAlive(watchdog); tries += 1) await wait(25);
  expect(isAlive(watchdog)).toBe(false);
});

test('the watchdog kills only what still runs', async () => {
  const { child, tag } = tell('two, one over');
  await hookRuns(tag);
  await watchdogOf(child);
  await wait(800);
  child.kill('SIGKILL');
  await expectGone(`HOOKLINE_RUN=${tag}`);
});

test('the watchdog holds its line to us and nothing else of ours', async () => {
  const { child, tag } = tell('hang');
  await hookRuns(tag);
  const watchdog = await watchdogOf(child);
  await wait(300);
  const held = readdirSync(`/proc/${watchdog}/fd`).map((descriptor) =>
    readlinkSync(`/proc/${watchdog}/fd/${descriptor}`),
  );
  expect(held.filter((target) => target.startsWith('socket:')).length).toBe(1);
  expect(held.filter((target) => /hookline/.test(target))).toEqual([]);
  child.kill('SIGKILL');
  await expectGone(`HOOKLINE_RUN=${tag}`);
});

test('a hook does not survive our exit, early or late', async () => {
  for (const story of ['exit', 'exit early']) {
    const { tag, exit } = tell(story);
    expect(await exit).toBe(3);
    await expectGone(`HOOKLINE_RUN=${tag}`);
  }
});

test('a host that handles its signal ends all runs at once, escaped ones too', needs('setsid'), async () => {
  const { child, tag, exit } = tell('handle SIGTERM');
  await hookRuns(tag);
  await wait(500);
  child.kill('SIGTERM');
  expect(await exit).toBe(143);
  await expectGone(`HOOKLINE_RUN=${tag}`);
});

test('a background hook does not survive our exit: no process would be left to end it in time', async () => {
  const { tag, exit } = tell('background, then exit');
  expect(await exit).toBe(3);
  await expectGone(`HOOKLINE_RUN=${tag}`);
});

test('nothing of ours keeps a host alive that is done', async () => {
  const startedAt = performance.now();
  const { output, exit } = tell('end');
  expect(await exit).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(9000); // the watchdog would stay for ten seconds
  expect(await output).toBe('"ok\\n"\n');
});

test('waiting for a place does not count against the time, and background hooks take none from the others', async () => {
  const { output } = tell('queue', ['env', 'HOOKLINE_MAX_PROCESSES=1']);
  expect(JSON.parse(await output)).toEqual(['a\n', 'b\n', 'c\n', true]);
});

test('no descriptors left: tried again, inside the deadline, until there are some', async () => {
  const { output } = tell('no descriptors, released', ['bash', '-c', 'ulimit -n 60; exec "$@"', 'bash']);
  expect(JSON.parse(await output)).toMatchObject({ ending: { how: 'exited', code: 0 }, stdout: 'ok\n' });
});

test('no descriptors left for good: says so', async () => {
  const { output } = tell('no descriptors, for good', ['bash', '-c', 'ulimit -n 60; exec "$@"', 'bash']);
  expect(JSON.parse(await output)).toMatchObject({
    ending: { how: 'not-started', why: expect.stringContaining('too many open files (EMFILE)') },
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
