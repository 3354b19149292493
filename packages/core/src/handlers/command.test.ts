import { chmodSync, closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import {
  commandRequest,
  expectGone,
  processesWith,
  program,
  runAndCheck,
  shellRequest,
} from '../../../../test/support/processes.ts';
import type { CommandRequest, Report } from '../model/index.ts';
import { runCommand } from './command.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-command-'));
  await runCommand(shellRequest('sleep 0.1')); // the first run makes what later ones use again: pipes and a watchdog
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = async (request: CommandRequest): Promise<Report> => runAndCheck(runCommand, request);

describe('an ordinary hook', () => {
  test('reads the event from stdin and is read in turn', async () => {
    const report = await check(shellRequest('cat; echo note >&2'));
    expect(report).toEqual({
      ending: { how: 'exited', code: 0 },
      stdout: '{"word":"hello"}',
      stderr: 'note\n',
      truncated: [],
      durationMs: expect.any(Number),
    });
  });

  test('can open /dev/stdin, /dev/stdout and /dev/stderr, and loses nothing by it', async () => {
    const report = await check(commandRequest(program('open-standard-files.sh')));
    expect(report.ending).toEqual({ how: 'exited', code: 2 });
    expect(report.stdout).toBe('hello\n16\n');
    expect(report.stderr).toBe('first\nsecond\nthird\n');
  });

  test('has pipes on stdout and stderr, a file on stdin, and no other descriptor', async () => {
    const kinds = await check(shellRequest('for n in 0 1 2; do stat -L -c %F /proc/$$/fd/$n; done'));
    expect(kinds.stdout).toBe('regular file\nfifo\nfifo\n');
    // What our own parent left open above all that Node closes is not ours: only our files and sockets are looked for.
    const listed = await check(commandRequest(program('list-descriptors.sh')));
    const ours = listed.stdout.split('\n').filter((line) => /hookline-|socket:/.test(line) && !line.startsWith('255 '));
    expect(ours.map((line) => line.split(' ')[0])).toEqual(['0', '1', '2']);
  });

  test('leads a process group of its own, in the folder and with exactly the environment it was given', async () => {
    const report = await check(
      shellRequest('cut -d " " -f 5 /proc/$$/stat; echo $$; pwd; env | sort', {
        env: { PATH: '/usr/bin:/bin', ONLY: 'this' },
        cwd: '/',
      }),
    );
    const [group, pid, cwd, ...env] = report.stdout.trim().split('\n');
    expect(group).toBe(pid);
    expect(cwd).toBe('/');
    expect(env.filter((entry) => !/^(?:_|PWD|SHLVL|OLDPWD)=/.test(entry))).toEqual(['ONLY=this', 'PATH=/usr/bin:/bin']);
  });

  test('sees its program under the name that was asked for', async () => {
    expect((await check(shellRequest('echo "$0"'))).stdout).toBe('bash\n');
  });

  test('runs no start-up file of the shell', async () => {
    writeFileSync(join(folder, '.bashrc'), 'echo from bashrc\n');
    const report = await check(shellRequest('echo ran', { env: { PATH: '/usr/bin:/bin', HOME: folder } }));
    expect(report.stdout).toBe('ran\n');
  });
});

