import { readFileSync } from 'node:fs';

/** Measures the CPU time of one thread of this process since the meter was created. */
export interface CpuMeter {
  readonly usedMs: () => number;
}

/**
 * A meter for the thread with this id in the system; negative when it is not known. Only Linux provides the time of
 * each thread: elsewhere it is the process's time, minus the busy time of the calling thread unless that only waits.
 */
export function createCpuMeter(thread: number, asking: 'waits' | 'works'): CpuMeter {
  const elsewhere = (): number => processMs() - (asking === 'waits' ? 0 : performance.eventLoopUtilization().active);
  const read = threadMs(thread) === null ? elsewhere : () => threadMs(thread) ?? 0;
  const start = read();
  return { usedMs: () => read() - start };
}

/** Fields 14 and 15 of the thread's stat line, in hundredths of a second, after a name that may contain anything. */
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
