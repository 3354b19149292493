import type { AnyEvent, Diagnostic, HookRun } from '../model/index.ts';
import type { Started } from './background.ts';
import { startBackground, withheldMessages } from './background.ts';
import type { Folded, Said } from './fold.ts';
import { fold } from './fold.ts';
import type { Frame } from './frame.ts';
import { withEvent } from './frame.ts';
import { unrun } from './hook-run.ts';
import type { Plan, Step } from './plan.ts';
import { inRunOrder, planAgain } from './plan.ts';
import type { Firing, Ran } from './run-step.ts';
import { runStep } from './run-step.ts';
import type { Shadowed } from './shadow.ts';
import { startInShadow, unrunStep } from './shadow.ts';
import { thread } from './thread.ts';
import { withheldDiagnostic } from './trust-gate.ts';

/** What one dialect's hooks came to. */
export interface PlanResult {
  readonly folded: Folded;
  /** Matched hooks in the order of the plan; those of background hooks are filled in when they have ended. */
  readonly runs: readonly HookRun[];
  readonly started: readonly Started[];
  /** Hooks in shadow that may still run. */
  readonly shadows: readonly Shadowed[];
  /** The event as rewritten so far. */
  readonly event: AnyEvent;
  /** About hooks that did not run because they are not what was trusted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs the plan of one dialect at its own pace and folds the answers in the plan's order. */
export async function runPlan(plan: Plan, firing: Firing, wait: boolean): Promise<PlanResult> {
  const early = plan.frame.dialect.schedule.background === 'with-the-rest' ? start(plan, plan.frame, firing, wait) : [];
  const waited = plan.steps.filter((step) => !step.background);
  const shadows: Shadowed[] = [];
  const pace = plan.pace === 'parallel' ? allAtOnce : oneByOne;
  const ran = await pace(waited, plan, firing, shadows);
  const said: readonly Said[] = ran.map(({ step, verdict }) => ({ hook: step.hook, verdict }));
  const decided = fold(said);
  const event = said.reduce((before, { verdict }) => thread(before, verdict), plan.frame.event);
  const late =
    plan.frame.dialect.schedule.background === 'unless-blocked' && decided.block === null
      ? start(plan, withEvent(plan.frame, event), firing, wait)
      : [];
  const started = [...early, ...late];
  const messages = started.flatMap((each) => withheldMessages(each, plan.frame).messages ?? []);
  return {
    folded: messages.length === 0 ? decided : { ...decided, messages: [...decided.messages, ...messages] },
    started: started.filter(({ withheld }) => withheld === null),
    shadows,
    runs: runsOf(plan, ran, started),
    event,
    diagnostics: [...ran, ...started].flatMap(({ step, withheld }) =>
      withheld === null ? [] : [withheldDiagnostic(step.hook, withheld)],
    ),
  };
}

const start = ({ steps }: Plan, frame: Frame, firing: Firing, wait: boolean): readonly Started[] =>
  firing.withoutBackground === true
    ? []
    : startBackground(
        steps.filter((step) => step.background),
        frame,
        firing,
        wait,
      );

/** Runs steps and gives what was said by those that have a say; those in shadow are started in their place and added to the list. */
type Pace = (steps: readonly Step[], plan: Plan, firing: Firing, shadows: Shadowed[]) => Promise<readonly Ran[]>;

const allAtOnce: Pace = (steps, { frame }, firing, shadows) => {
  const running: Promise<Ran>[] = [];
  for (const step of steps) {
    if (step.shadow === true) shadows.push(startInShadow(step, frame, firing));
    else running.push(runStep(step, frame, firing));
  }
  return Promise.all(running);
};

const oneByOne: Pace = async (steps, plan, firing, shadows) => {
  const ran: Ran[] = [];
  let { frame } = plan;
  let left = steps;
  for (let step = left[0]; step !== undefined; step = left[0]) {
    left = left.slice(1);
    if (step.shadow === true) {
      shadows.push(startInShadow(step, frame, firing));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- each hook sees what the one before it has rewritten
    const result = await runStep(step, frame, firing);
    ran.push(result);
    if (result.verdict.decision === 'block' && frame.dialect.schedule.afterBlock === 'stop') break;
    const event = thread(frame.event, result.verdict);
    if (event === frame.event) continue;
    frame = withEvent(frame, event);
    if (frame.dialect.condition === 'none') continue;
    // oxlint-disable-next-line no-await-in-loop -- an if rule is about the input as rewritten so far
    const next = await planAgain(plan, event);
    ({ frame } = next);
    left = stepsAfter(step, next);
  }
  return ran;
};

/** What comes behind a step that has rewritten the event, by the rules of the rewritten one. */
function stepsAfter({ hook }: Step, { hooks, steps }: Plan): readonly Step[] {
  const later = hooks.slice(hooks.findIndex((armed) => armed.hook === hook) + 1).map((armed) => armed.hook);
  return steps.filter((step) => !step.background && later.includes(step.hook));
}

function runsOf(plan: Plan, ran: readonly Ran[], started: readonly Started[]): readonly HookRun[] {
  const runs = new Map(ran.map(({ step, run }) => [step.hook, run]));
  const background = new Map(started.map(({ step, withheld }) => [step, withheld]));
  const blocker = ran.findLast(({ verdict }) => verdict.decision === 'block');
  const blocked = blocker === undefined ? null : `not run: ${blocker.step.hook.id} had blocked before`;
  const known = new Set([...plan.steps, ...plan.skipped].map(({ hook }) => hook));
  const added = ran.map(({ step }) => step).filter(({ hook }) => !known.has(hook));
  return inRunOrder(added.length === 0 ? plan : withSteps(plan, added)).map((each) => {
    if ('matched' in each) return unrun(each.hook, 'skipped', each.why);
    const withheld = background.get(each);
    if (withheld === null) return unrunStep(each, 'background', null);
    const why = withheld ?? blocked ?? (each.background ? 'not started' : NOT_AS_REWRITTEN);
    return runs.get(each.hook) ?? unrunStep(each, 'skipped', why);
  });
}

const NOT_AS_REWRITTEN = 'not run: its if rule does not accept the input as a hook before it has rewritten it';

/** The plan with steps that only what was rewritten did select. */
function withSteps(plan: Plan, added: readonly Step[]): Plan {
  const places = new Map(plan.hooks.map(({ hook }, index) => [hook, index]));
  const placeOf = ({ hook }: Step): number => places.get(hook) ?? 0;
  return { ...plan, steps: [...plan.steps, ...added].toSorted((one, other) => placeOf(one) - placeOf(other)) };
}