describe('process faults', () => {
  test.each([
    ['hangs', 'hang.sh', 'term'],
    ['hangs', 'hang.sh', 'kill'],
    ['ignores SIGTERM', 'ignore-term.sh', 'term'],
    ['ignores SIGTERM', 'ignore-term.sh', 'kill'],
    ['stops itself', 'stop-itself.sh', 'term'],
    ['stops itself', 'stop-itself.sh', 'kill'],
  ] as const)('a hook that %s (%s, %s) is timed out with everything it started', async (_title, name, atTimeout) => {
    const report = await check(commandRequest(program(name), [], { timeoutMs: 700, atTimeout }));
    expect(report.ending).toEqual({ how: 'timed-out', afterMs: 700 });
  });

  test.each(['term', 'kill'] as const)(
    'a hook that leaves its group (%s) is timed out with everything it started',
    needs('python3'),
    async (atTimeout) => {
      const report = await check(commandRequest(program('escape.py'), [], { timeoutMs: 700, atTimeout }));
      expect(report.ending).toEqual({ how: 'timed-out', afterMs: 700 });
    },
  );

  test('at a timeout SIGTERM comes first, and what is written then is kept, but it stays a timeout', async () => {
    const report = await check(commandRequest(program('clean-up-at-term.sh'), [], { timeoutMs: 700 }));
    expect(report.ending).toEqual({ how: 'timed-out', afterMs: 700 });
    expect(report.stdout).toBe('tidied\n');
  });

  test('a stopped hook is woken to hear SIGTERM', async () => {
    const script = 'trap "echo tidied; exit 0" TERM; kill -STOP $$; sleep 1000';
    const report = await check(shellRequest(script, { timeoutMs: 700 }));
    expect(report).toMatchObject({ ending: { how: 'timed-out', afterMs: 700 }, stdout: 'tidied\n' });
  });

  test('SIGKILL reaches the whole group, also what no mark in its environment could tell', async () => {
    const marker = `unmarked-${process.pid}`;
    const stubborn = `env -i /bin/sh -c 'trap "" TERM; sleep 1000; :' ${marker}`;
    const script = `trap "" TERM; ${stubborn} & ${stubborn}`;
    for (const atTimeout of ['term', 'kill'] as const) {
      const report = await runCommand(shellRequest(script, { timeoutMs: 700, atTimeout }));
      expect(report.ending).toEqual({ how: 'timed-out', afterMs: 700 });
      await expectGone(marker);
    }
  });

  test('with SIGKILL at once nothing is heard of it any more', async () => {
    const report = await check(
      commandRequest(program('clean-up-at-term.sh'), [], { timeoutMs: 700, atTimeout: 'kill' }),
    );
    expect(report).toMatchObject({ ending: { how: 'timed-out', afterMs: 700 }, stdout: '' });
  });

  test('an escaped process is found by its exact environment where no tag may be set', needs('setsid'), async () => {
    // Not by way of a version manager's python, which changes the environment.
    const env = { PATH: '/usr/bin:/bin', KODE_SESSION_ID: `exact-${process.pid}` };
    const bystander = runCommand(shellRequest('sleep 2; echo unharmed', { env }));
    await wait(50);
    const report = await runCommand(commandRequest(program('escape.sh'), [], { env, timeoutMs: 700 }));
    expect(report.ending).toEqual({ how: 'timed-out', afterMs: 700 });
    expect((await bystander).stdout).toBe('unharmed\n');
    await expectGone(`KODE_SESSION_ID=exact-${process.pid}`);
  });

  test.each([0, 2])('a child that keeps stdout open neither delays nor changes exit %i', async (code) => {
    const report = await check(commandRequest(program('leave-child.sh'), [String(code)]));
    expect(report.ending).toEqual({ how: 'exited', code });
    expect(report.stdout).toBe('{"from":"the hook"}\n');
    expect(report.stderr).toBe('why not\n');
    expect(report.durationMs).toBeLessThan(5000);
  });

  test('a child that never stops writing does not either', async () => {
    const report = await check(commandRequest(program('leave-writer.sh'), ['2']));
    expect(report.ending).toEqual({ how: 'exited', code: 2 });
    expect(report.durationMs).toBeLessThan(5000);
  });

  test('what a child still writes in the moment after the exit is read', async () => {
    const report = await check(shellRequest('(sleep 0.03; echo late) & echo early; exit 2'));
    expect(report).toMatchObject({ ending: { how: 'exited', code: 2 }, stdout: 'early\nlate\n' });
  });

  test('a child that redirected its output is ended with the hook', async () => {
    const report = await check(shellRequest('sleep 1000 >/dev/null 2>&1 </dev/null & exit 0'));
    expect(report.ending).toEqual({ how: 'exited', code: 0 });
    expect(report.durationMs).toBeLessThan(5000);
  });

  test("a background hook's children live on, and can write without harm", async () => {
    const marker = join(folder, 'written-late');
    const script = `(sleep 0.6; echo late; echo late >&2; echo done > ${marker}) & echo early`;
    const report = await runCommand(shellRequest(script, { background: true }));
    expect(report).toMatchObject({ ending: { how: 'exited', code: 0 }, stdout: 'early\n' });
    for (let tries = 0; tries < 200 && !existsSync(marker); tries += 1) await wait(50);
    expect(existsSync(marker)).toBe(true);
  });

  test('a background hook has its timeout all the same', async () => {
    const report = await check(commandRequest(program('ignore-term.sh'), [], { timeoutMs: 700, background: true }));
    expect(report.ending).toEqual({ how: 'timed-out', afterMs: 700 });
  });

  test.each(['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGPIPE'])('a death by %s is no exit', async (signal) => {
    const report = await check(commandRequest(program('die.sh'), [signal.slice(3)]));
    expect(report).toMatchObject({ ending: { how: 'killed', signal }, stdout: 'last words\n' });
  });

  test('an exit in time counts although our event loop was blocked past the timeout', async () => {
    const marker = join(folder, 'ran');
    const running = runCommand(shellRequest(`echo no >&2; touch ${marker}; exit 2`, { timeoutMs: 300 }));
    await new Promise(setImmediate); // behind the poll phase, so that the timer comes before the exit is noticed
    const endsAt = performance.now() + 1000;
    while (performance.now() < endsAt || !existsSync(marker)) if (performance.now() > endsAt + 20_000) break;
    const report = await running;
    expect(report).toMatchObject({ ending: { how: 'exited', code: 2 }, stderr: 'no\n' });
  });

  test('a cancelled run is ended like a timed-out one', needs('python3'), async () => {
    const cancelling = new AbortController();
    setTimeout(() => cancelling.abort(), 200);
    const request = commandRequest(program('escape.py'));
    const report = await runAndCheck((asked) => runCommand(asked, cancelling.signal), request);
    expect(report.ending).toEqual({ how: 'cancelled' });
    expect(report.durationMs).toBeLessThan(5000);
  });

  test('a run that was cancelled before it began starts nothing', async () => {
    const marker = join(folder, 'never');
    const report = await runCommand(shellRequest(`touch ${marker}`), AbortSignal.abort());
    expect(report.ending).toEqual({ how: 'cancelled' });
    expect(existsSync(marker)).toBe(false);
  });

  test('a timeout beyond what a timer of Node can hold is no timeout at once', async () => {
    const report = await check(shellRequest('sleep 0.1; echo fine', { timeoutMs: 2 ** 40 }));
    expect(report).toMatchObject({ ending: { how: 'exited', code: 0 }, stdout: 'fine\n' });
  });

  test('a hundred at once all give their own answer', async () => {
    const reports = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => runCommand(shellRequest(`echo ${index}; exit ${index % 3}`))),
    );
    expect(reports.map(({ stdout }) => stdout)).toEqual(reports.map((_, index) => `${index}\n`));
    expect(reports.map(({ ending }) => ending)).toEqual(
      reports.map((_, index) => ({ how: 'exited', code: index % 3 })),
    );
  });
});

