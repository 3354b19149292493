import type { ArmedHook } from './engine/armed-hook.ts';
import type { DialectHooks } from './engine/routes.ts';
import { planAll } from './engine/engine.ts';
import type { Place } from './engine/frame.ts';
import type { Plan, Rest } from './engine/plan.ts';
import { restOf } from './engine/plan.ts';
import { routesOf } from './engine/routes.ts';
import { listed } from './list-hooks.ts';
import type { Diagnostic, ExplainedHook, Explanation, AnyEvent } from './model/index.ts';

/** A fire that stops after the plan: for every hook whether it would run, why, and in which order. */
export function explain(
  event: AnyEvent,
  hooks: readonly DialectHooks[],
  place: Place,
  diagnostics: readonly Diagnostic[],
): Explanation {
  const plans = planAll(routesOf(hooks)(event.hook_event_name, undefined), event, place, new Date());
  const selected = plans.flatMap(running).map((hook, index) => ({ ...hook, order: index + 1 }));
  const resting = plans.flatMap((plan) => restOf(plan).map(notRunning));
  const told = new Set([...selected, ...resting].map((hook) => hook.id));
  const others = hooks
    .flatMap(({ byEvent }) => [...byEvent.values()].flat())
    .filter(({ hook }) => !told.has(hook.id))
    .map((each) => elsewhere(each, event));
  return { event: event.hook_event_name, hooks: [...selected, ...resting, ...others], diagnostics };
}

const running = ({ steps }: Plan): readonly ExplainedHook[] =>
  steps.map(({ hook, background, why, shadow }) => ({
    ...listed({ hook, unarmed: null, ...(shadow === undefined ? {} : { shadow }) }),
    runs: true,
    why: [why, ...(background ? ['in the background'] : []), ...(shadow === true ? ['in shadow'] : [])].join('; '),
    order: null,
  }));

const notRunning = ({ hook, why, matched }: Rest): ExplainedHook => ({
  ...listed({ hook, unarmed: matched ? why : null }),
  runs: false,
  why,
  order: null,
});

const elsewhere = (each: ArmedHook, event: AnyEvent): ExplainedHook => ({
  ...listed(each),
  runs: false,
  why: `it waits for ${each.hook.event}, not for ${event.hook_event_name}`,
  order: null,
});
