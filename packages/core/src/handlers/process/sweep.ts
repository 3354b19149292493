import { readFileSync, readdirSync } from 'node:fs';
import { signalProcess } from './kill.ts';
import type { Run } from './run.ts';
import { monotonicMs } from '../../text/clock.ts';

/**
 * Kills what left the groups of these runs (setsid) but still carries their environment.
 * `spared` are the groups of other runs of ours, which may have the same environment.
 */
export function sweep(runs: readonly Swept[], spared: ReadonlySet<number>): void {
  if (process.platform !== 'linux' || runs.length === 0) return;
  const marks = runs.flatMap((run) => [markOf(run), ...shellMark(run)]);
  // A process may fork while it is being looked for: until a whole pass finds nobody.
  for (let passes = 0; passes < MOST_PASSES; passes += 1) {
    const found = processIds().filter((pid) => marks.some((isOurs) => isOurs(pid, spared)));
    if (found.map((pid) => signalProcess(pid, 'SIGKILL')).every((isAlive) => !isAlive)) return;
  }
}

/** By what the processes of a run are known. */
type Swept = Pick<Run, 'runId' | 'env' | 'startedAt' | 'shellTag'>;

/** The environment variable that tells which run a process belongs to. */
const RUN_TAG = 'HOOKLINE_RUN';
/** The one that marks a shell which waited and all that it forks, whatever becomes of its environment. */
export const SHELL_TAG = 'HOOKLINE_SHELL';
const MOST_PASSES = 5;
const TICKS_PER_SECOND = 100;

type Mark = (pid: number, spared: ReadonlySet<number>) => boolean;

function markOf(run: Swept): Mark {
  const tag = `${RUN_TAG}=${run.runId}`;
  if (run.env[RUN_TAG] === run.runId) return (pid) => environmentOf(pid).includes(tag);
  // An exact environment may not be added to: the whole of it is the mark, since a part could be anybody's.
  const expected = comparable(Object.entries(run.env).map(([name, value]) => `${name}=${value}`));
  if (expected === '') return () => false; // kernel threads and processes of others look like that
  const startedAtTick = tickOf(run.startedAt);
  return (pid, spared) => comparable(environmentOf(pid)) === expected && isLater(pid, startedAtTick, spared);
}

/** What a shell that waited has forked still has the environment that it waited with. */
function shellMark({ shellTag }: Swept): readonly Mark[] {
  const tag = `${SHELL_TAG}=${shellTag}`;
  return shellTag === undefined ? [] : [(pid) => environmentOf(pid).includes(tag)];
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

function isLater(pid: number, tick: number, spared: ReadonlySet<number>): boolean {
  // The name in brackets may hold anything; after it come state, parent, group, …, and as the 20th the start.
  const fields = readProc(`${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[19]) >= tick && !spared.has(Number(fields[2]));
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
