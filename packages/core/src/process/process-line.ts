import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { environOf, statOf } from './proc.ts';

/** A process, with what distinguishes it from a later one with the same pid. */
export interface LineProcess {
  readonly pid: number;
  readonly parent: number;
  /** The name of its program. */
  readonly name: string;
  /** When it was started: clock ticks since the machine started where there is /proc, else seconds since 1970. */
  readonly start: number;
  /** Its controlling terminal; empty: none. */
  readonly terminal: string;
}

/** The ancestors of this process, nearest first; none where the system does not provide them. */
export function ancestors(self: number = process.pid): readonly LineProcess[] {
  const find = finder();
  const found: LineProcess[] = [];
  const seen = new Set([self]);
  for (let next = find(self); next !== null && next.parent > 0 && !seen.has(next.parent);) {
    seen.add(next.parent);
    next = find(next.parent);
    if (next !== null) found.push(next);
  }
  return found;
}

/** One process; null when it is gone, or the system does not provide it. */
export const findProcess = (pid: number): LineProcess | null => finder()(pid);

/** The initial environment of a process; empty when it is another user's, or the system does not provide it. */
export const environmentOf = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environOf(pid).flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals > 0 ? [[pair.slice(0, equals), pair.slice(equals + 1)] as const] : [];
    }),
  );

/** Whether it adopts orphaned processes, and starts none for a person. */
export const isKeeper = ({ pid, name }: LineProcess): boolean => pid === 1 || KEEPERS.test(name);

/** Programs at the root of a process tree; pid 1 is one whatever its name. */
const KEEPERS =
  /^(?:systemd|init|launchd|tini|dumb-init|docker-init|catatonit|s6-svscan|runsvdir|runit|supervisord|containerd-shim.*|conmon|sleep|tail|cat)$/;

/** When this process was started, in the unit of `LineProcess.start`; starts no process. */
export function ownStart(): number {
  return inProc('self')?.start ?? Math.round(Date.now() / 1000 - process.uptime());
}

/** Whether two start times are those of one process; compared to the second where there is no /proc. */
export const isSameStart = (one: number, other: number): boolean =>
  hasProc() ? one === other : Math.abs(one - other) <= 2;

type Find = (pid: number) => LineProcess | null;

const hasProc = (): boolean => existsSync('/proc/self/stat');

function finder(): Find {
  if (hasProc()) return inProc;
  const table = readTable();
  return (pid) => table.get(pid) ?? null;
}

function inProc(pid: number | 'self'): LineProcess | null {
  const stat = statOf(pid);
  if (stat === null) return null;
  const { name, parent, startTick, terminal } = stat;
  return { pid: stat.pid, parent, name, start: startTick, terminal: terminal === '0' ? '' : terminal };
}

/** What every Unix provides; in one call of `ps`, since a process for each query would be slow. */
function readTable(): ReadonlyMap<number, LineProcess> {
  if (process.platform === 'win32') return new Map();
  try {
    const args = ['-A', '-o', 'pid=,ppid=,tty=,lstart=,comm='];
    const text = execFileSync('/bin/ps', args, { encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' });
    return parseTable(text);
  } catch {
    return new Map();
  }
}

const ROW = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+\w{3} (\w{3} +\d+ [\d:]{8} \d{4})\s+(.*)$/;

/** Parses the output of `ps -A -o pid=,ppid=,tty=,lstart=,comm=` with LC_ALL=C and TZ=UTC. */
export const parseTable = (text: string): ReadonlyMap<number, LineProcess> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, pid, parent, terminal = '', started = '', program = ''] = ROW.exec(line) ?? [];
      if (pid === undefined) return [];
      const start = Date.parse(`${started} UTC`) / 1000;
      const row = {
        pid: Number(pid),
        parent: Number(parent),
        name: basename(program.trim()),
        start,
        terminal: /^[?-]+$/.test(terminal) ? '' : terminal,
      };
      return [[row.pid, row] as const];
    }),
  );
