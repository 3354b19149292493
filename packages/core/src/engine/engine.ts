import type { AnyEvent, Diagnostic, Hook, HookRun, Outcome, VerdictMessage } from '../model/index.ts';
import type { StartedRun } from './background.ts';
import { endsOf, startBackground, withheldMessages } from './background.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import type { Folded, Said } from './fold.ts';
import { fold, foldAcross, NOTHING_SAID } from './fold.ts';
import type { Frame, Place, Reading } from './frame.ts';
import { frameAs, inGivenWords, thread, withEvent } from './frame.ts';
import { isMeant } from './natives.ts';
import type { Shadowed } from './hook-run.ts';
import { blockedBefore, hookRun, notStarted, runsOf, shadowRun, skippedAll, unrun, withShadows } from './hook-run.ts';
import { isInsideOwnHook } from './nesting.ts';
import { onlyFirst, outcomeOf } from './outcome.ts';
import type { Plan, Step } from './plan.ts';
import { frameFor, plan, planAgain, stepsAfter } from './plan.ts';
import type { Fire, Firing, Leave, Ports, Ran } from './ports.ts';
import type { Route } from './routes.ts';
import { routesOf } from './routes.ts';
import { createEventSearches } from './rules/slow-searches.ts';
import { nextInSequence } from './sequence.ts';
import { tellEnd, tellStart } from './tell.ts';
import { admit, guarded, type Withheld } from './admit.ts';
import { confirm, undecidedNotices, withheldDiagnostic, withheldVerdict, withoutOwnRefusal } from './confirm.ts';

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
  const isNested = request.place.isInsideHook || isInsideOwnHook();
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
    if (isNested) return nested(request, plans);
    notices = undecidedNotices(plans, ports.isFirst);
    progress = await runDialects(plans, request, firingOf(request, ports));
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

interface Progress {
  readonly folded: Folded;
  /** Matched hooks in the order of the plan; entries of background hooks are filled in when they end. */
  readonly runs: readonly HookRun[];
  readonly started: readonly StartedRun[];
  /** About hooks that did not run because their content is not what was trusted. */
  readonly diagnostics: readonly Diagnostic[];
}

async function runDialects(plans: readonly Plan[], { event: first }: Fire, firing: Firing): Promise<Progress> {
  let event = first;
  let folded = NOTHING_SAID;
  const runs: HookRun[] = [];
  const started: StartedRun[] = [];
  const shadows: Shadowed[] = [];
  const diagnostics: Diagnostic[] = [];
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
    started.push(...result.started);
    shadows.push(...result.shadows);
    diagnostics.push(...result.diagnostics);
  }
  return { folded, runs: shadows.length === 0 ? runs : await withShadows(runs, shadows), started, diagnostics };
}

/** The result of the hooks of one dialect. */
export interface DialectResult extends Progress {
  /** Hooks in shadow that may still be running. */
  readonly shadows: readonly Shadowed[];
  /** The event as rewritten so far. */
  readonly event: AnyEvent;
}

/** Runs the plan of one dialect in the dialect's own order and folds the answers in the order of the plan. */
export async function runDialect(planned: Plan, firing: Firing): Promise<DialectResult> {
  const { frame } = planned;
  const { background } = frame.dialect.schedule;
  const early = background === 'with-the-rest' ? startBackground(planned, frame, firing) : [];
  const shadows: Shadowed[] = [];
  const ran = await runWaited(planned, firing, shadows);
  const said: readonly Said[] = ran.map(({ step, verdict }) => ({ hook: step.hook, verdict }));
  const decided = fold(said, frame.dialect.schedule, frame.row);
  const event = said.reduce((before, { verdict }) => thread(before, verdict), frame.event);
  const startsLate = background === 'unless-blocked' && decided.block === null;
  const late = startsLate ? startBackground(planned, withEvent(frame, event), firing) : [];
  const started = joined(early, late);
  const messages = started.flatMap((each) => withheldMessages(each, frame).messages ?? []);
  return {
    folded: messages.length === 0 ? decided : { ...decided, messages: [...decided.messages, ...messages] },
    started: started.filter(({ withheld }) => withheld === null),
    shadows,
    runs: runsOf(planned, ran, started),
    event,
    diagnostics: [...ran, ...started].filter(isWithheld).map(withheldDiagnostic),
  };
}