describe('protocol faults', () => {
  const large = Buffer.from(JSON.stringify({ text: 'x'.repeat(8 * 1024 * 1024) }));

  test('an event of 8 MB that the hook does not read is no failure', async () => {
    const report = await check(shellRequest('exit 2', { stdin: large }));
    expect(report.ending).toEqual({ how: 'exited', code: 2 });
  });

  test('an event of 8 MB whose reader closes early is no failure', async () => {
    expect(await check(commandRequest(program('close-stdin.sh'), [], { stdin: large }))).toMatchObject({
      ending: { how: 'exited', code: 0 },
      stdout: 'closed\n',
    });
    const head = await check(shellRequest('head -c 5', { stdin: large }));
    expect(head).toMatchObject({ ending: { how: 'exited', code: 0 }, stdout: '{"tex' });
  });

  test('an event of 8 MB is read slowly and whole', needs('python3'), async () => {
    const report = await check(commandRequest(program('read-slowly.py'), [], { stdin: large }));
    expect(report.stdout).toBe(`${large.length}\n`);
  });

  test.each([
    ['stdout', '1', 0],
    ['stderr', '2', 2],
  ] as const)(
    'of 1 GB on %s the beginning is kept, in bounded memory',
    async (name, stream, code) => {
      const memoryBefore = process.memoryUsage.rss();
      const report = await check(
        commandRequest(program('flood.sh'), ['1G', stream, String(code)], { timeoutMs: 120_000 }),
      );
      expect(report.ending).toEqual({ how: 'exited', code });
      expect(report.truncated).toEqual([name]);
      expect(report[name].length).toBe(1024 * 1024);
      expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(300 * 1024 * 1024);
    },
    150_000,
  );

  test('exactly 1 MiB is not cut', async () => {
    const report = await check(commandRequest(program('flood.sh'), ['1048576', '1', '0']));
    expect(report.truncated).toEqual([]);
    expect(report.stdout.length).toBe(1024 * 1024);
  });

  test('bytes that are no text are replaced, NUL and the byte order mark are kept', async () => {
    const report = await check(commandRequest(program('print-bytes.sh')));
    expect(report.stdout).toBe('\uFEFFa\uFFFDb\0c\uFFFD');
  });
});

