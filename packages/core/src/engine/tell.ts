import type { Report, Verdict } from '../model/index.ts';
import { excerpt } from './fault.ts';
import type { Frame } from './frame.ts';
import { payloadBytes } from './payload.ts';
import type { Step } from './plan.ts';
import type { Firing } from './ports.ts';

/** Reports to listeners that a hook starts; some dialects document a line for it. */
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
  firing.ports.onSaid?.({ decisionId: firing.decisionId, step, saw: frame.event, verdict, report });
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
