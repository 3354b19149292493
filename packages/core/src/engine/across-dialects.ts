import type { AnyEvent, HookRun } from '../model/index.ts';
import type { Folded } from './fold.ts';
import { foldAcross, NOTHING_SAID } from './fold.ts';
import { blockedBefore, skippedAll, withShadows } from './hook-run.ts';
import { type Plan, planAgain } from './plan.ts';
import type { Firing } from './ports.ts';
import { type DialectResult, type Progress, runDialect } from './run-dialect.ts';

interface Results {
  readonly folded: Folded;
  readonly event: AnyEvent;
  readonly runs: readonly HookRun[];
  readonly parts: readonly DialectResult[];
}

/**
 * Runs one dialect after the other; each sees what the earlier ones rewrote. What they make of the event is shown to
 * the hooks of policies once more, so that no later hook can put something past them.
 */
export async function runDialects(plans: readonly Plan[], first: AnyEvent, firing: Firing): Promise<Progress> {
  const start = { folded: NOTHING_SAID, event: first, runs: [], parts: [] };
  const ofPolicies = plans.filter(isOfPolicy);
  const run = ofPolicies.length === 0 ? inTurn(plans, first, firing, start) : guarded(ofPolicies, plans, firing, start);
  const { folded, runs, parts } = await run;
  const shadows = parts.flatMap((part) => part.shadows);
  return {
    folded,
    runs: shadows.length === 0 ? runs : await withShadows(runs, shadows),
    started: parts.flatMap((part) => part.started),
    diagnostics: parts.flatMap((part) => part.diagnostics),
  };
}

/** Hooks of policies first; they see again what the others have made of the event. */
async function guarded(
  ofPolicies: readonly Plan[],
  plans: readonly Plan[],
  firing: Firing,
  start: Results,
): Promise<Results> {
  const others = plans.filter((planned) => !isOfPolicy(planned));
  const first = await inTurn(ofPolicies, start.event, firing, start);
  const whole = await inTurn(others, start.event, firing, first);
  const isChanged = whole.event !== first.event && whole.folded.block === null;
  return isChanged ? seeAgain(ofPolicies, whole, firing) : whole;
}

const isOfPolicy = ({ hooks }: Plan): boolean => hooks[0]?.hook.policy !== undefined;

async function inTurn(plans: readonly Plan[], first: AnyEvent, firing: Firing, before: Results): Promise<Results> {
  let { folded, event } = before;
  const runs = [...before.runs];
  const parts = [...before.parts];
  for (const planned of plans) {
    // oxlint-disable-next-line no-await-in-loop -- each dialect sees what the one before it has rewritten
    const next = event === first ? planned : await planAgain(planned, event);
    if (next.steps.length === 0 && next.skipped.length === 0) continue;
    if (folded.block !== null) {
      runs.push(...skippedAll(next, blockedBefore(folded.block.hook)));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- each dialect sees what the one before it has rewritten
    const result = await runDialect(next, firing);
    folded = foldAcross(folded, result.folded);
    ({ event } = result);
    runs.push(...result.runs);
    parts.push(result);
  }
  return { folded, event, runs, parts };
}

/** A hook that runs again has one row: of the run that saw the event as it is now. */
async function seeAgain(plans: readonly Plan[], before: Results, firing: Firing): Promise<Results> {
  const again = await inTurn(plans, NOT_PLANNED, firing, { ...before, runs: [], parts: [] });
  const ids = new Set(again.runs.map(({ id }) => id));
  return {
    ...again,
    runs: [...again.runs, ...before.runs.filter(({ id }) => !ids.has(id))],
    parts: [...before.parts, ...again.parts],
  };
}

/** No event is this one, so that every plan is made again. */
const NOT_PLANNED: AnyEvent = { hook_event_name: 'Stop' };

/**
 * What runs for an event that was fired from within a hook: nothing where this process knows that, and the hooks of
 * policies where only the environment says so, which anybody can set.
 */
export const runInside = (plans: readonly Plan[], isOwn: boolean): readonly Plan[] =>
  isOwn ? [] : plans.filter(isOfPolicy);

/** The rows of all others, which do not run, to prevent recursion. */
export function restInside(plans: readonly Plan[], running: readonly Plan[]): readonly HookRun[] {
  return plans
    .filter((planned) => !running.includes(planned))
    .flatMap((planned) => skippedAll(planned, 'not run: the event was fired from within a hook'));
}
