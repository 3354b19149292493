import type {
  BackgroundJob,
  Hook,
  HookRun,
  Report,
  Request,
  Verdict,
  VerdictMessage,
  WakeCall,
} from '../model/index.ts';
import type { Frame } from './frame.ts';
import { decode } from './decode.ts';
import { hookRun, shadowRun, unrunStep } from './hook-run.ts';
import { shown } from './outcome.ts';
import type { Plan, Step } from './plan.ts';
import { frameFor } from './plan.ts';
import type { Firing } from './ports.ts';
import { tellEnd, tellStart } from './tell.ts';
import { encode } from './encode.ts';
import type { Admission, Withheld } from './admit.ts';
import { admit, guarded } from './admit.ts';
import { confirm, withheldVerdict } from './confirm.ts';

/** A background hook that has been started, or handed over to another process. */
export interface StartedRun {
  readonly step: Step;
  /** Settles when the hook has ended; null when this process does not run it. */
  readonly ended: Promise<Ended> | null;
  /** Why it was not started after all; null when it was. */
  readonly withheld: Withheld | null;
  /** About what it has said while it was still waited for; absent: nothing. */
  readonly warnings?: readonly VerdictMessage[];
}

/** How a background hook ended: it decides nothing, but may have messages. */
export interface Ended {
  readonly verdict: Verdict;
  readonly run: HookRun;
}

/** A background hook that may start, and the request that is run for it. */
export interface Prepared {
  readonly step: Step;
  readonly request: Request;
  readonly admission: Admission;
}

/** Starts the background hooks of a plan, and waits for them where this process must report how they ended. */
export function startBackground(plan: Plan, frame: Frame, firing: Firing): readonly StartedRun[] {
  if (firing.background === 'left-out') return [];
  const steps = plan.steps.filter((step) => step.background);
  if (steps.length === 0) return [];
  const wait = firing.background === 'waited-for';
  const { detach } = firing.ports;
  const prepared = steps.map((step): Prepared => {
    const own = frameFor(step, frame);
    const admission = admit(step.hook, own, firing.ports.gate);
    return { step, admission, request: encode(step.runs ?? step.hook, own, firing.nextRunId(), { background: true }) };
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

/** How the hooks that run in this process ended, once all of them have. */
export const endsOf = (started: readonly StartedRun[]): Promise<readonly Ended[]> =>
  Promise.all(started.flatMap(({ ended }) => (ended === null ? [] : [ended])));

/** The messages about a background hook, at once: that it was not started, or that it has refused in vain. */
export const messagesAbout = ({ step, withheld, warnings }: StartedRun, frame: Frame): readonly VerdictMessage[] => {
  if (withheld === null) return warnings ?? [];
  return withheldVerdict({ hook: step.hook, frame, background: true }, withheld.why).messages ?? [];
};

/**
 * The process that takes these hooks over cannot check trust, so whether they were started from trusted content is
 * checked here, at once.
 */
export async function handOver(
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

export function jobOf({ step, request, admission }: Prepared, frame: Frame, firing: Firing): Away | null {
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
  const report = await firing.ports.run(guarded(request, admission), firing.ports.closing);
  return endOf({ step, admission, report, answer: report }, frame, firing);
}

/** How a hook ended that nothing waited for. */
interface Late extends Pick<Prepared, 'step' | 'admission'> {
  readonly report: Report;
  /** The report with that part of the output alone which is the answer. */
  readonly answer: Report;
}

/** Tells what such a hook has said, and records its end. */
export function endOf({ step, admission, report, answer }: Late, frame: Frame, firing: Firing): Ended {
  const verdict = late(step, frame, answer, admission);
  tellEnd(step, frame, firing, { verdict, report });
  if (step.shadow === true) return endInShadow({ step, verdict, report, withheld: null }, firing);
  const run = hookRun(step.hook, report, verdict, true);
  tellContext(step, firing, verdict);
  tellMessages(firing, verdict);
  const call = wakeCall(step.hook, report);
  if (call !== null && frame.dialect.schedule.rewake) firing.ports.onWake?.(call);
  firing.ports.onBackgroundEnd(firing.decisionId, run, report.ending);
  return { verdict, run };
}

/** The output of a hook in shadow goes to the record only. */
function endInShadow(ran: Parameters<typeof shadowRun>[0], firing: Firing): Ended {
  const run = shadowRun(ran);
  firing.ports.onBackgroundEnd(firing.decisionId, run, ran.report.ending);
  return { verdict: {}, run };
}

/** What still counts in an answer that nothing waited for. */
function late(step: Step, frame: Frame, report: Report, admission: Admission): Verdict {
  if (wakeCall(step.hook, report) !== null) return {};
  const reading = { hook: step.hook, frame, background: true };
  const { context, messages, ...quiet } = confirm(reading, report, decode(reading, report), admission);
  // A hook that may wake the model shows nothing unless it does.
  if (step.hook.wake !== null) return quiet;
  const rest = messages === undefined ? quiet : { ...quiet, messages };
  const { lateContext } = frame.dialect.schedule;
  const taken = lateContext !== 'record-only' && lateContext !== 'discard';
  if (context === undefined || taken) return context === undefined ? rest : { ...rest, context };
  return { ...rest, notes: [...(rest.notes ?? []), 'context of a background hook is only recorded here'] };
}

function tellContext(step: Step, firing: Firing, verdict: Verdict): void {
  for (const text of verdict.context ?? []) firing.ports.onContext?.({ hook: step.hook.id, text });
}

/** The hook's messages for the person; its faults are only recorded, since nothing waited for it. */
function tellMessages(firing: Firing, verdict: Verdict): void {
  for (const message of verdict.messages ?? []) if (message.level === 'info') firing.ports.onMessage?.(shown(message));
}

/** A caller that waits finds them in the outcome. */
const withoutMessages = (firing: Firing): Firing => ({
  ...firing,
  ports: { ...firing.ports, onMessage: undefined },
});

/** The reminder by which a background hook wakes the model; null unless it is such a hook and exited with 2. */
export function wakeCall(hook: Hook, report: Report): WakeCall | null {
  if (hook.wake === null || report.ending.how !== 'exited' || report.ending.code !== 2) return null;
  const said = [report.stderr, report.stdout].map((text) => text.trim()).find((text) => text !== '');
  const prefix = hook.wake.message ?? `${hook.name}:`;
  return {
    hook: hook.id,
    reminder: `${prefix} ${said ?? `hook "${hook.name}" exited with 2`}`,
    summary: summaryOf(hook.wake.summary),
  };
}

function summaryOf(written: string | null): string {
  const line = (written ?? '').replace(/\s+/g, ' ').trim();
  return line === '' ? DEFAULT_SUMMARY : line.slice(0, LONGEST_SUMMARY);
}

const DEFAULT_SUMMARY = 'Stop hook feedback';
const LONGEST_SUMMARY = 300;
