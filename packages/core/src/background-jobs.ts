import { fault, faultOf } from './engine/fault.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import type { BackgroundJob, Fault, HookRun, HooksOptions, Report } from './model/index.ts';
import { createRecorder } from './recorder.ts';
import { settingsOf } from './settings.ts';

/** Runs hooks that were handed over by a process which has ended since: their timeouts hold, and the record tells how they ended. */
export async function runBackgroundJobs(jobs: readonly BackgroundJob[], options: HooksOptions = {}): Promise<void> {
  const recorder = createRecorder(options.record ?? true, settingsOf(options));
  const handlers = createHandlers(options);
  await Promise.all(
    jobs.map(async (job) => {
      const report = await handlers.run(job.request);
      recorder.backgroundEnded(job.decisionId, endedRun(job.hook, report));
    }),
  );
  await handlers.close();
  recorder.close();
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
