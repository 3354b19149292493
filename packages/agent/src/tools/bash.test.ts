import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bundle } from '../../../../test/support/bundle.ts';
import { expectGone } from '../../../../test/support/processes.ts';
import { createWorkbench, type RunOptions, type Workbench } from '../../../../test/support/workbench.ts';
import { bashTool } from './bash.ts';
import type { ToolEnd } from './tool.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

const bash = async (command: string, more: RunOptions & { readonly timeout?: number } = {}): Promise<ToolEnd> =>
  bench.run(bashTool, { command, ...(more.timeout === undefined ? {} : { timeout: more.timeout }) }, more);

const success = (stdout: string): ToolEnd => ({
  ok: true,
  output: stdout,
  text: stdout === '' ? '(no output)' : stdout,
  exitCode: 0,
});

const isAlive = (pid: number): boolean => {
  try {
    return /\) [^ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('what a command prints', () => {
  test('comes in the order written, stdout and stderr alike', async () => {
    const command = 'echo 1; echo 2 >&2; echo 3; echo 4 >/dev/stderr; echo 5 >/dev/stdout';
    expect(await bash(command)).toEqual(success('1\n2\n3\n4\n5\n'));
  });

  test('may be nothing', async () => {
    expect(await bash(':')).toEqual(success(''));
  });

  test('is not lost where the command ends at once after a lot of it', async () => {
    const end = await bash('for i in {1..2000}; do echo "line $i"; done');
    expect(end.ok && end.text.endsWith('line 1999\nline 2000\n')).toBe(true);
  });

  test('is cut in the middle when it is long, and takes no memory however much it is', async () => {
    const before = process.memoryUsage().rss;
    const end = await bash('echo first; head -c 300000000 /dev/zero | tr "\\0" x; echo; echo last');
    if (!end.ok) throw new Error(end.error);
    expect(end.text.length).toBeLessThan(30_100);
    expect(end.text).toMatch(/^first\nx+\n\[… 299,970,012 characters left out …\]\nx+\nlast\n$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('reaches no further than its own end where a background child holds the pipe and lives on', async () => {
    const startedAt = Date.now();
    const end = await bash('(while :; do echo tick; sleep 0.05; done) & echo $!');
    expect(Date.now() - startedAt).toBeLessThan(5000);
    const pid = Number(end.ok ? end.text.split('\n').find((line) => /^\d+$/.test(line)) : '');
    await wait(300);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});

describe('a command', () => {
  test('reads an empty stdin', async () => {
    expect(await bash('cat; read -r line; echo "$?"')).toEqual(success('1\n'));
  });

  test('gets the environment of the session, the mark of an agent and nothing else', async () => {
    const env = { PATH: process.env['PATH'], GREETING: 'good day', GONE: undefined };
    expect(await bash('env | cut -d= -f1 | sort | tr "\\n" " "; echo "$GREETING"', { env })).toEqual(
      success('GREETING HOOKLINE_AGENT PATH PWD SHLVL _ good day\n'),
    );
  });

  test('has the start file of the environment read, as by any bash', async () => {
    const file = bench.write('own.sh', 'greet() { echo "hello $1"; }; trap "echo bye" EXIT');
    const env = { ...process.env, FOLDER: bench.folder, BASH_ENV: '$FOLDER/own.sh' };
    expect(await bash('greet you; bash -c "greet her"; echo "$BASH_ENV"', { env })).toEqual(
      success('hello you\nhello her\nbye\n$FOLDER/own.sh\nbye\n'),
    );
    rmSync(file);
    expect(await bash('echo "$BASH_ENV"; bash -c "echo \\$BASH_ENV"', { env })).toEqual(
      success('$FOLDER/own.sh\n$FOLDER/own.sh\n'),
    );
  });

  test('inherits no descriptor but the three usual ones', async () => {
    const usual = spawnSync('ls', ['/proc/self/fd'], { encoding: 'utf8' }).stdout;
    expect(await bash('cd /; ls /proc/self/fd')).toMatchObject({ text: usual });
  });

  test('leaves no temporary file behind', async () => {
    const own = mkdtempSync(join(tmpdir(), 'hookline-own-'));
    onTestFinished(() => rmSync(own, { recursive: true }));
    vi.stubEnv('TMPDIR', own);
    onTestFinished(() => void vi.unstubAllEnvs());
    await bash('cd /; echo x; exit 3');
    expect(readdirSync(own)).toEqual([]);
  });

  test('that fails is an error with what it printed and its exit code', async () => {
    expect(await bash('echo out; exit 3')).toEqual({
      ok: false,
      error: 'out\nexit code 3',
      errorType: 'exit',
      exitCode: 3,
    });
    expect(await bash('false')).toEqual({ ok: false, error: 'exit code 1', errorType: 'exit', exitCode: 1 });
  });

  test('that a signal ends says so', async () => {
    expect(await bash('echo out; kill -KILL $$')).toEqual({
      ok: false,
      error: 'out\nkilled by SIGKILL',
      errorType: 'signal',
      exitCode: 137,
    });
  });

  test('with bad syntax gives the message of bash unchanged', async () => {
    expect(await bash('echo x; foo (')).toEqual({
      ok: false,
      error:
        "bash: -c: line 1: syntax error near unexpected token `newline'\nbash: -c: line 1: `echo x; foo ('\nexit code 2",
      errorType: 'exit',
      exitCode: 2,
    });
  });

  test('that cannot be started says why', async () => {
    expect(await bash(`: ${'x'.repeat(200_000)}`)).toMatchObject({ ok: false, errorType: 'invalid_input' });
    expect(await bash('echo \0')).toEqual({
      ok: false,
      error: 'the command holds a NUL character',
      errorType: 'invalid_input',
    });
    expect(await bash('echo', { cwd: bench.path('gone') })).toEqual({
      ok: false,
      error: `the working directory ${bench.path('gone')} is gone`,
      errorType: 'not_found',
    });
    expect(await bash('echo', { env: { PATH: bench.folder } })).toEqual({
      ok: false,
      error: 'bash was not found on the PATH',
      errorType: 'not_found',
    });
  });
});

describe('the whole group of a command is killed', () => {
  const stubborn = 'trap "" TERM; echo begun; (trap "" TERM; sleep 300) & sleep 300';

  test('at its timeout, and what it printed is kept', async () => {
    const env = { ...process.env, TOOL_TEST: `timeout-${process.pid}` };
    expect(await bash('echo begun; sleep 300 & sleep 300', { env, timeout: 300 })).toEqual({
      ok: false,
      error: 'begun\nkilled: it ran longer than 300 ms',
      errorType: 'timeout',
    });
    await expectGone(`TOOL_TEST=timeout-${process.pid}`);
  });

  test('by SIGKILL where it ignores SIGTERM', async () => {
    const env = { ...process.env, TOOL_TEST: `force-${process.pid}` };
    const startedAt = Date.now();
    expect(await bash(stubborn, { env, timeout: 300 })).toMatchObject({ ok: false, errorType: 'timeout' });
    expect(Date.now() - startedAt).toBeGreaterThan(2000);
    await expectGone(`TOOL_TEST=force-${process.pid}`);
  });

  test('later and by SIGKILL where only a child ignores SIGTERM, without waiting for it', async () => {
    const env = { ...process.env, TOOL_TEST: `straggler-${process.pid}` };
    const command = '(trap "" TERM; exec sleep 300 >/dev/null 2>&1) & echo begun; sleep 300';
    expect(await bash(command, { env, timeout: 300 })).toMatchObject({ ok: false, errorType: 'timeout' });
    await expectGone(`TOOL_TEST=straggler-${process.pid}`);
  });

  test('when the call is interrupted', async () => {
    const env = { ...process.env, TOOL_TEST: `abort-${process.pid}` };
    const signal = AbortSignal.timeout(400);
    expect(await bash('echo begun; sleep 300 & sleep 300', { env, signal })).toEqual({
      ok: false,
      error: 'begun\nkilled: interrupted',
      errorType: 'interrupted',
    });
    await expectGone(`TOOL_TEST=abort-${process.pid}`);
  });

  test('before it starts where the call was interrupted already', async () => {
    expect(await bash('touch made', { signal: AbortSignal.abort() })).toEqual({
      ok: false,
      error: 'interrupted',
      errorType: 'interrupted',
    });
    expect(readdirSync(bench.folder)).toEqual([]);
  });
});

describe('a command that moves the shell tells where to', () => {
  test.each([
    ['cd sub', 0],
    ['cd sub; exit 3', 3],
    ['set -e; cd sub; false; cd /', 1],
    ['set -eu; cd sub; echo "$nope"', 1],
    ['cd sub # a comment', 0],
    ['cd sub; cat <<END\nnever finished', 0],
    ['cd sub\necho (', 2],
    ['cd sub; (cd /); bash -c "cd /"; cd / | cat', 0],
    ['set -x; cd sub', 0],
    ['set -o noclobber; cd sub', 0],
    ['pwd() { echo wrong; }; cd sub', 0],
    ['builtin cd sub', 0],
    ['pushd sub', 0],
    ['trap "echo mine" EXIT; cd sub', 0],
    ['trap "exit 4" EXIT; f() { cd sub; }; f; (cd /); true & wait', 4],
    ['cd / ; popd; exec 2>&1; cd "$OLDPWD"; cd sub; exec sh -c "exit 5"', 5],
    ['cd sub || exit 9; . /dev/null; kill -TERM $$', 143],
    ['eval "cd sub"; trap - EXIT', 0],
  ])('%s', async (command, exitCode) => {
    mkdirSync(bench.path('sub'));
    expect(await bash(command)).toMatchObject({ exitCode, newCwd: bench.path('sub') });
  });

  test('as the real folder, links followed', async () => {
    mkdirSync(bench.path('real name\n'));
    symlinkSync('real name\n', bench.path('link'));
    expect(await bash('cd link')).toMatchObject({ newCwd: bench.path('real name\n') });
  });

  test.each([
    'cd sub && cd ..',
    '(cd sub)',
    'cd nowhere || true',
    'echo "cd sub"',
    'mkdir gone && cd gone && rmdir ../gone',
    'trap : EXIT; (cd sub); echo "$(cd sub; pwd)" >/dev/null',
  ])('and nothing when it ends where it began: %s', async (command) => {
    mkdirSync(bench.path('sub'));
    expect(await bash(command)).not.toHaveProperty('newCwd');
  });

  test('and nothing when it began in a folder that is a link', async () => {
    mkdirSync(bench.path('sub'));
    symlinkSync('sub', bench.path('link'));
    expect(await bash('true', { cwd: bench.path('link') })).not.toHaveProperty('newCwd');
    expect(realpathSync(bench.path('link'))).toBe(bench.path('sub'));
  });

  test('with a bash in POSIX mode neither the shell nor its children are disturbed', async () => {
    const env = { ...process.env, POSIXLY_CORRECT: '1' };
    expect(await bash('cd /; env -u POSIXLY_CORRECT bash -c "cd /usr; trap"', { env })).toEqual(success(''));
  });
});

test('a command does not outlive us where we exit before it', async () => {
  const host = bundle(`
    import { runShell } from './packages/agent/src/tools/bash/run-shell.ts';
    runShell({ command: 'trap "" TERM; sleep 300', timeoutMs: 60_000, cwd: '/', env: process.env, files: [] }, new AbortController().signal);
    setTimeout(() => process.exit(3), 500);
  `);
  const env = { ...process.env, TMPDIR: bench.folder, TOOL_TEST: `exit-${process.pid}` };
  expect(spawnSync(process.execPath, [host.path], { env }).status).toBe(3);
  host.remove();
  expect(readdirSync(bench.folder)).toEqual([]);
  await expectGone(`TOOL_TEST=exit-${process.pid}`);
});
