import type { HookRun, Report, Request, Verdict } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { inGivenWords } from './frame.ts';
import { hookRun } from './hook-run.ts';
import { excerpt } from './fault.ts';
import { payloadBytes } from './payload.ts';
import { asHook } from './nesting.ts';
import type { Step } from './plan.ts';
import { frameFor } from './plan.ts';
import type { Ports } from './ports.ts';
import { decodeUndoubted, encodeUndoubted } from './undoubted.ts';

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
}

/** Runs one hook that is waited for: encode, run, decode. */
export async function runStep(step: Step, given: Frame, firing: Firing): Promise<Ran> {
  const frame = frameFor(step, given);
  const { request, watch } = encodeUndoubted(step.hook, frame, firing, false);
  tellStart(step, frame, firing);
  const report = await runAsHook(request, firing);
  const said = decodeUndoubted({ hook: step.hook, frame, background: false }, report, watch);
  tellEnd(step, frame, firing, { verdict: said, report });
  const verdict = frame === given ? said : inGivenWords(given, said);
  return { step, verdict, run: hookRun(step.hook, report, verdict, false), report };
}

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
