import type { Diagnostic, FirePoint, HookRun, AnyEvent, Outcome, VerdictMessage } from '../model/index.ts';
import type { Ended, Started } from './background.ts';
import type { Folded } from './fold.ts';
import { foldAcross, NOTHING_SAID } from './fold.ts';
import type { Place } from './frame.ts';
import { frameOf } from './frame.ts';
import { unrun } from './hook-run.ts';
import { isInsideOwnHook } from './nesting.ts';
import { onlyFirst, outcomeOf } from './outcome.ts';
import type { Plan } from './plan.ts';
import { inRunOrder, plan, planAgain } from './plan.ts';
import type { Leave, Ports } from './ports.ts';
import type { DialectHooks, Route } from './routes.ts';
import { routesOf } from './routes.ts';
import { createEventSearches, whenSearched } from './rules/slow-searches.ts';
import { runPlan } from './run-plan.ts';
import type { Firing } from './run-step.ts';
import type { Shadowed } from './shadow.ts';
import { unrunStep, withShadows } from './shadow.ts';
import { undecidedNotices } from './undecided.ts';

/** One event on its way through all dialects. */
export interface Fire {
  readonly event: AnyEvent;
  readonly hooks: readonly DialectHooks[];
  /** Where a tool call stands: only the dialects take part whose hooks run there. Absent: all. */
  readonly point?: FirePoint | undefined;
  readonly place: Place;
  readonly diagnostics: readonly Diagnostic[];
  readonly wait: boolean;
  /** `left-out`: background hooks are not started. */
  readonly background?: 'left-out' | undefined;
  readonly signal: AbortSignal | undefined;
  readonly decisionId: string;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** What is to be said beside what hooks say. */
  readonly notices?: readonly VerdictMessage[];
}

/** Tells which hooks an event selects, dialect by dialect; runs nothing. Where the place does no slow searches, they are done at once. */
export function planAll(routes: readonly Route[], event: AnyEvent, place: Place, now: Date): readonly Plan[] {
  return routes.flatMap(({ dialect, hooks }) => {
    const frame = frameOf(dialect, event, place, now);
    return frame === null ? [] : [plan(hooks, frame)];
  });
}

/** From event to outcome: the dialects one after another, each seeing what the earlier ones have rewritten. */
export async function fire(asked: Fire, ports: Ports): Promise<Outcome> {
  let request = asked;
  const routes = routesOf(request.hooks)(request.event.hook_event_name, request.point);
  const now = ports.now();
  const isNested = request.place.isInsideHook || isInsideOwnHook();
  const place = isNested ? null : askForPlace(routes, request, ports);
  const leave = place instanceof Promise ? await place : place;
  let progress: Progress;
  try {
    const searches = createEventSearches(request.signal);
    const searched = { ...request.place, slow: searches };
    const plans = await whenSearched(searches, () => planAll(routes, request.event, searched, now));
    ports.onPlanned(request, idsOf(plans));
    if (isNested) return nested(request, plans);
    const undecided = undecidedNotices(plans, ports);
    if (undecided.length > 0) request = { ...request, notices: [...(request.notices ?? []), ...undecided] };
    progress = await runAll(plans, request, ports);
    if (progress.shadows.length > 0)
      progress = { ...progress, runs: await withShadows(progress.runs, progress.shadows) };
  } finally {
    leave?.();
  }
  const ends = request.wait ? await endsOf(progress.started) : [];
  const diagnostics = [...request.diagnostics, ...progress.diagnostics];
  return outcomeOf({ ...request, diagnostics }, onlyFirst(progress.folded, ports), progress.runs, ends);
}

/**
 * Waits where processes are wanted by more events than can be served: nothing about an event that waits has been planned, encoded
 * or written down yet, so that thousands cost little. Where code of the host runs, which may itself wait for another event, none waits.
 */
function askForPlace(
  routes: readonly Route[],
  { event, signal }: Fire,
  { admit }: Ports,
): Leave | null | Promise<Leave | null> {
  if (admit === undefined || !routes.every(({ runs }) => runs === 'processes')) return null;
  const { session_id: session } = event;
  return admit(typeof session === 'string' ? session : '', signal);
}

interface Progress {
  readonly folded: Folded;
  readonly runs: readonly HookRun[];
  readonly started: readonly Started[];
  readonly shadows: readonly Shadowed[];
  readonly diagnostics: readonly Diagnostic[];
}

async function runAll(plans: readonly Plan[], request: Fire, ports: Ports): Promise<Progress> {
  const firing = firingOf(request, ports);
  let { event } = request;
  let folded = NOTHING_SAID;
  const runs: HookRun[] = [];
  const started: Started[] = [];
  const shadows: Shadowed[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const planned of plans) {
    // oxlint-disable-next-line no-await-in-loop -- each dialect sees what the one before it has rewritten
    const next = event === request.event ? planned : await planAgain(planned, event);
    if (next.steps.length === 0 && next.skipped.length === 0) continue;
    if (folded.block !== null) {
      runs.push(...skippedAll(next, `not run: ${folded.block.hook} had blocked before`));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- each dialect sees what the one before it has rewritten
    const result = await runPlan(next, firing, request.wait);
    folded = foldAcross(folded, result.folded);
    ({ event } = result);
    runs.push(...result.runs);
    started.push(...result.started);
    shadows.push(...result.shadows);
    diagnostics.push(...result.diagnostics);
  }
  return { folded, runs, started, shadows, diagnostics };
}

const idsOf = (plans: readonly Plan[]): readonly string[] =>
  plans.flatMap(({ steps }) => steps.map(({ hook }) => hook.id));

function firingOf(request: Fire, ports: Ports): Firing {
  let count = 0;
  return {
    decisionId: request.decisionId,
    ports,
    signal: request.signal,
    withoutBackground: request.background === 'left-out',
    nextRunId: () => `${request.decisionId}-${++count}`,
  };
}

/** Hooks that are fired from within a hook do not run: that is what keeps them from calling themselves. */
function nested(request: Fire, plans: readonly Plan[]): Outcome {
  const why = 'not run: the event was fired from within a hook';
  return outcomeOf(
    request,
    NOTHING_SAID,
    plans.flatMap((each) => skippedAll(each, why)),
    [],
  );
}

const skippedAll = (planned: Plan, why: string): readonly HookRun[] =>
  inRunOrder(planned).map((each) =>
    'matched' in each ? unrun(each.hook, 'skipped', each.why) : unrunStep(each, 'skipped', why),
  );

const endsOf = (started: readonly Started[]): Promise<readonly Ended[]> =>
  Promise.all(started.flatMap(({ ended }) => (ended === null ? [] : [ended])));
