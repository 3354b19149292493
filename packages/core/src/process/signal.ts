import { spawn } from 'node:child_process';
import { asking } from './errno.ts';

/** Signals every process of the group; false when there is none left. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return endTree(pid);
  return send(-pid, signal);
}

/** Signals one process; false when it is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  return send(pid, signal);
}

function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    return asking(() => process.kill(target, signal));
  } catch {
    return false; // gone, or no longer ours
  }
}

/** Windows knows neither groups nor SIGTERM: the tree is ended as a whole. */
function endTree(pid: number): boolean {
  const taskkill = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  taskkill.on('error', () => send(pid, 'SIGKILL'));
  taskkill.unref();
  return true;
}
