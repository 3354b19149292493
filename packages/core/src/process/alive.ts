import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Whether the process that wrote something then still runs; a later process with the same number does not count. */
export function isAlive(pid: number, writtenAt: Date): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isOthers = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isOthers) return false;
  }
  const startedAt = startOf(pid);
  return startedAt === null || startedAt <= writtenAt.getTime() + CLOCK_SLACK_MS;
}

const CLOCK_SLACK_MS = 2_000;
const TICKS_PER_SECOND = 100; // what Linux tells programs, whatever it uses itself

/** When a process started, where the system tells. */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may hold anything
    const ticks = Number(fields[19]);
    return Number.isFinite(ticks) ? Date.now() - uptime() * 1_000 + (ticks / TICKS_PER_SECOND) * 1_000 : null;
  } catch {
    return null;
  }
}
