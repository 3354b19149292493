import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio } from 'node:child_process';

/** Starts a program in a process group of its own, which is killed when our process exits. */
export function startInGroup(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env'>,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { ...options, detached: HAS_GROUPS, windowsHide: true, stdio: 'pipe' });
  const { pid } = child;
  if (pid === undefined) return child;
  remember(pid);
  child.once('exit', () => {
    signalGroup(pid, 'SIGKILL'); // what the program left behind
    running.delete(pid);
  });
  return child;
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

const running = new Set<number>();
let listens = false;

function remember(pid: number): void {
  running.add(pid);
  if (listens) return;
  listens = true;
  process.once('exit', () => {
    for (const each of running) signalGroup(each, 'SIGKILL');
  });
}
