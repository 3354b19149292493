import type { HookRun, Rewrite, Shadow, Verdict } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { hookRun, unrun } from './hook-run.ts';
import type { Step } from './plan.ts';
import type { Firing, Ran } from './run-step.ts';
import { runStep } from './run-step.ts';

/** A hook in shadow that has been started; nobody waits for it but the end of the event. */
export interface Shadowed {
  readonly id: string;
  readonly ended: Promise<HookRun>;
}

/** Starts a hook whose answer is written down and changes nothing. */
export const startInShadow = (step: Step, frame: Frame, firing: Firing): Shadowed => ({
  id: step.hook.id,
  ended: runStep(step, frame, firing).then(shadowRun),
});

/** How a hook in shadow came to its end. */
export type ShadowEnd = Pick<Ran, 'step' | 'verdict' | 'report' | 'withheld'>;

/** The run of a hook in shadow: what failed shows as it would, what was decided only as what it would have been. */
export function shadowRun({ step, verdict, report, withheld }: ShadowEnd): HookRun {
  if (withheld !== null) return unrunStep(step, 'skipped', withheld);
  const { decision: _decision, effect: _effect, reason: _reason, ...rest } = verdict;
  return { ...hookRun(step.hook, report, rest, step.background), shadow: shadowOf(verdict) };
}

/** A matched hook that did not run, or still runs in the background, as `unrun` tells it. */
export function unrunStep({ hook, shadow }: Step, status: 'skipped' | 'background', why: string | null): HookRun {
  const run = unrun(hook, status, why);
  return shadow === undefined ? run : { ...run, shadow: NOTHING };
}

/** The runs with the ends of those in shadow in their places. */
export async function withShadows(runs: readonly HookRun[], shadows: readonly Shadowed[]): Promise<readonly HookRun[]> {
  const ended = new Map(await Promise.all(shadows.map(async (each) => [each.id, await each.ended] as const)));
  return runs.map((run) => ended.get(run.id) ?? run);
}

const REWRITES: readonly Rewrite[] = ['updatedInput', 'updatedToolOutput', 'updatedPrompt'];

const shadowOf = (verdict: Verdict): Shadow => ({
  decision: verdict.decision ?? 'none',
  effect: verdict.effect ?? null,
  reason: verdict.decision === undefined ? null : (verdict.reason ?? null),
  rewrites: REWRITES.filter((key) => verdict[key] !== undefined),
  contexts: verdict.context?.length ?? 0,
});

const NOTHING: Shadow = shadowOf({});
