import { uptime } from 'node:os';
import { statOf, TICKS_PER_SECOND } from './proc.ts';
import { isRunning } from './signal.ts';

/**
 * Whether the process that wrote something at that time still runs; a later process with the same pid does not count.
 */
export function isAlive(pid: number, writtenAt: Date): boolean {
  if (!isRunning(pid)) return false;
  const startedAt = startOf(pid);
  return startedAt === null || startedAt <= writtenAt.getTime() + CLOCK_SLACK_MS;
}

const CLOCK_SLACK_MS = 2_000;

/** When a process started, where the system provides it. */
function startOf(pid: number): number | null {
  const ticks = statOf(pid)?.startTick ?? Number.NaN;
  return Number.isFinite(ticks) ? Date.now() - uptime() * 1_000 + (ticks / TICKS_PER_SECOND) * 1_000 : null;
}
