import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { environOf, statOf } from './proc.ts';

/** A process, with what tells it from a later one that was given the same number. */
export interface LineProcess {
  readonly pid: number;
  readonly parent: number;
  /** As the system calls its program. */
  readonly name: string;
  /** When it was started: clock ticks since the machine started where there is /proc, else seconds since 1970. */
  readonly start: number;
  /** The terminal that it answers to; empty: none. */
  readonly terminal: string;
}

/** The processes above this one, nearest first; none where the system does not tell. */
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

/** One process; null when it is gone, or the system does not tell. */
export const findProcess = (pid: number): LineProcess | null => finder()(pid);

/** The environment that a process was started with; empty when it is another user's, or the system does not tell. */
export const environmentOf = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environOf(pid).flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals > 0 ? [[pair.slice(0, equals), pair.slice(equals + 1)] as const] : [];
    }),
  );

/** Whether it takes over processes whose own parents have ended, and starts none for a person. */
export const isKeeper = ({ pid, name }: LineProcess): boolean => pid === 1 || KEEPERS.test(name);

/** Programs that stand at the root of a part of a system; the first process is one whatever its name. */
const KEEPERS =
  /^(?:systemd|init|launchd|tini|dumb-init|docker-init|catatonit|s6-svscan|runsvdir|runit|supervisord|containerd-shim.*|conmon|sleep|tail|cat)$/;

/** When this process was started, as `LineProcess.start` counts; costs no process. */
export function ownStart(): number {
  return inProc('self')?.start ?? Math.round(Date.now() / 1000 - process.uptime());
}

/** Whether two starts are those of one process: told to the second where there is no /proc. */
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

/** What every Unix tells; in one call, since a process for each question would be slow. */
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

/** Reads what `ps -A -o pid=,ppid=,tty=,lstart=,comm=` prints with LC_ALL=C and TZ=UTC. */
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
