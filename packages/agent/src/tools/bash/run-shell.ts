import { endGroup, errorCode, killAtExit } from '@hookline/core/internal';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { keepEnds } from '../bounded-text.ts';
import { ToolFailure } from '../tool-failure.ts';
import { openOutputPipe, type OutputPipe } from './output-pipe.ts';
import { startFile } from './start-file.ts';
import { onAbort } from '../../async/on-abort.ts';

export interface ShellRequest {
  readonly command: string;
  readonly timeoutMs: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shell files that are read before the command. */
  readonly files: readonly string[];
}

type ShellExit =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string; readonly code: number }
  | { readonly how: 'timed-out' }
  | { readonly how: 'interrupted' };

/** How a command ended, what it printed (stdout and stderr as written), and where it left the shell if that moved. */
export type ShellEnd = ShellExit & { readonly output: string; readonly newCwd: string | null };

/** Runs one command to its end, its timeout or the signal; only a command that cannot be started throws. */
export async function runShell(request: ShellRequest, signal: AbortSignal): Promise<ShellEnd> {
  await expectFolder(request.cwd);
  const folder = await mkdtemp(join(tmpdir(), 'hookline-bash-'));
  try {
    return await runIn(folder, request, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many characters of its output the model reads. */
const OUTPUT_LIMIT = 30_000;

/** How long the output is read after the shell's own end, in case another process still writes. */
const GRACE_MS = 150;

async function runIn(folder: string, request: ShellRequest, signal: AbortSignal): Promise<ShellEnd> {
  const kept = keepEnds(OUTPUT_LIMIT);
  const pipe = await openOutputPipe(folder);
  const shell = await startShell(folder, request, pipe);
  const written = pipe.listen(kept);
  const end = await supervise(shell, request.timeoutMs, signal);
  await Promise.race([written, graceAfterEnd()]);
  pipe.letGo();
  return { ...end, output: kept.text(), newCwd: await movedTo(join(folder, 'cwd'), request.cwd) };
}

async function graceAfterEnd(): Promise<void> {
  await wait(GRACE_MS, undefined, { ref: false });
  // When the event loop was blocked, the time is over before anything was read.
  await immediate();
}

interface Shell {
  readonly pid: number;
  readonly exit: Promise<ShellExit>;
  /** Lets what is left of its group live on after our own process, as a server that was started on purpose. */
  readonly release: () => void;
}

async function startShell(folder: string, request: ShellRequest, pipe: OutputPipe): Promise<Shell> {
  const { command, cwd, env, files } = request;
  const start = join(folder, 'start');
  const cwdFile = join(folder, 'cwd');
  await writeFile(start, startFile({ parentPid: process.pid, cwdFile, command, files, ownStartFile: env['BASH_ENV'] }));
  try {
    const child = spawn('bash', ['-c', command], {
      cwd,
      // In POSIX mode bash reads no such file, and would only hand it on.
      env: env['POSIXLY_CORRECT'] === undefined ? { ...env, BASH_ENV: start } : env,
      detached: true,
      stdio: ['ignore', pipe.writeEnd, pipe.writeEnd],
    });
    const exit = exitOf(child);
    if (child.pid === undefined) throw await exit.catch((error: unknown) => error);
    const release = killAtExit(child.pid, () => rmSync(folder, { recursive: true, force: true }));
    return { pid: child.pid, exit, release };
  } catch (error) {
    closeSync(pipe.writeEnd);
    pipe.letGo();
    throw startFailure(error);
  }
}

async function exitOf(child: ChildProcess): Promise<ShellExit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === null) resolve({ how: 'exited', code: code ?? 1 });
      else resolve({ how: 'killed', signal, code: 128 + constants.signals[signal] });
    });
  });
}

async function supervise({ pid, exit, release }: Shell, timeoutMs: number, signal: AbortSignal): Promise<ShellExit> {
  const limit = createTimeLimit(timeoutMs, signal);
  const first = await Promise.race([exit, limit.over]);
  limit.release();
  if (first.how === 'timed-out' || first.how === 'interrupted') {
    endGroup(pid, release);
    await exit;
  } else {
    release();
  }
  return first;
}

interface TimeLimit {
  readonly over: Promise<ShellExit>;
  readonly release: () => void;
}

function createTimeLimit(timeoutMs: number, signal: AbortSignal): TimeLimit {
  const local = new AbortController();
  const stop = (): void => local.abort();
  const stopListening = onAbort(signal, stop);
  return {
    over: wait(timeoutMs, undefined, { signal: local.signal }).then(
      () => ({ how: 'timed-out' }),
      () => ({ how: 'interrupted' }),
    ),
    release: () => {
      stopListening();
      stop();
    },
  };
}

/** Null when the shell stayed where it was, or could not tell. */
async function movedTo(cwdFile: string, before: string): Promise<string | null> {
  const told = await readFile(cwdFile, 'utf8').catch(() => '');
  const folder = told.replace(/\n$/, '');
  const isSame = folder === '' || folder === before || folder === (await realpath(before).catch(() => null));
  return isSame ? null : folder;
}

async function expectFolder(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ToolFailure('not_found', `the working directory ${path} is gone`);
}

function startFailure(error: unknown): unknown {
  const code = errorCode(error);
  if (code === 'E2BIG')
    return new ToolFailure('invalid_input', 'the command is too long; write it to a file and run that');
  if (code === 'ERR_INVALID_ARG_VALUE') return new ToolFailure('invalid_input', 'the command holds a NUL character');
  if (code === 'ENOENT') return new ToolFailure('not_found', 'bash was not found on the PATH');
  return error;
}
