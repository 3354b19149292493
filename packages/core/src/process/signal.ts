import { spawn } from 'node:child_process';
import { asking, errorCode } from './errno.ts';

/** Signals every process of the group; false when there is none left. Signal 0 only checks whether there is one. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform !== 'win32') return send(-pid, signal);
  return signal === 0 ? send(pid, 0) : endTree(pid);
}

/** Signals one process; false when it is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  return send(pid, signal);
}

/** Whether a process with this pid exists, also another user's. */
export function isRunning(pid: number): boolean {
  try {
    return asking(() => process.kill(pid, 0));
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return asking(() => process.kill(target, signal));
  } catch {
    return false; // gone, or another user's
  }
}

/** Windows has neither groups nor SIGTERM, so the tree is ended as a whole. */
function endTree(pid: number): boolean {
  const taskkill = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  taskkill.on('error', () => send(pid, 'SIGKILL'));
  taskkill.unref();
  return true;
}
