import { planAll } from '../engine/engine.ts';
import type { Place } from '../engine/frame.ts';
import { couldBeSelected } from '../engine/hook-index.ts';
import type { Plan, Rest } from '../engine/plan.ts';
import { restOf } from '../engine/plan.ts';
import type { HookEntry, DialectHooks } from '../engine/routes.ts';
import { routesOf } from '../engine/routes.ts';
import { inSpelling } from '../engine/spellings.ts';
import type { AnyEvent, Diagnostic, ExplainedHook, Explanation, Hook, ListedHook } from '../model/index.ts';
import { labelOf } from './hook-label.ts';

/** Every hook of every dialect, active or not, in the order in which dialects run. */
export const listHooks = (hooks: readonly DialectHooks[], { withheld }: Withholding): readonly ListedHook[] =>
  hooks.flatMap(({ byEvent }) =>
    [...byEvent.values()]
      .flat()
      .map((each) => listed(each, each.inactiveBecause === null ? withheld(each.hook) : null)),
  );

/** Why a hook that is in force must not run at present; null when it may. */
export interface Withholding {
  readonly withheld: (hook: Hook) => string | null;
}

/** One hook as `list` shows it; what keeps it from running is always shown. */
function listed({ hook, inactiveBecause, shadow }: HookEntry, withheld: string | null = null): ListedHook {
  const why = inactiveBecause ?? withheld ?? hook.defect;
  const label = labelOf(hook);
  return {
    id: hook.id,
    name: hook.name,
    ...(label === hook.name ? {} : { label }),
    dialect: hook.dialect,
    scope: hook.scope,
    source: hook.source,
    event: hook.event,
    matcher:
      hook.condition === null
        ? hook.matcher.text
        : [hook.matcher.text, `if ${hook.condition.text ?? ''}`].filter(Boolean).join(' '),
    handler: hook.handler.kind,
    armed: why === null,
    why,
    ...(withheld === null ? {} : { withheld: true }),
    ...(hook.during === undefined ? {} : { during: hook.during }),
    ...(shadow === undefined ? {} : { shadow }),
  };
}

/** What an explanation needs, beside the hooks. */
export interface Circumstances {
  readonly place: Place;
  readonly diagnostics: readonly Diagnostic[];
  readonly gate: Withholding;
}

/** A fire that stops after the plan: for every hook whether it would run, why, and in which order. */
export function explain(
  event: AnyEvent,
  hooks: readonly DialectHooks[],
  { place, diagnostics, gate }: Circumstances,
): Explanation {
  const plans = planAll(routesOf(hooks)(event.hook_event_name, undefined), event, place, new Date());
  const selected = plans.flatMap((each) => running(each, gate));
  let order = 0;
  const ordered = selected.map((hook) => (hook.runs ? { ...hook, order: ++order } : hook));
  const resting = plans.flatMap((each) => restOf(each).map((rest) => notRunning(rest, each, gate)));
  const told = new Set([...selected, ...resting].map((hook) => hook.id));
  const others = hooks
    .flatMap(({ byEvent }) => [...byEvent.values()].flat())
    .filter(({ hook }) => !told.has(hook.id))
    .map((each) => elsewhere(each, event));
  return { event: event.hook_event_name, hooks: [...ordered, ...resting, ...others], diagnostics };
}

const running = ({ steps }: Plan, { withheld }: Withholding): readonly ExplainedHook[] =>
  steps.map(({ hook, background, why, shadow }) => {
    const whyNot = withheld(hook);
    const notes = [why, ...(background ? ['in the background'] : []), ...(shadow === true ? ['in shadow'] : [])];
    return {
      ...listed({ hook, inactiveBecause: null, ...(shadow === undefined ? {} : { shadow }) }, whyNot),
      runs: whyNot === null,
      why: whyNot ?? notes.join('; '),
      order: null,
    };
  });

function notRunning(rest: Rest, from: Plan, { withheld }: Withholding): ExplainedHook {
  const { hook, why, matched } = rest;
  return {
    ...listed({ hook, inactiveBecause: matched ? why : null }),
    runs: false,
    why,
    order: null,
    ...(isRuledOutByInput(rest, from) && withheld(hook) === null ? { byInput: true } : {}),
  };
}

/** Whether a hook that is in force accepts the names of the event, so that its input alone keeps it from running. */
function isRuledOutByInput({ hook, matched }: Rest, { hooks, frame }: Plan): boolean {
  const entry = hooks.find((each) => each.hook === hook);
  if (matched || entry === undefined || entry.inactiveBecause !== null || entry.shadow !== undefined) return false;
  const { subject, ownSubjects } = inSpelling(frame, hook);
  return couldBeSelected(hook, { subject, otherSubjects: ownSubjects });
}

const elsewhere = (each: HookEntry, event: AnyEvent): ExplainedHook => ({
  ...listed(each),
  runs: false,
  why: `it waits for ${each.hook.event}, not for ${event.hook_event_name}`,
  order: null,
});
