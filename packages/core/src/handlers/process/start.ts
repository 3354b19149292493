import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandRequest, Ending } from '../../model/index.ts';
import { errorCode, errorText, isTransient } from '../../process/errno.ts';
import { closeAhead } from './next-run.ts';
import { preflight } from './preflight.ts';
import type { Exit, Run } from './run.ts';
import { openStdio } from './stdio.ts';
import { monotonicMs } from '../../text/clock.ts';

/** Starts programs faster than this process can; null where this process must start them. */
export interface Launcher {
  /** Rejects with the system's error when the program cannot be started. */
  readonly start: (file: string, request: CommandRequest) => Run | null | Promise<Run | null>;
  /** Marks that a hook is about to start; the returned function marks that it has ended. */
  readonly enter: () => () => void;
  /** A resource is exhausted: releases what is only kept for later. */
  readonly release: () => void;
}

export type StartResult = { readonly ok: true; readonly run: Run } | { readonly ok: false; readonly ending: Ending };

/**
 * Starts the program in its own process group; transient shortages are retried until the deadline. Throws only errors
 * of hookline itself.
 */
export async function start(
  request: CommandRequest,
  launcher: Launcher | null,
  signal?: AbortSignal,
): Promise<StartResult> {
  const givesUpAt = monotonicMs() + Math.min(request.timeoutMs, LONGEST_WAIT_MS);
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 200)) {
    if (signal?.aborted === true) return { ok: false, ending: { how: 'cancelled' } };
    try {
      return await tryToStart(request, launcher);
    } catch (error) {
      if (isOurs(errorCode(error))) throw error;
      if (!isTransient(errorCode(error)) || monotonicMs() + pauseMs >= givesUpAt)
        return notStarted(causeOf(error, request));
      launcher?.release();
      closeAhead();
    }
    await wait(pauseMs);
  }
}

/** Limit of the retries: a file that is still open for writing after this (ETXTBSY) will not be closed soon. */
const LONGEST_WAIT_MS = 10_000;

/** An error caused neither by the system nor by the arguments of the hook. */
const isOurs = (code: string): boolean => code === '' || (code.startsWith('ERR_') && code !== 'ERR_INVALID_ARG_VALUE');

const notStarted = (why: string): StartResult => ({ ok: false, ending: { how: 'not-started', why } });

async function tryToStart(request: CommandRequest, launcher: Launcher | null): Promise<StartResult> {
  const checked = preflight(request);
  if (!checked.ok) return notStarted(checked.why);
  const refused = launcher === null ? null : (request.mayStart?.() ?? null);
  if (refused !== null) return notStarted(refused);
  const launching = launcher === null ? null : launcher.start(checked.file, request);
  const launched = launching instanceof Promise ? await launching : launching;
  if (launched !== null) return { ok: true, run: launched };
  const stdio = await openStdio(request.stdin);
  try {
    const late = request.mayStart?.() ?? null;
    if (late !== null) {
      stdio.abandon();
      return notStarted(late);
    }
    const startedAt = monotonicMs();
    const child = spawnDetached(checked.file, request, stdio.forChild);
    if (child.pid === undefined) throw await spawnError(child);
    const { pid } = child;
    const { runId, env, background: isBackground } = request;
    const { exit, exitSoFar } = exitOf(child);
    const streams = stdio.connect(child);
    const release = (): void => child.unref();
    return { ok: true, run: { pid, runId, env, isBackground, startedAt, exit, exitSoFar, streams, release } };
  } catch (error) {
    stdio.abandon();
    throw error;
  }
}

function spawnDetached(file: string, request: CommandRequest, stdio: readonly (number | 'pipe')[]): ChildProcess {
  return spawn(file, request.args, {
    argv0: request.program,
    cwd: request.cwd,
    env: { ...request.env },
    detached: true,
    stdio: [...stdio],
    windowsHide: true,
  });
}

async function spawnError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve));
}

/** `exit`, not `close`: a grandchild that holds the pipes must not delay the answer. */
function exitOf(child: ChildProcess): Pick<Run, 'exit' | 'exitSoFar'> {
  let known: Exit | null = null;
  const exit = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      known = code === null ? { how: 'killed', signal: signal ?? 'unknown' } : { how: 'exited', code };
      resolve(known);
    });
  });
  child.on('error', () => undefined); // nothing is sent through the child object, so no error matters here
  return { exit, exitSoFar: () => known };
}

/** Only what is safe to show: Node's own messages repeat arguments and environment. */
function causeOf(error: unknown, request: CommandRequest): string {
  const code = errorCode(error);
  if (code === 'ERR_INVALID_ARG_VALUE') return 'an argument, the environment or the working directory holds a NUL byte';
  const cause = CAUSES[code];
  return cause === undefined
    ? `${request.program} could not be started: ${code === '' ? errorText(error) : code}`
    : cause(request.program);
}

const CAUSES: Readonly<Record<string, (program: string) => string>> = {
  E2BIG: (program) =>
    `${program} could not be started: its arguments and environment are longer than the system allows (E2BIG)`,
  EHELPER: (program) => `${program} was not started: the helper that starts programs was ended at this moment`,
  ENOENT: (program) =>
    `${program} could not be started: it was removed at this moment, or its loader is missing (ENOENT)`,
  EACCES: (program) => `${program} could not be started: permission denied (EACCES)`,
  ENOTDIR: (program) => `${program} could not be started: a part of its path is not a folder (ENOTDIR)`,
  ENOEXEC: (program) => `${program} could not be started: it is not a program for this machine (ENOEXEC)`,
  EAGAIN: (program) =>
    `${program} could not be started: too many processes (EAGAIN); raise ulimit -u or run fewer hooks`,
  EMFILE: (program) => `${program} could not be started: too many open files (EMFILE); raise ulimit -n`,
  ENFILE: (program) => `${program} could not be started: the system has too many open files (ENFILE)`,
  ENOMEM: (program) => `${program} could not be started: not enough memory (ENOMEM)`,
  ETXTBSY: (program) =>
    `${program} could not be started: a process still has it open for writing (ETXTBSY); close it and try again`,
};
