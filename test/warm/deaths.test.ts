import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { processesWith } from '../support/processes.ts';

/** A host of its own, with its assets beside it; prints one line when it has come to the point. */
const HOST = `
import { setTimeout as wait } from 'node:timers/promises';
import { mkdirSync, readdirSync } from 'node:fs';
import { openLaunching } from './test/warm/launch.ts';

const place = process.env.PLACE;
const launching = openLaunching();
let count = 0;
const requestOf = (text) => {
  count += 1;
  const runId = 'deaths-' + process.pid + '-' + count;
  return {
    kind: 'command', runId, program: 'bash', args: ['--norc', '-c', text], script: text, cwd: '/',
    env: { PATH: process.env.PATH, PLACE: place, HOOKLINE_RUN: runId }, stdin: Buffer.from('{}'),
    timeoutMs: 60_000, atTimeout: 'term', background: false,
  };
};
const warm = (text) => launching.launchWarm(() => requestOf(text));
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const ready = async () => { const { way } = await warm('exit 0'); await wait(200); return way; };

const stories = {
  'waits': async () => { say(await ready()); await wait(60_000); },
  'runs': async (text) => {
    const whole = '[ -e $PLACE/go ] || exit 0; ' + text;
    await warm(whole);
    await wait(200);
    mkdirSync(place + '/go');
    const running = launching.launch(requestOf(whole));
    say('running');
    say(await running);
  },
  'ends': async () => { say(await ready()); },
  'closes': async () => {
    await ready();
    await launching.close();
    say(readdirSync('/proc/self/fd').length);
  },
  'goes on': async () => {
    say(await ready());
    await wait(1000);
    const first = await launching.launch(requestOf('exit 3'));
    say(first.report.ending);
    say(await ready());
    await wait(60_000);
  },
  'bursts': async () => {
    say('begins');
    for (;;) {
      await Promise.all(Array.from({ length: 5 }, () => launching.launch(requestOf('sleep 0.01; cat > /dev/null; exit 2'))));
      await wait(Math.random() * 20);
    }
  },
};
await stories[process.argv[2]](process.argv[3]);
`;

let host: ReturnType<typeof bundle>;
let place: string;
let temporary: string;

beforeAll(() => {
  host = bundle(HOST);
  place = dirname(host.path);
  temporary = join(place, 'tmp');
  mkdirSync(temporary);
  cpSync(fileURLToPath(new URL('../../packages/core/assets', import.meta.url)), join(place, 'assets'), {
    recursive: true,
  });
});

afterAll(() => host.remove());

function tell(...words: readonly string[]): { readonly child: ChildProcess; readonly line: () => Promise<unknown> } {
  const env = { PATH: process.env['PATH'], PLACE: place, TMPDIR: temporary };
  const child = spawn(process.execPath, [host.path, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const line = async (): Promise<unknown> => {
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 20_000 });
    return JSON.parse(lines.shift() ?? 'null');
  };
  return { child, line };
}

/** The helper has the folder among its arguments, everything else in its environment. */
const survivors = (): readonly number[] => processesWith(place);

const helperOf = (host: ChildProcess): number =>
  survivors().find((pid) => pid !== host.pid && commandOf(pid).includes('start-helper.cjs')) ?? 0;

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Files that are in use, or were when their process died. */
const leftFiles = (): readonly string[] =>
  readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((name) => /busy-|spool-/.test(name));

async function nothingIsLeft(): Promise<void> {
  await vi.waitFor(() => expect(survivors().map(commandOf)).toEqual([]), { timeout: 5000 });
  await vi.waitFor(() => expect(leftFiles()).toEqual([]), { timeout: 5000 });
}

test('shells that wait, and their helper, do not survive a host that is killed, nor does a file', async () => {
  const { child, line } = tell('waits');
  expect(await line()).toBe('shell');
  expect(survivors().length).toBeGreaterThan(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await nothingIsLeft();
});

test('a hook in a shell that waited does not survive a host that is killed', async () => {
  const { child, line } = tell('runs', 'sleep 1000 & sleep 1000; :');
  expect(await line()).toBe('running');
  await wait(300);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await nothingIsLeft();
  rmSync(join(place, 'go'), { recursive: true });
});

test('a hook whose helper is killed is reported as killed, once, and is ended', async () => {
  const text = 'echo begun >> $PLACE/go/log; sleep 1000; echo ended >> $PLACE/go/log; :';
  const { child, line } = tell('runs', text);
  expect(await line()).toBe('running');
  await vi.waitFor(() => expect(readFileSync(join(place, 'go/log'), 'utf8')).toBe('begun\n'), { timeout: 5000 });
  process.kill(helperOf(child), 'SIGKILL');
  expect(await line()).toMatchObject({ way: 'shell', report: { ending: { how: 'killed', signal: 'SIGKILL' } } });
  expect(readFileSync(join(place, 'go/log'), 'utf8')).toBe('begun\n');
  child.kill('SIGKILL');
  await nothingIsLeft();
  rmSync(join(place, 'go'), { recursive: true });
});

test('without its helper the next hook is started as ever, and later there is a helper again', async () => {
  const { child, line } = tell('goes on');
  expect(await line()).toBe('shell');
  const helper = helperOf(child);
  process.kill(helper, 'SIGKILL');
  expect(await line()).toEqual({ how: 'exited', code: 3 });
  expect(await line()).toBe('shell');
  expect(helperOf(child)).not.toBe(helper);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await nothingIsLeft();
});

test('shells that wait keep no host alive, and end with it', async () => {
  const { child, line } = tell('ends');
  const exited = once(child, 'exit');
  expect(await line()).toBe('shell');
  expect(await exited).toEqual([0, null]);
  await nothingIsLeft();
});

test('closing ends everything at once', async () => {
  const { child, line } = tell('closes');
  const exited = once(child, 'exit');
  const open = await line();
  expect(open).toBeLessThan(30);
  await exited;
  await nothingIsLeft();
});

test('a host that is killed at any moment leaves no process behind', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, line } = tell('bursts');
    await line();
    await wait((round * 97) % 700);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await vi.waitFor(() => expect(survivors().map(commandOf)).toEqual([]), { timeout: 5000 });
  }
}, 120_000);

const ROUNDS = Number(process.env['HOOKLINE_WARM_ROUNDS'] ?? 8);
