import { rmSync } from 'node:fs';

/** Has the group killed and its folder removed when our own process exits while it is remembered. */
export function rememberGroup(pid: number, folder: string): void {
  if (!isListening) process.once('exit', killAll);
  isListening = true;
  running.set(pid, folder);
}

/** Lets what is left of a group live on, as a server that was started on purpose. */
export function forgetGroup(pid: number): void {
  running.delete(pid);
}

/**
 * Ends a process and all of its group: kindly first, by force after two seconds. Nobody needs to wait for stragglers:
 * they are seen to the end, whatever happens meanwhile.
 */
export function endGroup(pid: number): void {
  let isAlive = send(pid, 'SIGTERM');
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += STEP_MS;
    isAlive &&= send(pid, 0);
    if (isAlive && waitedMs < KINDNESS_MS) return;
    send(pid, 'SIGKILL');
    clearInterval(timer);
    forgetGroup(pid);
  }, STEP_MS).unref();
}

const KINDNESS_MS = 2000;
const STEP_MS = 40;

const running = new Map<number, string>();
let isListening = false;

function killAll(): void {
  for (const [pid, folder] of running) {
    send(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** False when nobody of the group is left. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
