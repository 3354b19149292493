import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '../support/programs.ts';
import { ask, fireCommands, type TestPlace, testPlace, until } from './support.ts';

const HOOKLINE = join(import.meta.dirname, '../../packages/cli/dist/hookline.js');

interface Called {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

function call(
  place: TestPlace,
  words: readonly string[],
  program = process.execPath,
  before: readonly string[] = [],
): Called {
  const child = spawn(program, [...before, HOOKLINE, 'studio', ...words], {
    cwd: place.project,
    env: place.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  return {
    child,
    out: () => out,
    err: () => err,
    ended: once(child, 'close').then(([status]) => status as number | null),
  };
}

async function tokenFrom(
  line: string,
): Promise<{ readonly port: number; readonly headers: { readonly Authorization: string } }> {
  const { url, port } = JSON.parse(line) as { readonly url: string; readonly port: number };
  const code = new URL(url).hash.slice(1);
  const { body } = await ask(port, '/api/session', { method: 'POST', json: { code } });
  return { port, headers: { Authorization: `Bearer ${String(body['token'])}` } };
}

describe('hookline studio', () => {
  test('prints one line for a program when it can be reached, and ends at SIGTERM', async () => {
    const place = await testPlace();
    await fireCommands(place, 'rm -rf build/');
    const { child, out, err, ended } = call(place, ['--no-open', '--json']);
    await until(() => out().includes('\n'));
    expect(out().trimEnd().split('\n')).toHaveLength(1);
    expect(Object.keys(JSON.parse(out()))).toEqual(['url', 'port']);
    const { port, headers } = await tokenFrom(out());
    await until(async () => (await ask(port, '/api/decisions', { headers })).body['total'] === 1);
    expect((await ask(port, '/')).status).toBe(200);
    child.kill('SIGTERM');
    expect([await ended, err()]).toEqual([0, '']);
  });

  test('--demo shows a record without one of your own, and leaves nothing behind', async () => {
    const place = await testPlace(false);
    const { child, out, err, ended } = call(place, ['--no-open', '--json', '--demo']);
    await until(() => out().includes('\n'));
    const { port, headers } = await tokenFrom(out());
    await until(async () => (await ask(port, '/api/decisions?limit=1', { headers })).body['total'] > 700);
    const { folders } = (await ask(port, '/api/meta', { headers })).body;
    child.kill('SIGTERM');
    expect([await ended, err(), existsSync(folders.project)]).toEqual([0, '', false]);
  });

  test('ends by itself when no page is there', async () => {
    const { ended, err } = call(await testPlace(), ['--no-open', '--json', '--idle', '1']);
    expect(await ended).toBe(0);
    expect(err()).toContain('no page of the studio was open for a while');
  });

  test('--edit is refused without a terminal', async () => {
    const { ended, err } = call(await testPlace(), ['--no-open', '--json', '--edit']);
    expect(await ended).toBe(1);
    expect(err()).toContain('studio --edit needs a terminal');
  });

  test.each([{ HOOKLINE_RUN: 'x' }, { HOOKLINE_AGENT: 'x' }])(
    '--edit is refused below %o',
    needs('script'),
    async (mark) => {
      const place = await testPlace();
      const line = `${process.execPath} ${HOOKLINE} studio --no-open --edit`;
      const child = spawn('script', ['-qec', line, '/dev/null'], {
        cwd: place.project,
        env: { ...place.env, ...mark },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
      const [status] = (await once(child, 'close')) as [number];
      expect([status, /studio --edit is refused in/.test(out)]).toEqual([1, true]);
    },
  );

  test('a wrong port, a taken port and a missing record are said plainly', async () => {
    const place = await testPlace();
    const first = call(place, ['--no-open', '--json']);
    await until(() => first.out().includes('\n'));
    const { port } = JSON.parse(first.out()) as { readonly port: number };
    const tries = [
      call(place, ['--no-open', '--port', 'x']),
      call(place, ['--no-open', '--port', String(port)]),
      call(place, ['--no-open', '--record', 'missing']),
    ];
    expect(await Promise.all(tries.map(({ ended }) => ended))).toEqual([1, 1, 1]);
    expect(tries.map(({ err }) => err().trim())).toEqual([
      expect.stringContaining('--port: expected a whole number'),
      expect.stringContaining(`port ${port} is taken`),
      expect.stringContaining('--record: there is no folder'),
    ]);
  });
});

describe('looking', () => {
  test('starts no process in a clone that is not trusted, whatever is asked', needs('strace'), async () => {
    const place = await testPlace(false);
    const [id = ''] = await fireCommands(place, 'rm -rf build/');
    const trace = join(place.home, 'trace');
    const { child, out, ended } = call(place, ['--no-open', '--json'], 'strace', [
      '-f',
      '-e',
      'trace=execve,connect',
      '-o',
      trace,
      process.execPath,
    ]);
    await until(() => out().includes('\n'));
    // strace keeps signals for itself: the studio is the first process that it names.
    const pid = Number(/^\d+/.exec(readFileSync(trace, 'utf8'))?.[0]);
    const end = (): void => {
      if (child.exitCode === null) process.kill(pid, 'SIGTERM');
    };
    onTestFinished(end);
    const { port, headers } = await tokenFrom(out());
    const paths = ['meta', 'decisions', 'histogram', 'latency', 'faults', 'shadow', 'hooks', 'trust', 'doctor'];
    const hook = encodeURIComponent('qoder:project:PreToolUse[0].hooks[0]');
    await until(async () => (await ask(port, '/api/decisions', { headers })).body['total'] === 1);
    const own = [`decisions/${id}`, `decisions/${id}/explain`, `decisions/${id}/export`, `hooks/${hook}`];
    for (const path of [...paths, ...own])
      expect([path, (await ask(port, `/api/${path}`, { headers })).status]).toEqual([path, 200]);
    for (const path of [`decisions/${id}/orders`, 'verify', 'ask'])
      await ask(port, `/api/${path}`, { method: 'POST', json: { what: 'trust' }, headers });
    end();
    await ended;
    const calls = readFileSync(trace, 'utf8').split('\n');
    expect(calls.filter((line) => /execve\(/.test(line) && !/ENOENT/.test(line))).toHaveLength(1);
    expect(calls.filter((line) => /connect\(.*AF_INET/.test(line))).toEqual([]);
  });
});
