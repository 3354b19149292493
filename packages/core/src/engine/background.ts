import type { BackgroundJob, HookRun, Report, Request, Verdict } from '../model/index.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import type { Frame } from './frame.ts';
import { hookRun, unrun } from './hook-run.ts';
import type { Step } from './plan.ts';
import type { Firing } from './run-step.ts';
import { tellEnd, tellStart, runAsHook } from './run-step.ts';
import { wakeCall } from './wake.ts';

/** A background hook that has been started, or handed to somebody else. */
export interface Started {
  readonly step: Step;
  /** Settles when the hook has ended; null when this process does not run it. */
  readonly ended: Promise<Ended> | null;
}

/** How a background hook ended: it decides nothing, but may have something to say. */
export interface Ended {
  readonly verdict: Verdict;
  readonly run: HookRun;
}

/** Starts the background hooks of one dialect; with `wait` in this process, so that their ends can be reported. */
export function startBackground(
  steps: readonly Step[],
  frame: Frame,
  firing: Firing,
  wait: boolean,
): readonly Started[] {
  const requests = steps.map((step) => ({ step, request: encode(step.hook, frame, firing.nextRunId(), true) }));
  const { detach } = firing.ports;
  const away =
    wait || detach === undefined
      ? []
      : requests.flatMap(({ step, request }) => jobOf(step, request, frame, firing) ?? []);
  if (away.length > 0 && detach !== undefined) firing.ports.keep(detach(away.map(({ job }) => job)));
  const gone = new Set(away.map(({ step }) => step));
  return requests.map(({ step, request }) => {
    if (gone.has(step)) return { step, ended: null };
    const ended = runInBackground(step, request, frame, firing);
    firing.ports.keep(ended);
    return { step, ended };
  });
}

function jobOf(
  step: Step,
  request: Request,
  frame: Frame,
  firing: Firing,
): { readonly step: Step; readonly job: BackgroundJob } | null {
  if (request.kind !== 'command' && request.kind !== 'http' && request.kind !== 'python' && request.kind !== 'module')
    return null;
  const hook = unrun(step.hook, 'background', null);
  return {
    step,
    job: {
      decisionId: firing.decisionId,
      hook,
      nativeEvent: frame.native,
      event: frame.event.hook_event_name,
      request,
    },
  };
}

async function runInBackground(step: Step, request: Request, frame: Frame, firing: Firing): Promise<Ended> {
  tellStart(step, frame, firing);
  const report = await runAsHook(request, firing, firing.ports.closing);
  const verdict = late(step, frame, report);
  tellEnd(step, frame, firing, { verdict, report });
  const run = hookRun(step.hook, report, verdict, true);
  tell(step, frame, firing, verdict);
  const call = wakeCall(step.hook, report);
  if (call !== null && frame.dialect.schedule.rewake) firing.ports.onWake?.(call);
  firing.ports.onBackgroundEnd(firing.decisionId, run);
  return { verdict, run };
}

/** What is left of an answer that nobody waited for. */
function late(step: Step, frame: Frame, report: Report): Verdict {
  if (wakeCall(step.hook, report) !== null) return {};
  const { context, messages, ...quiet } = decode({ hook: step.hook, frame, background: true }, report);
  // A hook that may wake the model is silent unless it does.
  if (step.hook.wake !== null) return quiet;
  const rest = messages === undefined ? quiet : { ...quiet, messages };
  const taken = frame.dialect.schedule.lateContext === 'next-turn';
  if (context === undefined || taken) return context === undefined ? rest : { ...rest, context };
  return { ...rest, notes: [...(rest.notes ?? []), 'context of a background hook is only recorded here'] };
}

function tell(step: Step, frame: Frame, firing: Firing, verdict: Verdict): void {
  if (frame.dialect.schedule.lateContext !== 'next-turn') return;
  for (const text of verdict.context ?? []) firing.ports.onContext?.({ hook: step.hook.id, text });
}
