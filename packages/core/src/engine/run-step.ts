import type { Hook, HookRun, Report, Request, Verdict } from '../model/index.ts';
import { encode } from './encode.ts';
import type { Frame } from './frame.ts';
import { inGivenWords } from './frame.ts';
import { hookRun, unrun } from './hook-run.ts';
import { excerpt } from './fault.ts';
import { payloadBytes } from './payload.ts';
import { asHook } from './nesting.ts';
import type { Step } from './plan.ts';
import { frameFor } from './plan.ts';
import type { Ports } from './ports.ts';
import type { Reading } from './reading.ts';
import type { Admission } from './trust-gate.ts';
import { ADMITTED, confirm, withheldVerdict } from './trust-gate.ts';
import { withoutOwnRefusal } from './undecided.ts';

/** What one fire hands to each of its steps. */
export interface Firing {
  readonly decisionId: string;
  readonly ports: Ports;
  readonly signal: AbortSignal | undefined;
  /** Whether background hooks are left alone. */
  readonly withoutBackground?: boolean;
  /** Numbers the runs of this fire. */
  readonly nextRunId: () => string;
}

/** A step that has been run: what the hook said, and the facts for the record. */
export interface Ran {
  readonly step: Step;
  readonly verdict: Verdict;
  readonly run: HookRun;
  readonly report: Report;
  /** Why it did not run although it was selected; null for one that ran. */
  readonly withheld: string | null;
}

/** Runs one hook that is waited for: admit, encode, run, decode and confirm. */
export async function runStep(step: Step, given: Frame, firing: Firing): Promise<Ran> {
  const frame = frameFor(step, given);
  const reading = { hook: step.hook, frame, background: false };
  const admission = admit(step.hook, frame, firing);
  if (admission.withheld !== null) return withheldStep(step, reading, admission.withheld);
  const request = encode(step.hook, frame, firing.nextRunId(), false);
  tellStart(step, frame, firing);
  const report = await runAsHook(guarded(request, admission), firing);
  const late = report.ending.how === 'not-started' ? admission.again() : null;
  if (late !== null) return withheldStep(step, reading, late);
  const said = withoutOwnRefusal(confirm(reading, report, admission), step, frame);
  tellEnd(step, frame, firing, { verdict: said, report });
  const verdict = frame === given ? said : inGivenWords(given, said);
  return { step, verdict, run: hookRun(step.hook, report, verdict, false), report, withheld: null };
}

/** Whether a hook may be started now. */
export const admit = (hook: Hook, frame: Frame, { ports }: Firing): Admission =>
  ports.gate?.admit(hook, frame) ?? ADMITTED;

/** A request whose start may have to wait: then it is asked for again whether it may start. */
export const guarded = (request: Request, admission: Admission): Request =>
  admission === ADMITTED ? request : { ...request, mayStart: admission.again };

const withheldStep = (step: Step, reading: Reading, why: string): Ran => ({
  step,
  verdict: withheldVerdict(reading, why),
  run: unrun(step.hook, 'skipped', why),
  report: notStarted(why),
  withheld: why,
});

/** The report of a hook that was never started. */
export const notStarted = (why: string): Report => ({
  ending: { how: 'not-started', why },
  stdout: '',
  stderr: '',
  truncated: [],
  durationMs: 0,
});

/** Carries a request out so that whatever it starts in this process fires no hooks. */
export function runAsHook(
  request: Request,
  firing: Firing,
  signal: AbortSignal | undefined = firing.signal,
): Promise<Report> {
  // Only behind these does code of the host run; its functions are registered so that they look after it themselves.
  const isHosts = request.kind === 'prompt' || request.kind === 'agent';
  return isHosts ? asHook(() => firing.ports.run(request, signal)) : firing.ports.run(request, signal);
}

/** Tells those who want to know that a hook starts; some dialects document a line for it. */
export function tellStart(step: Step, frame: Frame, firing: Firing): void {
  const { id, name, statusMessage } = step.hook;
  firing.ports.onStart?.({ id, name, status: statusMessage });
  if (!frame.dialect.debugLines) return;
  firing.ports.onDebug?.(
    `[HOOK DEBUG] [${modeOf(step)}] Starting hook '${step.hook.name}' for event '${frame.native}'`,
  );
  if (firing.ports.onDebug !== undefined)
    firing.ports.onDebug(`[HOOK DEBUG] Input: ${excerpt(Buffer.from(payloadBytes(frame)).toString())}`);
}

/** The documented debug lines about an end. */
export function tellEnd(
  step: Step,
  frame: Frame,
  firing: Firing,
  { verdict, report }: { readonly verdict: Verdict; readonly report: Report },
): void {
  firing.ports.onSaid?.({ step, saw: frame.event, verdict, report });
  if (!frame.dialect.debugLines) return;
  const blocked = verdict.decision === 'block';
  const took = Math.round(report.durationMs);
  firing.ports.onDebug?.(
    `[HOOK DEBUG] [${modeOf(step)}] Completed hook '${step.hook.name}' in ${took}ms: blocked=${blocked ? 'True' : 'False'}`,
  );
  if (blocked) firing.ports.onDebug?.(`[HOOK DEBUG] Reason: ${verdict.reason ?? ''}`);
  if (verdict.fault !== undefined) firing.ports.onDebug?.(`[HOOK DEBUG] Error: ${verdict.fault.message}`);
}

const modeOf = (step: Step): 'ASYNC' | 'SYNC' => (step.background ? 'ASYNC' : 'SYNC');
