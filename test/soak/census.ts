import type { EventEmitter } from 'node:events';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What a process holds at one moment. */
export interface Census {
  /** What descriptors lead to, and how many lead there. */
  readonly descriptors: Readonly<Record<string, number>>;
  /** What keeps or could keep the event loop going, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  readonly listeners: Readonly<Record<string, number>>;
  /** Programs of ours that run, as their command lines. */
  readonly processes: readonly string[];
  /** Children of ours that are dead but not taken in. */
  readonly zombies: number;
  readonly heapBytes: number;
}

/** Counts everything once the memory is tidied up; `mark` stands in every process of ours. */
export async function takeCensus(mark: string): Promise<Census> {
  for (let rounds = 0; rounds < 4; rounds += 1) {
    globalThis.gc?.();
    await wait(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return {
    descriptors: tally(descriptorTargets()),
    resources: tally(process.getActiveResourcesInfo()),
    listeners: tally(listenerNames(process)),
    processes: processesOf(mark),
    zombies: ids().filter(isZombieOfOurs).length,
    heapBytes: heapUsed + external,
  };
}

/** What there is more of than before, as lines for a person. */
export function growth(
  before: Census,
  after: Census,
): Readonly<Record<'descriptors' | 'resources' | 'listeners', readonly string[]>> {
  const more = (key: 'descriptors' | 'resources' | 'listeners'): readonly string[] =>
    Object.entries(after[key])
      .filter(([name, count]) => count > (before[key][name] ?? 0))
      .map(([name, count]) => `${name}: ${before[key][name] ?? 0} before, ${count} now`);
  return { descriptors: more('descriptors'), resources: more('resources'), listeners: more('listeners') };
}

const listenerNames = (emitter: EventEmitter): readonly string[] =>
  emitter.eventNames().flatMap((name) => emitter.listeners(name).map(() => String(name)));

/** In a process namespace of its own everybody is ours, else whoever has the mark in environment or arguments. */
function processesOf(mark: string): readonly string[] {
  const isAlone = process.env['HOOKLINE_SOAK_ALONE'] === '1';
  return ids()
    .filter((pid) => isAlone || proc(pid, 'environ').includes(mark) || proc(pid, 'cmdline').includes(mark))
    .filter((pid) => proc(pid, 'stat') !== '' && !isZombieOfOurs(pid))
    .map(
      (pid) => `${pid} ${proc(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200) || proc(pid, 'stat').slice(0, 60)}`,
    );
}

const ids = (): readonly string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== '1' && Number(name) !== process.pid);

const isZombieOfOurs = (pid: string): boolean => proc(pid, 'stat').includes(`) Z ${process.pid} `);

/** Pipes and sockets by kind, files by name. */
function descriptorTargets(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`).replace(/\[?\d+\]?/g, 'N')];
    } catch {
      return []; // the one that reads the folder
    }
  });
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function proc(pid: string, file: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
