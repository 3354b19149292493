import type { Fault, Hook, HookRun, Report, Rewrite, RunStatus, Shadow, Verdict } from '../model/index.ts';
import type { StartedRun } from './background.ts';
import type { Plan, Step } from './plan.ts';
import { inRunOrder } from './plan.ts';
import type { Ran } from './ports.ts';

/** The run of a hook as the outcome and the record show it. */
export function hookRun(hook: Hook, report: Report, verdict: Verdict, background: boolean): HookRun {
  const { ending } = report;
  return {
    id: hook.id,
    name: hook.name,
    dialect: hook.dialect,
    scope: hook.scope,
    source: hook.source,
    handler: hook.handler.kind,
    status: background ? 'background' : statusOf(verdict),
    exitCode: ending.how === 'exited' ? ending.code : null,
    signal: ending.how === 'killed' ? ending.signal : null,
    durationMs: Math.round(report.durationMs * 100) / 100,
    stdout: report.stdout,
    stderr: report.stderr,
    truncated: report.truncated,
    fault: verdict.fault ?? null,
    quiet: verdict.quiet ?? false,
    why: null,
    notes: report.note === undefined ? (verdict.notes ?? NOTHING) : [...(verdict.notes ?? NOTHING), report.note],
  };
}

const NOTHING: readonly never[] = Object.freeze([]);

/** A matched hook that did not run (`why` gives the reason), or one that still runs in the background. */
export function unrun(hook: Hook, status: 'skipped' | 'background', why: string | null): HookRun {
  return { ...hookRun(hook, notStarted(why ?? ''), {}, false), status, why };
}

function statusOf(verdict: Verdict): RunStatus {
  if (verdict.decision === 'block') return 'blocked';
  return verdict.fault === undefined ? 'passed' : failedStatus(verdict.fault);
}

const failedStatus = (fault: Fault): RunStatus => (fault.code === 'timeout' ? 'timed_out' : 'failed');

/** The report of a hook that was never started. */
export const notStarted = (why: string): Report => ({
  ending: { how: 'not-started', why },
  stdout: '',
  stderr: '',
  truncated: [],
  durationMs: 0,
});

/** How a hook in shadow ended. */
type ShadowEnd = Pick<Ran, 'step' | 'verdict' | 'report' | 'withheld'>;

/** The run of a hook in shadow: a failure shows as usual, a decision only as what it would have been. */
export function shadowRun({ step, verdict, report, withheld }: ShadowEnd): HookRun {
  if (withheld !== null) return unrunStep(step, 'skipped', withheld.why);
  const { decision: _decision, effect: _effect, reason: _reason, ...rest } = verdict;
  return { ...hookRun(step.hook, report, rest, step.background), shadow: shadowOf(verdict) };
}

/** A matched hook that did not run, or still runs in the background, as reported by `unrun`. */
export function unrunStep({ hook, shadow }: Step, status: 'skipped' | 'background', why: string | null): HookRun {
  const run = unrun(hook, status, why);
  return shadow === undefined ? run : { ...run, shadow: NO_SHADOW };
}

/** A hook in shadow that has been started; nothing waits for it but the end of the event. */
export interface Shadowed {
  readonly id: string;
  readonly ended: Promise<HookRun>;
}

/** The runs, with the results of those in shadow filled in. */
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

const NO_SHADOW: Shadow = shadowOf({});

/** The runs of all hooks that the event selected, in the order of the plan; background hooks appear as running. */
export function runsOf(plan: Plan, ran: readonly Ran[], started: readonly StartedRun[]): readonly HookRun[] {
  const isWhole = started.length === 0 && plan.skipped.length === 0 && ran.length === plan.steps.length;
  if (isWhole && ran.every(({ step }, place) => step === plan.steps[place])) return ran.map(({ run }) => run);
  const runs = new Map(ran.map(({ step, run }) => [step.hook, run]));
  const background = new Map(started.map(({ step, withheld }) => [step, withheld]));
  const blocker = ran.findLast(({ verdict }) => verdict.decision === 'block');
  const blocked = blocker === undefined ? null : blockedBefore(blocker.step.hook.id);
  const known = new Set([...plan.steps, ...plan.skipped].map(({ hook }) => hook));
  const added = ran.map(({ step }) => step).filter(({ hook }) => !known.has(hook));
  return inRunOrder(added.length === 0 ? plan : withSteps(plan, added)).map((each) => {
    if ('matched' in each) return unrun(each.hook, 'skipped', each.why);
    const withheld = background.get(each);
    if (withheld === null) return unrunStep(each, 'background', null);
    const why = withheld?.why ?? blocked ?? (each.background ? 'not started' : NOT_AS_REWRITTEN);
    return runs.get(each.hook) ?? unrunStep(each, 'skipped', why);
  });
}

const NOT_AS_REWRITTEN = 'not run: its if rule does not accept the input as a hook before it has rewritten it';

/** The plan with the steps that were selected only after the event was rewritten. */
function withSteps(plan: Plan, added: readonly Step[]): Plan {
  const places = new Map(plan.hooks.map(({ hook }, index) => [hook, index]));
  const placeOf = ({ hook }: Step): number => places.get(hook) ?? 0;
  return { ...plan, steps: [...plan.steps, ...added].toSorted((one, other) => placeOf(one) - placeOf(other)) };
}

/** Why a hook does not run after another one has blocked. */
export const blockedBefore = (id: string): string => `not run: ${id} had blocked before`;

/** All hooks that an event selected, as not run. */
export const skippedAll = (planned: Plan, why: string): readonly HookRun[] =>
  inRunOrder(planned).map((each) =>
    'matched' in each ? unrun(each.hook, 'skipped', each.why) : unrunStep(each, 'skipped', why),
  );