const isWithheld = ({ withheld }: Pick<Ran, 'withheld'>): boolean => withheld !== null;

/** Runs the hooks of a plan that are waited for, in the dialect's own order; those in shadow are added to the list. */
function runWaited(planned: Plan, firing: Firing, shadows: Shadowed[]): Promise<readonly Ran[]> {
  const waited = planned.steps.filter((step) => !step.background);
  const pace = planned.pace === 'parallel' ? allAtOnce : oneByOne;
  return pace(waited, planned, firing, shadows);
}

/** Runs steps and returns the answers of those that may decide; those in shadow are started and added to the list. */
type Pace = (steps: readonly Step[], planned: Plan, firing: Firing, shadows: Shadowed[]) => Promise<readonly Ran[]>;

/** Starts a hook whose answer is recorded but changes nothing. */
const startInShadow = (step: Step, frame: Frame, firing: Firing): Shadowed => ({
  id: step.hook.id,
  ended: runHook(step, frame, firing).then(shadowRun),
});

const allAtOnce: Pace = (steps, { frame }, firing, shadows) => {
  const running: Promise<Ran>[] = [];
  for (const step of steps) {
    if (step.shadow === true) shadows.push(startInShadow(step, frame, firing));
    else running.push(runHook(step, frame, firing));
  }
  return Promise.all(running);
};

const oneByOne: Pace = async (steps, planned, firing, shadows) => {
  const ran: Ran[] = [];
  let { frame } = planned;
  let left = steps;
  let next = 0;
  for (let step = left[next]; step !== undefined; step = left[next]) {
    next += 1;
    if (step.shadow === true) {
      shadows.push(startInShadow(step, frame, firing));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- each hook sees what the one before it has rewritten
    const result = await runHook(step, frame, firing);
    ran.push(result);
    if (result.verdict.decision === 'block' && frame.dialect.schedule.afterBlock === 'stop') break;
    if (frame.dialect.schedule.eachSees === 'original') continue;
    const event = nextInSequence(frame, result);
    if (event === frame.event) continue;
    frame = withEvent(frame, event);
    if (frame.dialect.condition === 'none') continue;
    // oxlint-disable-next-line no-await-in-loop -- an if rule is about the input as rewritten so far
    const again = await planAgain(planned, event);
    ({ frame } = again);
    left = stepsAfter(step, again);
    next = 0;
  }
  return ran;
};

/** Runs one hook that is waited for: admit, encode, run, decode, confirm. */
export async function runHook(step: Step, given: Frame, firing: Firing): Promise<Ran> {
  const hook = step.runs ?? step.hook;
  const { ports } = firing;
  const frame = frameFor(step, given);
  const reading = { hook, frame, background: false };
  const admission = admit(step.hook, frame, ports.gate);
  if (admission.withheld !== null) return withheldHook(step, reading, admission.withheld);
  const request = encode(hook, frame, firing.nextRunId(), false);
  tellStart(step, frame, firing);
  const report = await ports.run(guarded(request, admission), firing.signal);
  const late = report.ending.how === 'not-started' ? admission.again() : null;
  if (late !== null) return withheldHook(step, reading, late);
  const decoded = decode(reading, report);
  const confirmed = withoutOwnRefusal(confirm(reading, report, decoded, admission), step, frame);
  tellEnd(step, frame, firing, { verdict: confirmed, report });
  const verdict = frame === given ? confirmed : inGivenWords(given, confirmed);
  return { step, verdict, run: hookRun(hook, report, verdict, false), report, withheld: null };
}

const withheldHook = (step: Step, reading: Reading, withheld: Withheld): Ran => ({
  step,
  verdict: withheldVerdict(reading, withheld.why),
  run: unrun(step.hook, 'skipped', withheld.why),
  report: notStarted(withheld.why),
  withheld,
});

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

/** Hooks that are fired from within a hook do not run, which prevents recursion. */
function nested(request: Fire, plans: readonly Plan[]): Outcome {
  const runs = plans.flatMap((each) => skippedAll(each, 'not run: the event was fired from within a hook'));
  return outcomeOf(request, NOTHING_SAID, runs, []);
}
