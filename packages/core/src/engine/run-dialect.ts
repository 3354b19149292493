import type { AnyEvent, Diagnostic, HookRun } from '../model/index.ts';
import { admit, guarded } from './admit.ts';
import type { StartedRun } from './background.ts';
import { messagesAbout, startBackground } from './background.ts';
import { decodeCentral } from './central.ts';
import { confirm, withheldDiagnostic, withoutOwnRefusal } from './confirm.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import type { Folded, Said } from './fold.ts';
import { fold } from './fold.ts';
import type { Frame } from './frame.ts';
import { inGivenWords, withEvent } from './frame.ts';
import type { Shadowed } from './hook-run.ts';
import { hookRun, runsOf, shadowRun, unrunStep } from './hook-run.ts';
import { isLaidOver, layOver } from './lay-over.ts';
import { declaring, letGo } from './let-go.ts';
import type { Plan, Step } from './plan.ts';
import { frameFor, planAgain, stepsAfter } from './plan.ts';
import type { Firing, Ran } from './ports.ts';
import { nextInSequence } from './sequence.ts';
import { tellEnd, tellStart } from './tell.ts';
import { thread } from './thread.ts';
import { unrecordedHook, withheldHook } from './unrun-hook.ts';

/** What the dialects that have run so far come to. */
export interface Progress {
  readonly folded: Folded;
  /** Matched hooks in the order of the plan; entries of background hooks are filled in when they end. */
  readonly runs: readonly HookRun[];
  readonly started: readonly StartedRun[];
  /** About hooks that did not run because their content is not what was trusted. */
  readonly diagnostics: readonly Diagnostic[];
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
  const aside: Aside = { shadows: [], released: [] };
  const ran = await runWaited(planned, firing, aside);
  const said: readonly Said[] = isLaidOver(frame)
    ? layOver(ran, frame)
    : ran.map(({ step, verdict }) => ({ hook: step.hook, verdict }));
  const decided = fold(said, frame.dialect.schedule, frame.row);
  const event = said.reduce((before, { verdict }) => thread(before, verdict), frame.event);
  const startsLate = background === 'unless-blocked' && decided.block === null;
  const late = startsLate ? startBackground(planned, withEvent(frame, event), firing) : [];
  const started = [...early, ...aside.released, ...late];
  const messages = started.flatMap((each) => messagesAbout(each, frame));
  return {
    folded: messages.length === 0 ? decided : { ...decided, messages: [...decided.messages, ...messages] },
    started: started.filter(({ withheld }) => withheld === null),
    shadows: aside.shadows,
    runs: runsOf(planned, ran, started),
    event,
    diagnostics: [...ran, ...started].filter(isWithheld).map(withheldDiagnostic),
  };
}

const isWithheld = ({ withheld }: Pick<Ran, 'withheld'>): boolean => withheld !== null;

/** Hooks that were started with those that are waited for, and that decide nothing. */
interface Aside {
  readonly shadows: Shadowed[];
  /** They have declared themselves background hooks. */
  readonly released: StartedRun[];
}

/** Runs the hooks of a plan that are waited for, in the dialect's own order; those that decide nothing go aside. */
function runWaited(planned: Plan, firing: Firing, aside: Aside): Promise<readonly Ran[]> {
  const waited = planned.steps.filter((step) => !step.background);
  const pace = planned.pace === 'parallel' ? allAtOnce : oneByOne;
  return pace(waited, planned, firing, aside);
}

/** Runs steps and returns the answers of those that may decide; the others go aside. */
type Pace = (steps: readonly Step[], planned: Plan, firing: Firing, aside: Aside) => Promise<readonly Ran[]>;

/** Starts a hook whose answer is recorded but changes nothing. */
const startInShadow = (step: Step, frame: Frame, firing: Firing): Shadowed => ({
  id: step.hook.id,
  ended: runHook(step, frame, firing).then((ended) =>
    'ended' in ended ? unrunStep(step, 'background', null) : shadowRun(ended),
  ),
});

const allAtOnce: Pace = async (steps, { frame }, firing, { shadows, released }) => {
  const running: Promise<Ran | StartedRun>[] = [];
  for (const step of steps) {
    if (step.shadow === true) shadows.push(startInShadow(step, frame, firing));
    else running.push(runHook(step, frame, firing));
  }
  const results = await Promise.all(running);
  if (results.every(hasDecided)) return results;
  released.push(...results.flatMap((each) => (hasDecided(each) ? [] : [each])));
  return results.filter(hasDecided);
};

const hasDecided = (result: Ran | StartedRun): result is Ran => 'verdict' in result;

const oneByOne: Pace = async (steps, planned, firing, { shadows, released }) => {
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
    if (!hasDecided(result)) {
      released.push(result);
      continue;
    }
    ran.push(result);
    if (frame.row.fold === 'laid-over') continue;
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

/** Runs one hook that is waited for: admit, encode, run, decode, confirm; it may let go of whoever waits for it. */
export async function runHook(step: Step, given: Frame, firing: Firing): Promise<Ran | StartedRun> {
  const hook = step.runs ?? step.hook;
  const { ports } = firing;
  const frame = frameFor(step, given);
  const reading = { hook, frame, background: false };
  const admission = admit(step.hook, frame, ports.gate);
  if (admission.withheld !== null) return withheldHook(step, reading, admission.withheld);
  const unrecorded = ports.unrecorded?.() ?? null;
  if (unrecorded !== null) return unrecordedHook(step, reading, unrecorded);
  const may = declaring(step, reading, firing);
  const request = encode(hook, frame, firing.nextRunId(), {
    background: false,
    ...(may === null ? {} : { letGo: may.letGo }),
  });
  tellStart(step, frame, firing);
  const running = ports.run(guarded(request, admission), firing.signal);
  const report = may === null ? await running : await Promise.race([running, may.declared]);
  if ('passOn' in report) return letGo({ step, reading, admission, request, running: report, report: running }, firing);
  const late = report.ending.how === 'not-started' ? admission.again() : null;
  if (late !== null) return withheldHook(step, reading, late);
  const decoded = hook.policy?.central === undefined ? decode(reading, report) : decodeCentral(reading, report);
  const confirmed = withoutOwnRefusal(confirm(reading, report, decoded, admission), step, frame);
  tellEnd(step, frame, firing, { verdict: confirmed, report });
  const verdict = step.words === 'own' ? inGivenWords(given, confirmed) : confirmed;
  return { step, verdict, run: hookRun(hook, report, verdict, false), report, withheld: null };
}
