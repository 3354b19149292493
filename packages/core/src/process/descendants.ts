import { readFileSync, readdirSync } from 'node:fs';
import { signalProcess } from './signal.ts';

/** A process, told from a later one that was given the same number. */
export interface Relative {
  readonly pid: number;
  readonly startedAtTick: number;
}

/**
 * All that descend from these processes now, whatever session or environment they have. To be asked before the first of
 * them dies: a child whose parent is gone cannot be told from anybody else's.
 */
export function familyOf(pids: readonly number[]): readonly Relative[] {
  if (process.platform !== 'linux') return [];
  const everybody = allProcesses();
  const found = new Map<number, Relative>();
  let parents: ReadonlySet<number> = new Set(pids);
  while (parents.size > 0) {
    const children = everybody.filter(({ pid, parent }) => parents.has(parent) && !found.has(pid));
    for (const { pid, startedAtTick } of children) found.set(pid, { pid, startedAtTick });
    parents = new Set(children.map(({ pid }) => pid));
  }
  return [...found.values()];
}

/** Kills those that are still there, with what they have started since. */
export function endFamily(family: readonly Relative[]): void {
  const doomed: number[] = [];
  let found = family.filter(isThere).map(({ pid }) => pid);
  // Who is stopped starts nobody: until all are, there may be children that are not known yet.
  for (let passes = 0; passes < MOST_PASSES && found.length > 0; passes += 1) {
    for (const pid of found) signalProcess(pid, 'SIGSTOP');
    doomed.push(...found);
    found = familyOf(doomed).flatMap(({ pid }) => (doomed.includes(pid) ? [] : [pid]));
  }
  for (const pid of doomed) signalProcess(pid, 'SIGKILL');
}

const MOST_PASSES = 8;

interface Kinsman extends Relative {
  readonly parent: number;
}

function allProcesses(): readonly Kinsman[] {
  return readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? lookUp(Number(name)) : null;
    return found === null ? [] : [found];
  });
}

const isThere = ({ pid, startedAtTick }: Relative): boolean => lookUp(pid)?.startedAtTick === startedAtTick;

/** Null for a process that is gone, or dead and only waited for. */
function lookUp(pid: number): Kinsman | null {
  try {
    // The name in brackets may hold anything; after it come state, parent, …, and as the 20th the start.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : { pid, parent: Number(fields[1]), startedAtTick: Number(fields[19]) };
  } catch {
    return null;
  }
}
