import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { atExit } from './at-exit.ts';
import { signalGroup } from './signal.ts';
import { sweepVariable } from './sweep.ts';

/** How a program is started in its own process group. */
export interface GroupOptions extends Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env'> {
  /** The variable that identifies the program that a process belongs to, also when it has left the group. */
  readonly tag: string;
}

/**
 * Starts a program in its own process group, which is killed when the program or this process exits, with processes
 * that left the group.
 */
export function startInGroup(
  program: string,
  args: readonly string[],
  { cwd, env, tag }: GroupOptions,
): ChildProcessWithoutNullStreams {
  const value = randomUUID();
  const child = spawn(program, args, {
    cwd,
    env: { ...env, [tag]: value },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: 'pipe',
  });
  const { pid } = child;
  if (pid === undefined) return child;
  const release = killAtExit(pid, () => sweepVariable(tag, value));
  child.once('exit', () => {
    signalGroup(pid, 'SIGKILL'); // what the program left behind
    sweepVariable(tag, value);
    release();
  });
  return child;
}

/** Kills the group, and then calls `afterwards`, if this process exits before the returned function was called. */
export function killAtExit(pid: number, afterwards: () => void): () => void {
  if (!isListening) atExit(killAll);
  isListening = true;
  groups.set(pid, afterwards);
  return () => groups.delete(pid);
}

/**
 * Ends a process and its whole group: by SIGTERM, and by SIGKILL after two seconds. The caller need not wait: `ended`
 * is called when that is done, whatever happens meanwhile.
 */
export function endGroup(pid: number, ended: () => void): void {
  let isAlive = signalGroup(pid, 'SIGTERM');
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += STEP_MS;
    isAlive &&= signalGroup(pid, 0);
    if (isAlive && waitedMs < GRACE_MS) return;
    signalGroup(pid, 'SIGKILL');
    clearInterval(timer);
    ended();
  }, STEP_MS).unref();
}

const GRACE_MS = 2000;
const STEP_MS = 40;

const groups = new Map<number, () => void>();
let isListening = false;

function killAll(): void {
  for (const [pid, afterwards] of groups) {
    signalGroup(pid, 'SIGKILL');
    afterwards();
  }
}
