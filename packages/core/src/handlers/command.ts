import type { CommandRequest, Ending, HandedOver, LetGoRule, Report } from '../model/index.ts';
import { adopt } from './process/adopt.ts';
import { errorText } from '../process/errno.ts';
import { keepVariables } from './process/keep-variables.ts';
import { prepared } from './process/located.ts';
import { createLimit, maxProcesses, type Limit } from './process/limit.ts';
import { beginStart } from './process/registry.ts';
import { REFUSED, type Run } from './process/run.ts';
import type { Streams } from './process/stdio.ts';
import { start, type Launcher } from './process/start.ts';
import { supervise } from './process/supervise.ts';
import { monotonicMs } from '../text/clock.ts';

export { handOver } from './process/hand-over.ts';
export { killAllRuns } from './process/registry.ts';

/**
 * Runs a hook's program and reports what happened; never throws, whatever the program does. Waiting for a process slot
 * does not count against the hook's time.
 */
export async function runCommand(
  request: CommandRequest,
  signal?: AbortSignal,
  launcher: Launcher | null = null,
): Promise<Report> {
  const place = lane(request).take(request.session ?? '', signal);
  const release = place instanceof Promise ? await place : place;
  if (release === null) return emptyReport({ how: 'cancelled' }, monotonicMs());
  const startedAt = monotonicMs();
  const leave = launcher?.enter();
  try {
    return await carryOut(withoutPlace(request, release), { startedAt, launcher }, signal);
  } catch (error) {
    return emptyReport({ how: 'failed-inside', why: errorText(error) }, startedAt);
  } finally {
    leave?.();
    release();
  }
}

/** Supervises a hook that another process started before it ended; the hook's time has been running since then. */
export async function runHandedOver(
  request: CommandRequest,
  handed: HandedOver,
  descriptors: readonly number[],
): Promise<Report> {
  const run = adopt(request, handed, descriptors);
  return reportOf(run, request, run.startedAt);
}

/** A hook that nothing waits for any more gives its place to one that something waits for. */
function withoutPlace(request: CommandRequest, release: () => void): CommandRequest {
  const { letGo } = request;
  if (letGo === undefined) return request;
  const take: LetGoRule['take'] = (running) => {
    release();
    letGo.take(running);
  };
  return { ...request, letGo: { ...letGo, take } };
}

interface CommandBeginning {
  readonly startedAt: number;
  readonly launcher: Launcher | null;
}

async function carryOut(request: CommandRequest, beginning: CommandBeginning, signal?: AbortSignal): Promise<Report> {
  const { startedAt, launcher } = beginning;
  const settled = beginStart();
  try {
    const started = await start(prepared(request), launcher, signal);
    if (!started.ok) return emptyReport(started.ending, startedAt);
    const reporting = reportOf(started.run, request, startedAt, signal);
    settled(); // by now its run is registered
    const report = await reporting;
    // A waiting shell could not begin: a new one will report why, or will succeed.
    return hasRefused(started.run, report) ? await carryOut(request, { startedAt, launcher: null }, signal) : report;
  } finally {
    settled();
  }
}

const hasRefused = ({ refusal }: Run, { ending, stdout }: Report): boolean =>
  refusal !== undefined && stdout === refusal && ending.how === 'exited' && ending.code === REFUSED;

async function reportOf(run: Run, request: CommandRequest, startedAt: number, signal?: AbortSignal): Promise<Report> {
  const { streams } = run;
  const leftMs = request.timeoutMs - (monotonicMs() - startedAt);
  const ending = await supervise(run, request, leftMs, signal);
  const report: Report = {
    ending,
    stdout: streams.stdout.output.text(),
    stderr: streams.stderr.output.text(),
    truncated: truncatedOf(streams),
    durationMs: monotonicMs() - startedAt,
  };
  if (request.keepsVariables !== undefined) keepVariables(request.keepsVariables, report);
  return report;
}

function truncatedOf(streams: Streams): Report['truncated'] {
  return (['stdout', 'stderr'] as const).filter((name) => streams[name].output.isTruncated());
}

function emptyReport(ending: Ending, startedAt: number): Report {
  return { ending, stdout: '', stderr: '', truncated: [], durationMs: monotonicMs() - startedAt };
}

/** Background hooks have their own slots, so that long ones do not keep a guard waiting. */
function lane({ background }: CommandRequest): Limit {
  lanes ??= { foreground: createLimit(maxProcesses()), background: createLimit(maxProcesses()) };
  return background ? lanes.background : lanes.foreground;
}

let lanes: { readonly foreground: Limit; readonly background: Limit } | undefined;
