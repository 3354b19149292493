import type { BackgroundJob, HookRun, Report, Request, Verdict } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { hookRun } from './hook-run.ts';
import { shown } from './outcome.ts';
import type { Step } from './plan.ts';
import { frameFor } from './plan.ts';
import type { Firing } from './run-step.ts';
import { admit, guarded, tellEnd, tellStart, runAsHook } from './run-step.ts';
import { shadowRun, unrunStep } from './shadow.ts';
import { encode } from './encode.ts';
import type { Admission } from './trust-gate.ts';
import { confirm, withheldVerdict } from './trust-gate.ts';
import { wakeCall } from './wake.ts';

/** A background hook that has been started, or handed to somebody else. */
export interface Started {
  readonly step: Step;
  /** Settles when the hook has ended; null when this process does not run it. */
  readonly ended: Promise<Ended> | null;
  /** Why it was not started after all; null when it was. */
  readonly withheld: string | null;
}

/** How a background hook ended: it decides nothing, but may have something to say. */
export interface Ended {
  readonly verdict: Verdict;
  readonly run: HookRun;
}

/** A background hook that may be started, and what is carried out for it. */
interface Prepared {
  readonly step: Step;
  readonly request: Request;
  readonly admission: Admission;
}

/** Starts the background hooks of one dialect; with `wait` in this process, so that their ends can be reported. */
export function startBackground(
  steps: readonly Step[],
  frame: Frame,
  firing: Firing,
  wait: boolean,
): readonly Started[] {
  const { detach } = firing.ports;
  const prepared = steps.map((step): Prepared => {
    const own = frameFor(step, frame);
    const admission = admit(step.hook, own, firing);
    return { step, admission, request: encode(step.hook, own, firing.nextRunId(), true) };
  });
  const allowed = prepared.filter(({ admission }) => admission.withheld === null);
  const away = wait || detach === undefined ? [] : allowed.flatMap((each) => jobOf(each, frame, firing) ?? []);
  if (away.length > 0 && detach !== undefined) firing.ports.keep(handOver(away, detach, firing));
  const gone = new Set(away.map(({ step }) => step));
  return prepared.map((each) => {
    const { step, admission } = each;
    if (admission.withheld !== null) return { step, ended: null, withheld: admission.withheld };
    if (gone.has(step)) return { step, ended: null, withheld: null };
    const ended = runInBackground(each, frameFor(step, frame), wait ? withoutMessages(firing) : firing);
    firing.ports.keep(ended);
    return { step, ended, withheld: null };
  });
}

/** What is to be said about a background hook that was not started. */
export const withheldMessages = ({ step, withheld }: Started, frame: Frame): Verdict =>
  withheld === null ? {} : withheldVerdict({ hook: step.hook, frame, background: true }, withheld);

/** Whoever looks after them from now on cannot tell: whether they were started from what was trusted is seen here, at once. */
async function handOver(
  away: readonly Away[],
  detach: NonNullable<Firing['ports']['detach']>,
  { ports, decisionId }: Firing,
): Promise<void> {
  await detach(away.map(({ job }) => job));
  for (const { step, admission } of away) {
    const why = admission.changed();
    if (why !== null) ports.onDoubt?.(decisionId, step.hook, why);
  }
}

interface Away extends Pick<Prepared, 'step' | 'admission'> {
  readonly job: BackgroundJob;
}

function jobOf({ step, request, admission }: Prepared, frame: Frame, firing: Firing): Away | null {
  if (request.kind === 'function' || request.kind === 'impossible') return null;
  const hook = unrunStep(step, 'background', null);
  return {
    step,
    admission,
    job: {
      decisionId: firing.decisionId,
      hook,
      nativeEvent: frame.native,
      event: frame.event.hook_event_name,
      request,
    },
  };
}

async function runInBackground({ step, request, admission }: Prepared, frame: Frame, firing: Firing): Promise<Ended> {
  tellStart(step, frame, firing);
  const report = await runAsHook(guarded(request, admission), firing, firing.ports.closing);
  const verdict = late(step, frame, report, admission);
  tellEnd(step, frame, firing, { verdict, report });
  if (step.shadow === true) return endInShadow({ step, verdict, report, withheld: null }, firing);
  const run = hookRun(step.hook, report, verdict, true);
  tellContext(step, firing, verdict);
  tellMessages(firing, verdict);
  const call = wakeCall(step.hook, report);
  if (call !== null && frame.dialect.schedule.rewake) firing.ports.onWake?.(call);
  firing.ports.onBackgroundEnd(firing.decisionId, run);
  return { verdict, run };
}

/** Nothing that a hook in shadow says reaches anybody but the record. */
function endInShadow(ran: Parameters<typeof shadowRun>[0], firing: Firing): Ended {
  const run = shadowRun(ran);
  firing.ports.onBackgroundEnd(firing.decisionId, run);
  return { verdict: {}, run };
}

/** What is left of an answer that nobody waited for. */
function late(step: Step, frame: Frame, report: Report, admission: Admission): Verdict {
  if (wakeCall(step.hook, report) !== null) return {};
  const reading = { hook: step.hook, frame, background: true };
  const { context, messages, ...quiet } = confirm(reading, report, admission);
  // A hook that may wake the model is silent unless it does.
  if (step.hook.wake !== null) return quiet;
  const rest = messages === undefined ? quiet : { ...quiet, messages };
  const taken = frame.dialect.schedule.lateContext === 'next-turn';
  if (context === undefined || taken) return context === undefined ? rest : { ...rest, context };
  return { ...rest, notes: [...(rest.notes ?? []), 'context of a background hook is only recorded here'] };
}

function tellContext(step: Step, firing: Firing, verdict: Verdict): void {
  for (const text of verdict.context ?? []) firing.ports.onContext?.({ hook: step.hook.id, text });
}

/** What a hook has to say to the person; what went wrong with it is only recorded, since nobody waited for it. */
function tellMessages(firing: Firing, verdict: Verdict): void {
  for (const message of verdict.messages ?? []) if (message.level === 'info') firing.ports.onMessage?.(shown(message));
}

/** Whoever waits finds them in the outcome. */
const withoutMessages = (firing: Firing): Firing => ({
  ...firing,
  ports: { ...firing.ports, onMessage: undefined },
});
