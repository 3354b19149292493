import type {
  Diagnostic,
  Dialect,
  FirePoint,
  HookRun,
  LifecycleEvent,
  Message,
  Outcome,
  VerdictMessage,
} from '../model/index.ts';
import { forTerminal } from '../text/visible.ts';
import type { ArmedHook } from './armed-hook.ts';
import type { Ended, Started } from './background.ts';
import type { Folded } from './fold.ts';
import { contextsOf, foldAcross, NOTHING_SAID } from './fold.ts';
import type { Place } from './frame.ts';
import { frameOf, nativeName, rowOf } from './frame.ts';
import { unrun } from './hook-run.ts';
import { isInsideOwnHook } from './nesting.ts';
import type { Plan } from './plan.ts';
import { plan } from './plan.ts';
import type { Ports } from './ports.ts';
import { runPlan } from './run-plan.ts';
import type { Firing } from './run-step.ts';

/** The hooks of one dialect, by native event, in configuration order. */
export interface DialectHooks {
  readonly dialect: Dialect;
  readonly byEvent: ReadonlyMap<string, readonly ArmedHook[]>;
}

/** One event on its way through all dialects. */
export interface Fire {
  readonly event: LifecycleEvent;
  readonly hooks: readonly DialectHooks[];
  readonly place: Place;
  readonly diagnostics: readonly Diagnostic[];
  readonly wait: boolean;
  readonly signal: AbortSignal | undefined;
  readonly decisionId: string;
}

/** The dialects that take part at this point of a tool call; without a point, all. */
export const atPoint = (
  hooks: readonly DialectHooks[],
  event: LifecycleEvent,
  point: FirePoint | undefined,
): readonly DialectHooks[] =>
  point === undefined
    ? hooks
    : hooks.filter(({ dialect }) => (rowOf(dialect, event)?.fires ?? 'before-permission') === point);

/** Tells which hooks an event selects, dialect by dialect; runs nothing. */
export function planAll(
  hooks: readonly DialectHooks[],
  event: LifecycleEvent,
  place: Place,
  now: Date,
): readonly Plan[] {
  return hooks.flatMap(({ dialect, byEvent }) => {
    const native = nativeName(dialect, event);
    const selected = native === null ? undefined : byEvent.get(native);
    const frame = selected === undefined ? null : frameOf(dialect, event, place, now);
    return frame === null || selected === undefined ? [] : [plan(selected, frame)];
  });
}

/** From event to outcome: the dialects one after another, each seeing what the earlier ones have rewritten. */
export async function fire(request: Fire, ports: Ports): Promise<Outcome> {
  const plans = planAll(request.hooks, request.event, request.place, ports.now());
  ports.onPlanned(request, plans);
  if (request.place.isInsideHook || isInsideOwnHook()) return nested(request, plans);
  const firing = firingOf(request, ports);
  let { event } = request;
  let folded = NOTHING_SAID;
  const runs: HookRun[] = [];
  const started: Started[] = [];
  for (const planned of plans) {
    const next = event === request.event ? planned : planAgain(request, planned, event);
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
  }
  const ends = request.wait ? await endsOf(started) : [];
  return outcomeOf(request, onlyFirst(folded, ports), runs, ends);
}

/** The plan of a dialect for the event as rewritten by an earlier one. */
function planAgain({ hooks, place }: Fire, { frame }: Plan, event: LifecycleEvent): Plan {
  const own = hooks.filter(({ dialect }) => dialect === frame.dialect);
  return (
    planAll(own, event, place, frame.now)[0] ?? { frame, steps: [], rest: [], pace: 'one-by-one', reasons: new Map() }
  );
}

/** Takes out warnings that have been given before. */
const onlyFirst = (folded: Folded, ports: Ports): Folded => ({
  ...folded,
  messages: folded.messages.filter(({ once }) => once === undefined || ports.isFirst(once)),
});

function firingOf(request: Fire, ports: Ports): Firing {
  let count = 0;
  return {
    decisionId: request.decisionId,
    ports,
    signal: request.signal,
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

const skippedAll = ({ steps, rest }: Plan, why: string): readonly HookRun[] => [
  ...steps.map((step) => unrun(step.hook, 'skipped', why)),
  ...rest.filter(({ matched }) => matched).map(({ hook, why: own }) => unrun(hook, 'skipped', own)),
];

const endsOf = (started: readonly Started[]): Promise<readonly Ended[]> =>
  Promise.all(started.flatMap(({ ended }) => (ended === null ? [] : [ended])));

function outcomeOf(request: Fire, folded: Folded, runs: readonly HookRun[], ends: readonly Ended[]): Outcome {
  const ended = new Map(ends.map(({ run }) => [run.id, run]));
  const late = contextsOf(ends.map(({ run, verdict }) => ({ hook: run, verdict })));
  return {
    event: request.event.hook_event_name,
    ...folded,
    additionalContext: [...folded.additionalContext, ...late.additionalContext],
    contextHooks: [...folded.contextHooks, ...late.contextHooks],
    messages: [...folded.messages, ...ends.flatMap(({ verdict }) => verdict.messages ?? [])].map(shown),
    hooks: runs.map((run) => (run.status === 'background' ? (ended.get(run.id) ?? run) : run)),
    diagnostics: request.diagnostics,
  };
}

/** Messages are for people: nothing in them may move a cursor or hide itself. */
const shown = ({ level, text, code, hook }: VerdictMessage): Message => ({
  level,
  text: forTerminal(text),
  code: code ?? null,
  hook,
});
