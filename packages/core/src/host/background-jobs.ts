import { fault, faultOf } from '../engine/fault.ts';
import { handOver, runHandedOver } from '../handlers/command.ts';
import { hostHandlers } from './world.ts';
import type { BackgroundJob, Fault, Handlers, HookRun, InternalOptions, Report, RunningJob } from '../model/index.ts';
import { createRecorder } from '../record/recorder.ts';
import { loadShadows } from '../shadow/shadows.ts';
import type { Places } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings.ts';
import { announceProcess, withdrawProcess } from '../trust/live-hosts.ts';

/** Starts what can be started at once, so that no hook waits for the process that will supervise it. */
export function startJobs(jobs: readonly BackgroundJob[], places: Places = {}): Promise<readonly RunningJob[]> {
  const { stateFolder } = settingsOf(places);
  return Promise.all(
    jobs.map(async (job) => {
      const running = job.running ?? (job.request.kind === 'command' ? await handOver(job.request) : null);
      // It may outlive this process, and its supervising process is not its ancestor.
      if (running !== null) announceProcess(stateFolder, running.handed.pid);
      return { ...job, running };
    }),
  );
}

/** Supervises hooks of a process that has ended since: their timeouts apply, and their ends are recorded. */
export async function runBackgroundJobs(jobs: readonly RunningJob[], options: InternalOptions = {}): Promise<void> {
  const settings = settingsOf(options);
  const { retention } = await loadShadows(settings);
  const recorder = createRecorder(options, settings, retention);
  const handlers = hostHandlers(options, settings);
  await Promise.all(
    jobs.map(async (job) => {
      const report = await reportOf(job, handlers);
      if (job.running !== null) withdrawProcess(settings.stateFolder, job.running.handed.pid);
      recorder?.backgroundEnded(job.decisionId, endedRun(job.hook, report), report.ending);
    }),
  );
  await handlers.close();
  recorder?.close();
}

function reportOf({ request, running }: RunningJob, handlers: Handlers): Promise<Report> {
  if (running === null || request.kind !== 'command') return handlers.run(request);
  return runHandedOver(request, running.handed, running.descriptors);
}

/** Nothing waits for the answer any more, so only the facts are kept. */
function endedRun(hook: HookRun, report: Report): HookRun {
  const { ending } = report;
  return {
    ...hook,
    exitCode: ending.how === 'exited' ? ending.code : null,
    signal: ending.how === 'killed' ? ending.signal : null,
    durationMs: report.durationMs,
    stdout: report.stdout,
    stderr: report.stderr,
    truncated: report.truncated,
    fault: faultOf(hook, report) ?? exitFault(hook, report),
  };
}

function exitFault(hook: HookRun, { ending, stderr }: Report): Fault | null {
  return ending.how === 'exited' && ending.code !== 0
    ? fault('exit', hook, `exited with ${ending.code} in the background`, stderr)
    : null;
}
