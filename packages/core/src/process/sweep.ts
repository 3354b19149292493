import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../text/clock.ts';
import { descriptorTarget, environOf, otherProcessIds, secondsUp, statOf, TICKS_PER_SECOND } from './proc.ts';
import { signalProcess } from './signal.ts';

/**
 * Kills processes that left the groups of these runs (setsid) but still have their environment or hold their output.
 * `spared` are the groups of other runs of this process, which may have the same environment; since `begunAt` others
 * are being started, whose groups are not known yet.
 */
export function sweep(runs: readonly Swept[], spared: ReadonlySet<number>, begunAt: number | null = null): void {
  if (process.platform !== 'linux' || runs.length === 0) return;
  const marks = runs.flatMap((run) => [markOf(run, begunAt), ...shellMark(run), ...pipeMark(run)]);
  killMarked((pid) => marks.some((isOurs) => isOurs(pid, spared)));
}

/** Kills every process that was started with this variable in its environment, whatever its group or session. */
export function sweepVariable(name: string, value: string): void {
  if (process.platform === 'linux') killMarked((pid) => environOf(pid).includes(`${name}=${value}`));
}

/** The same, and waits until none is left: a process takes a moment to die, and may have been forking. */
export async function sweepUntilGone(name: string, value: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const entry = `${name}=${value}`;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (!killOnce((pid) => environOf(pid).includes(entry))) return;
    await pause(PAUSE_MS);
  }
}

/** A process may fork during the search, so it is repeated until a whole pass finds none. */
function killMarked(isOurs: (pid: number) => boolean): void {
  for (let passes = 0; passes < MOST_PASSES; passes += 1) if (!killOnce(isOurs)) return;
}

/** Whether there was any to kill. */
const killOnce = (isOurs: (pid: number) => boolean): boolean =>
  otherProcessIds()
    .filter(isOurs)
    .map((pid) => signalProcess(pid, 'SIGKILL'))
    .includes(true);

/** How the processes of a run are recognized. */
interface Swept {
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Set in the initial environment of a waiting shell, and so in all its children. */
  readonly shellTag?: string;
  readonly streams?: { readonly names?: readonly string[] };
}

/** The environment variable that identifies the run of a process. */
export const RUN_TAG = 'HOOKLINE_RUN';
/** The one that marks a waiting shell and all its children, however they change their environment. */
export const SHELL_TAG = 'HOOKLINE_SHELL';
const MOST_PASSES = 5;
const MOST_ROUNDS = 20;
const PAUSE_MS = 10;

type ProcessMark = (pid: number, spared: ReadonlySet<number>) => boolean;

function markOf(run: Swept, begunAt: number | null): ProcessMark {
  const tag = `${RUN_TAG}=${run.runId}`;
  if (run.env[RUN_TAG] === run.runId) return (pid) => environOf(pid).includes(tag);
  // Nothing may be added to an exact environment, so the whole of it is the mark; a part could belong to any process.
  const expected = comparable(Object.entries(run.env).map(([name, value]) => `${name}=${value}`));
  if (expected === '') return () => false; // kernel threads and other users' processes have none
  const startedAtTick = tickOf(run.startedAt);
  const begunAtTick = begunAt === null ? Infinity : tickOf(begunAt);
  return (pid, spared) => {
    if (comparable(environOf(pid)) !== expected) return false;
    const stat = statOf(pid);
    if (stat === null || stat.startTick < startedAtTick || spared.has(stat.group)) return false;
    // A process that is being started, and its children, descend from this process; an escaped one has lost its
    // parents.
    return stat.startTick < begunAtTick || !descendsFromUs(stat.parent);
  };
}

const MOST_ANCESTORS = 64;

function descendsFromUs(parent: number): boolean {
  let next = parent;
  for (let count = 0; count < MOST_ANCESTORS && next > 1; count += 1) {
    if (next === process.pid) return true;
    next = statOf(next)?.parent ?? 0;
  }
  return false;
}

/** The children of a waiting shell still have the environment that it waited with. */
function shellMark({ shellTag }: Swept): readonly ProcessMark[] {
  const tag = `${SHELL_TAG}=${shellTag}`;
  return shellTag === undefined ? [] : [(pid) => environOf(pid).includes(tag)];
}

/** Only the run and its descendants have the pipes to which it writes. */
function pipeMark({ streams }: Swept): readonly ProcessMark[] {
  const names = streams?.names ?? [];
  const holds = (pid: number, descriptor: 1 | 2): boolean => names.includes(descriptorTarget(pid, descriptor));
  return names.length === 0 ? [] : [(pid) => holds(pid, 1) || holds(pid, 2)];
}

/** Variables that shells set by themselves. */
const SET_BY_SHELLS = /^(?:PWD|OLDPWD|SHLVL|_)=/;

const comparable = (entries: readonly string[]): string =>
  entries
    .filter((entry) => !SET_BY_SHELLS.test(entry))
    .toSorted()
    .join('\0');

/** The system's clock tick at a time of the monotonic clock; a little early rather than late. */
function tickOf(startedAt: number): number {
  const secondsAgo = (monotonicMs() - startedAt) / 1000;
  return Math.floor((secondsUp() - secondsAgo) * TICKS_PER_SECOND) - 2;
}
