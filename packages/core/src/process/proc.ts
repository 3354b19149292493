import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The fields of `/proc/PID/stat` on Linux that are used. */
export interface ProcessStat {
  readonly pid: number;
  /** The name of its program. */
  readonly name: string;
  /** `Z`: a zombie. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** The number of its terminal; `0`: none. */
  readonly terminal: string;
  /** When it was started, in clock ticks since the machine started. */
  readonly startTick: number;
}

/** Clock ticks per second as Linux reports them to programs (USER_HZ), whatever the kernel uses itself. */
export const TICKS_PER_SECOND = 100;

/** One process; null when it is gone, or there is no `/proc`. */
export function statOf(pid: number | 'self'): ProcessStat | null {
  const text = procText(`${pid}/stat`);
  // The name in brackets may contain anything; after it come state, parent, group, session, terminal, …, and as the
  // 20th the start.
  const end = text.lastIndexOf(')');
  if (end < 0) return null;
  const start = text.indexOf('(');
  const [state = '', parent, group, , terminal = '0', ...rest] = text.slice(end + 2).split(' ');
  return {
    pid: Number(text.slice(0, start)),
    name: text.slice(start + 1, end),
    state,
    parent: Number(parent),
    group: Number(group),
    terminal,
    startTick: Number(rest[14]),
  };
}

/** The pids of all processes but 1 and this one; none where there is no `/proc`. */
export function otherProcessIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid);
  } catch {
    return [];
  }
}

/** The initial environment of a process, as `NAME=value`; empty when it is another user's or gone. */
export const environOf = (pid: number): readonly string[] =>
  procText(`${pid}/environ`)
    .split('\0')
    .filter((entry) => entry !== '');

/** The target of a descriptor of a process; empty when it is another user's or gone. */
export function descriptorTarget(pid: number, descriptor: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return '';
  }
}

/** The uptime of the machine, in seconds; NaN where there is no `/proc`. */
export function secondsUp(): number {
  const [seconds = ''] = procText('uptime').split(' ');
  return seconds === '' ? Number.NaN : Number(seconds);
}

/** Empty for a process that is gone or another user's, and on other systems. */
function procText(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
