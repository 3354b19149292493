import type { AnyEvent, Hook, Outcome, VerdictMessage } from '../model/index.ts';
import { restInside, runDialects, runInside } from './across-dialects.ts';
import { endsOf } from './background.ts';
import { undecidedNotices } from './confirm.ts';
import type { Place } from './frame.ts';
import { frameAs } from './frame.ts';
import { isMeant } from './natives.ts';
import { isInsideOwnHook } from './nesting.ts';
import { onlyFirst, outcomeOf } from './outcome.ts';
import type { Plan } from './plan.ts';
import { plan } from './plan.ts';
import { checkDepth } from './policy-environment.ts';
import type { Fire, Firing, Leave, Ports } from './ports.ts';
import type { Route } from './routes.ts';
import { routesOf } from './routes.ts';
import { createEventSearches } from './rules/slow-searches.ts';
import type { Progress } from './run-dialect.ts';

/** The hooks that an event selects, by dialect; runs nothing. Without a runner for them slow searches are synchronous. */
export function planAll(routes: readonly Route[], event: AnyEvent, place: Place, now: Date): readonly Plan[] {
  const plans: Plan[] = [];
  for (const { dialect, native, hooks } of routes) {
    const frame = isMeant(dialect, native, event, place) ? frameAs({ dialect, native }, event, place, now) : null;
    if (frame !== null) plans.push(plan(hooks, frame));
  }
  return plans;
}

/** From event to outcome: plans, runs and folds each dialect in turn; each sees what the earlier ones rewrote. */
export async function fire(request: Fire, ports: Ports): Promise<Outcome> {
  const routes = routesOf(request.hooks)(request.event.hook_event_name, request.point);
  const isOwn = isInsideOwnHook();
  const isNested = request.place.isInsideHook || isOwn;
  const place = isNested ? null : askForPlace(routes, request, ports);
  const leave = place instanceof Promise ? await place : place;
  let progress: Progress;
  let notices: readonly VerdictMessage[];
  try {
    const searches = createEventSearches(request.signal);
    const searched = { ...request.place, slow: searches };
    const now = ports.now();
    let plans = planAll(routes, request.event, searched, now);
    for (; searches.isWaiting(); plans = planAll(routes, request.event, searched, now)) await searches.settle();
    ports.onPlanned?.(request, hooksOf(plans));
    if (isNested) checkDepth(request.place.env);
    const running = isNested ? runInside(plans, isOwn) : plans;
    notices = undecidedNotices(running, ports.isFirst);
    const firing = firingOf(request, ports);
    progress = await runDialects(running, request.event, firing);
    if (isNested) progress = { ...progress, runs: [...progress.runs, ...restInside(plans, running)] };
  } finally {
    leave?.();
  }
  const ends = request.wait ? await endsOf(progress.started) : [];
  const said = { event: request.event, diagnostics: joined(request.diagnostics, progress.diagnostics), notices };
  return outcomeOf(said, onlyFirst(progress.folded, ports), progress.runs, ends);
}

/**
 * Waits where more events want processes than can be served: nothing about a waiting event has been planned, encoded
 * or written down yet, so thousands of them cost little. Events do not wait where code of the host runs, since that
 * code may itself wait for another event.
 */
function askForPlace(
  routes: readonly Route[],
  { event, signal }: Fire,
  { takePlace }: Ports,
): Leave | null | Promise<Leave | null> {
  if (takePlace === undefined || routes.length === 0 || !routes.every(({ runs }) => runs === 'processes')) return null;
  const { session_id: session } = event;
  return takePlace(typeof session === 'string' ? session : '', signal);
}

const joined = <Item>(some: readonly Item[], more: readonly Item[]): readonly Item[] =>
  more.length === 0 ? some : [...some, ...more];

const hooksOf = (plans: readonly Plan[]): readonly Hook[] =>
  plans.flatMap(({ steps }) => steps.map(({ hook }) => hook));

function firingOf({ decisionId, signal, background, wait }: Fire, ports: Ports): Firing {
  let count = 0;
  return {
    decisionId,
    ports,
    signal,
    background: background ?? (wait ? 'waited-for' : 'kept'),
    nextRunId: () => `${decisionId}-${++count}`,
  };
}
