import { fault, faultOf } from './engine/fault.ts';
import { handOver, runHandedOver } from './handlers/command.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import type { BackgroundJob, Fault, Handlers, HookRun, InternalOptions, Report, RunningJob } from './model/index.ts';
import { createRecorder } from './recorder.ts';
import { settingsOf } from './settings.ts';

/** Starts what can be started at once, so that no hook waits for the process that will look after it. */
export const startJobs = (jobs: readonly BackgroundJob[]): Promise<readonly RunningJob[]> =>
  Promise.all(
    jobs.map(async (job) => ({ ...job, running: job.request.kind === 'command' ? await handOver(job.request) : null })),
  );

/** Looks after hooks of a process that has ended since: their timeouts hold, and the record tells how they ended. */
export async function runBackgroundJobs(jobs: readonly RunningJob[], options: InternalOptions = {}): Promise<void> {
  const recorder = createRecorder(options, settingsOf(options));
  const handlers = createHandlers(options);
  await Promise.all(
    jobs.map(async (job) => {
      const report = await reportOf(job, handlers);
      recorder?.backgroundEnded(job.decisionId, endedRun(job.hook, report));
    }),
  );
  await handlers.close();
  recorder?.close();
}

function reportOf({ request, running }: RunningJob, handlers: Handlers): Promise<Report> {
  if (running === null || request.kind !== 'command') return handlers.run(request);
  return runHandedOver(request, running.handed, running.descriptors);
}

/** Nobody waits for the answer any more: only the facts are kept. */
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
