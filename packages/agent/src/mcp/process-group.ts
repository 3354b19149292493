import { randomUUID } from 'node:crypto';
import { sweepVariable } from '@hookline/core/internal';
import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio } from 'node:child_process';

/** Starts a program in a process group of its own, which is killed when our process exits, with whoever left it. */
export function startInGroup(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env'>,
): ChildProcessWithoutNullStreams {
  const tag = randomUUID();
  const env = { ...options.env, [TAG]: tag };
  const child = spawn(program, args, { ...options, env, detached: HAS_GROUPS, windowsHide: true, stdio: 'pipe' });
  const { pid } = child;
  if (pid === undefined) return child;
  remember(pid, tag);
  child.once('exit', () => {
    endRest(pid, tag); // what the program left behind
    running.delete(pid);
  });
  return child;
}

/** Tells to which server a process belongs, also when it has left the group. */
const TAG = 'HOOKLINE_SERVER';

function endRest(pid: number, tag: string): void {
  signalGroup(pid, 'SIGKILL');
  sweepVariable(TAG, tag);
}

/** Signals every process of the group; false when there is none left. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(HAS_GROUPS ? -pid : pid, signal);
  } catch {
    return false; // gone, or no longer ours
  }
}

const HAS_GROUPS = process.platform !== 'win32';

const running = new Map<number, string>();
let listens = false;

function remember(pid: number, tag: string): void {
  running.set(pid, tag);
  if (listens) return;
  listens = true;
  process.once('exit', () => {
    for (const [each, tag] of running) endRest(each, tag);
  });
}
