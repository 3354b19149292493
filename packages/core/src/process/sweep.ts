import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { signalProcess } from './signal.ts';
import { monotonicMs } from '../text/clock.ts';

/**
 * Kills what left the groups of these runs (setsid) but still carries their environment or holds their output.
 * `spared` are the groups of other runs of ours, which may have the same environment; since `begunAt` others are being
 * started, whose groups are not known yet.
 */
export function sweep(runs: readonly Swept[], spared: ReadonlySet<number>, begunAt: number | null = null): void {
  if (process.platform !== 'linux' || runs.length === 0) return;
  const marks = runs.flatMap((run) => [markOf(run, begunAt), ...shellMark(run), ...pipeMark(run)]);
  killMarked((pid) => marks.some((isOurs) => isOurs(pid, spared)));
}

/** Kills every process that was started with this variable in its environment, wherever it has gone. */
export function sweepVariable(name: string, value: string): void {
  if (process.platform === 'linux') killMarked((pid) => environmentOf(pid).includes(`${name}=${value}`));
}

/** A process may fork while it is being looked for: until a whole pass finds nobody. */
function killMarked(isOurs: (pid: number) => boolean): void {
  for (let passes = 0; passes < MOST_PASSES; passes += 1) {
    const found = processIds().filter(isOurs);
    if (found.map((pid) => signalProcess(pid, 'SIGKILL')).every((isAlive) => !isAlive)) return;
  }
}

/** By what the processes of a run are known. */
interface Swept {
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Stands in the first environment of a shell that waited for the run, and of all that it forks. */
  readonly shellTag?: string;
  readonly streams?: { readonly names?: readonly string[] };
}

/** The environment variable that tells which run a process belongs to. */
const RUN_TAG = 'HOOKLINE_RUN';
/** The one that marks a shell which waited and all that it forks, whatever becomes of its environment. */
export const SHELL_TAG = 'HOOKLINE_SHELL';
const MOST_PASSES = 5;
const TICKS_PER_SECOND = 100;

type Mark = (pid: number, spared: ReadonlySet<number>) => boolean;

function markOf(run: Swept, begunAt: number | null): Mark {
  const tag = `${RUN_TAG}=${run.runId}`;
  if (run.env[RUN_TAG] === run.runId) return (pid) => environmentOf(pid).includes(tag);
  // An exact environment may not be added to: the whole of it is the mark, since a part could be anybody's.
  const expected = comparable(Object.entries(run.env).map(([name, value]) => `${name}=${value}`));
  if (expected === '') return () => false; // kernel threads and processes of others look like that
  const startedAtTick = tickOf(run.startedAt);
  const begunAtTick = begunAt === null ? Infinity : tickOf(begunAt);
  return (pid, spared) => {
    if (comparable(environmentOf(pid)) !== expected) return false;
    const { group, tick } = statusOf(pid);
    if (tick < startedAtTick || spared.has(group)) return false;
    // One that is being started, and what it has started already, descends from us; one that escaped has lost its parents.
    return tick < begunAtTick || !descendsFromUs(pid);
  };
}

const MOST_ANCESTORS = 64;

function descendsFromUs(pid: number): boolean {
  let { parent } = statusOf(pid);
  for (let count = 0; count < MOST_ANCESTORS && parent > 1; count += 1) {
    if (parent === process.pid) return true;
    ({ parent } = statusOf(parent));
  }
  return false;
}

/** What a shell that waited has forked still has the environment that it waited with. */
function shellMark({ shellTag }: Swept): readonly Mark[] {
  const tag = `${SHELL_TAG}=${shellTag}`;
  return shellTag === undefined ? [] : [(pid) => environmentOf(pid).includes(tag)];
}

/** Nobody but the run and what it started has the pipes to which it writes. */
function pipeMark({ streams }: Swept): readonly Mark[] {
  const names = streams?.names ?? [];
  const holds = (pid: number, descriptor: 1 | 2): boolean => names.includes(linkOf(`${pid}/fd/${descriptor}`));
  return names.length === 0 ? [] : [(pid) => holds(pid, 1) || holds(pid, 2)];
}

/** Variables that shells set by themselves. */
const SET_BY_SHELLS = /^(?:PWD|OLDPWD|SHLVL|_)=/;

const comparable = (entries: readonly string[]): string =>
  entries
    .filter((entry) => entry !== '' && !SET_BY_SHELLS.test(entry))
    .toSorted()
    .join('\0');

function processIds(): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid);
}

function environmentOf(pid: number): readonly string[] {
  return readProc(`${pid}/environ`).split('\0');
}

interface Status {
  readonly parent: number;
  readonly group: number;
  /** When it was started. */
  readonly tick: number;
}

function statusOf(pid: number): Status {
  // The name in brackets may hold anything; after it come state, parent, group, …, and as the 20th the start.
  const fields = readProc(`${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return { parent: Number(fields[1]), group: Number(fields[2]), tick: Number(fields[19] ?? -1) };
}

/** The system's clock tick at a time of our monotonic clock; a little early rather than late. */
function tickOf(startedAt: number): number {
  const secondsUp = Number(readProc('uptime').split(' ')[0]);
  const secondsAgo = (monotonicMs() - startedAt) / 1000;
  return Math.floor((secondsUp - secondsAgo) * TICKS_PER_SECOND) - 2;
}

/** Empty for a process that is gone or another user's. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(`/proc/${path}`);
  } catch {
    return '';
  }
}
