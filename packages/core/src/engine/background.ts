import type { BackgroundJob, HookRun, Report, Verdict } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { hookRun } from './hook-run.ts';
import { shown } from './outcome.ts';
import type { Step } from './plan.ts';
import { frameFor } from './plan.ts';
import type { Firing } from './run-step.ts';
import { tellEnd, tellStart, runAsHook } from './run-step.ts';
import { shadowRun, unrunStep } from './shadow.ts';
import type { Watch } from './ports.ts';
import { askedNow, decodeUndoubted, encodeUndoubted } from './undoubted.ts';
import type { Watched } from './undoubted.ts';
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
  const { detach } = firing.ports;
  const isHandedOver = !wait && detach !== undefined;
  const requests = steps.map((step): { readonly step: Step } & Watched => {
    const watched = encodeUndoubted(step.hook, frameFor(step, frame), firing, true);
    return { step, watch: watched.watch, request: isHandedOver ? askedNow(watched) : watched.request };
  });
  const away = isHandedOver ? requests.flatMap((each) => jobOf(each, frame, firing) ?? []) : [];
  if (away.length > 0 && detach !== undefined) firing.ports.keep(handOver(away, detach, firing));
  const gone = new Set(away.map(({ step }) => step));
  return requests.map(({ step, ...watched }) => {
    if (gone.has(step)) return { step, ended: null };
    const ended = runInBackground(step, watched, frameFor(step, frame), wait ? withoutMessages(firing) : firing);
    firing.ports.keep(ended);
    return { step, ended };
  });
}

/** Whoever looks after them from now on cannot tell: whether they were started from what was trusted is seen here, at once. */
async function handOver(
  away: readonly Away[],
  detach: NonNullable<Firing['ports']['detach']>,
  { ports, decisionId }: Firing,
): Promise<void> {
  await detach(away.map(({ job }) => job));
  for (const { step, watch } of away) {
    const why = watch?.after() ?? null;
    if (why !== null) ports.onDoubt?.(decisionId, step.hook, why);
  }
}

interface Away {
  readonly step: Step;
  readonly watch: Watch | null;
  readonly job: BackgroundJob;
}

function jobOf({ step, request, watch }: { readonly step: Step } & Watched, frame: Frame, firing: Firing): Away | null {
  if (request.kind === 'function' || request.kind === 'impossible') return null;
  const hook = unrunStep(step, 'background', null);
  return {
    step,
    watch,
    job: {
      decisionId: firing.decisionId,
      hook,
      nativeEvent: frame.native,
      event: frame.event.hook_event_name,
      request,
    },
  };
}

async function runInBackground(step: Step, { request, watch }: Watched, frame: Frame, firing: Firing): Promise<Ended> {
  tellStart(step, frame, firing);
  const report = await runAsHook(request, firing, firing.ports.closing);
  const verdict = late(step, frame, report, watch);
  tellEnd(step, frame, firing, { verdict, report });
  if (step.shadow === true) return endInShadow({ step, verdict, report }, firing);
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
function late(step: Step, frame: Frame, report: Report, watch: Watch | null): Verdict {
  if (wakeCall(step.hook, report) !== null) return {};
  const reading = { hook: step.hook, frame, background: true };
  const { context, messages, ...quiet } = decodeUndoubted(reading, report, watch);
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
