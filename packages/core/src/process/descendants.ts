import { otherProcessIds, statOf } from './proc.ts';
import { signalProcess } from './signal.ts';

/** A process, distinguished from a later one with the same pid. */
export interface Descendant {
  readonly pid: number;
  readonly startTick: number;
}

/**
 * All current descendants of these processes, whatever session or environment they have. Must be called before the
 * first of them dies: a child whose parent is gone cannot be distinguished from any other process.
 */
export function descendantsOf(pids: readonly number[]): readonly Descendant[] {
  if (process.platform !== 'linux') return [];
  const all = otherProcessIds().flatMap((pid) => liveStatOf(pid) ?? []);
  const found = new Map<number, Descendant>();
  let parents: ReadonlySet<number> = new Set(pids);
  while (parents.size > 0) {
    const children = all.filter(({ pid, parent }) => parents.has(parent) && !found.has(pid));
    for (const { pid, startTick } of children) found.set(pid, { pid, startTick });
    parents = new Set(children.map(({ pid }) => pid));
  }
  return [...found.values()];
}

/** Kills those that still exist, with what they have started since. */
export function killDescendants(descendants: readonly Descendant[]): void {
  const condemned: number[] = [];
  let found = descendants.filter(isThere).map(({ pid }) => pid);
  // A stopped process cannot fork; until all are stopped, there may be unknown children.
  for (let passes = 0; passes < MOST_PASSES && found.length > 0; passes += 1) {
    for (const pid of found) signalProcess(pid, 'SIGSTOP');
    condemned.push(...found);
    found = descendantsOf(condemned).flatMap(({ pid }) => (condemned.includes(pid) ? [] : [pid]));
  }
  for (const pid of condemned) signalProcess(pid, 'SIGKILL');
}

const MOST_PASSES = 8;

const isThere = ({ pid, startTick }: Descendant): boolean => liveStatOf(pid)?.startTick === startTick;

/** Null for a process that is gone, or a zombie. */
function liveStatOf(pid: number): ReturnType<typeof statOf> {
  const stat = statOf(pid);
  return stat?.state === 'Z' ? null : stat;
}
