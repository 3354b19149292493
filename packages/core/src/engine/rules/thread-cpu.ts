import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Counts the processor time of one thread of this process from its making on. */
export interface CpuMeter {
  readonly usedMs: () => number;
}

/**
 * A meter for the thread with this number in the system; negative when it is not known. Only Linux tells the time of each thread:
 * elsewhere it is what the process used, less what the thread that asks was busy for unless it only waits.
 */
export function createCpuMeter(thread: number, asking: 'waits' | 'works'): CpuMeter {
  const elsewhere = (): number => processMs() - (asking === 'waits' ? 0 : performance.eventLoopUtilization().active);
  const read = threadMs(thread) === null ? elsewhere : () => threadMs(thread) ?? 0;
  const start = read();
  return { usedMs: () => read() - start };
}

/** Fields 14 and 15 of the thread's line, in hundredths of a second, behind a name that may hold anything. */
function threadMs(thread: number): number | null {
  if (thread < 0) return null;
  try {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    const [user, system] = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .slice(USER_FIELD, USER_FIELD + 2)
      .map(Number);
    return ((user ?? 0) + (system ?? 0)) * TICK_MS;
  } catch {
    return null; // the thread has ended, or there is no such file here
  }
}

const USER_FIELD = 11;
const TICK_MS = 10;

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