describe('a hook that cannot start', () => {
  const file = (name: string, text: string, mode = 0o755): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };

  const whyOf = async (request: CommandRequest): Promise<string> => {
    const { ending } = await check(request);
    return ending.how === 'not-started' ? ending.why : `it ended otherwise: ${JSON.stringify(ending)}`;
  };

  test('missing, by path, by name and as a script', async () => {
    expect(await whyOf(commandRequest('/no/such/hook'))).toBe('/no/such/hook does not exist');
    expect(await whyOf(commandRequest('no-such-hook'))).toBe(
      'there is no program "no-such-hook" on PATH: install it, or give its full path',
    );
    expect(await whyOf(commandRequest('node', ['/no/such.mjs']))).toBe('/no/such.mjs does not exist');
    expect(await whyOf(shellRequest('node /no/such.mjs'))).toBe('/no/such.mjs does not exist');
  });

  test('not executable', async () => {
    const path = file('plain.sh', '#!/bin/sh\nexit 0\n', 0o644);
    expect(await whyOf(commandRequest(path))).toBe(`${path} is not executable: run chmod +x ${path}`);
  });

  test('bad interpreter, CRLF, no #! line, empty', async () => {
    const bad = file('bad.sh', '#!/no/such/shell\nexit 0\n');
    expect(await whyOf(commandRequest(bad))).toBe(
      `${bad} asks for /no/such/shell in its first line, which is missing: correct that line`,
    );
    const windows = file('windows.sh', '#!/bin/bash\r\nexit 0\r\n');
    expect(await whyOf(commandRequest(windows))).toContain('Windows line endings (CRLF)');
    const bare = file('bare.sh', 'exit 0\n');
    expect(await whyOf(commandRequest(bare))).toContain('has no #! line: add "#!/usr/bin/env bash"');
    const empty = file('empty.sh', '');
    expect(await whyOf(commandRequest(empty))).toBe(`${empty} is empty: restore its content, or remove the hook`);
  });

  test('deleted after it was loaded', async () => {
    const path = file('soon-gone.sh', '#!/bin/sh\nexit 0\n');
    const request = commandRequest(path);
    expect((await check(request)).ending).toEqual({ how: 'exited', code: 0 });
    rmSync(path);
    expect(await whyOf(request)).toBe(`${path} does not exist`);
  });

  test('its working directory is gone', async () => {
    const cwd = mkdtempSync(join(folder, 'gone-'));
    rmSync(cwd, { recursive: true });
    expect(await whyOf(shellRequest('exit 0', { cwd }))).toBe(`the working directory ${cwd} does not exist`);
  });

  test('arguments too long, a NUL byte, a file used as a folder', async () => {
    expect(await whyOf(commandRequest('true', ['x'.repeat(4 * 1024 * 1024)]))).toContain('(E2BIG)');
    expect(await whyOf(commandRequest('true', ['secret\0']))).toBe(
      'an argument, the environment or the working directory holds a NUL byte',
    );
    expect(await whyOf(commandRequest(`${file('file', 'x')}/hook`))).toContain('a part of its path is a file');
  });

  test('somebody is writing to it: tried again until he lets go', async () => {
    const path = join(folder, 'busy');
    copyFileSync('/bin/true', path);
    chmodSync(path, 0o755);
    const writer = openSync(path, 'r+');
    setTimeout(() => closeSync(writer), 300);
    const report = await runCommand(commandRequest(path));
    expect(report.ending).toEqual({ how: 'exited', code: 0 });
    expect(report.durationMs).toBeGreaterThan(250);
  });

  test('somebody is writing to it for good', async () => {
    const path = join(folder, 'busy-for-good');
    copyFileSync('/bin/true', path);
    chmodSync(path, 0o755);
    const writer = openSync(path, 'r+');
    expect(await whyOf(commandRequest(path, [], { timeoutMs: 500 }))).toContain(
      'a process still has it open for writing (ETXTBSY)',
    );
    closeSync(writer);
  });
});

test('nothing of all this is left', () => {
  expect(processesWith(`HOOKLINE_RUN=test-${process.pid}-`)).toEqual([]);
});
