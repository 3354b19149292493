import type { AnyEvent, Hook, MatchResult, MatchSubject } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { frameAs, inOwnWords, isGivenFirst, isOwnOnly } from './frame.ts';
import { bySpelling, inSpelling } from './spellings.ts';
import type { Selected, Subjects } from './hook-index.ts';
import { indexOf, isSelected } from './hook-index.ts';
import { duplicatesOf, strengthened, withSharedTimeout } from './copies.ts';
import type { HookEntry } from './routes.ts';
import { whenSearched } from './rules/slow-searches.ts';

/** A hook that matched and will run. */
export interface Step {
  readonly hook: Hook;
  /** The hook as it runs, where copies of it or a shared time limit change that; absent: as it is. */
  readonly runs?: Hook;
  readonly background: boolean;
  /** What selected it. */
  readonly why: string;
  /** `own`: it sees the event in its dialect's names; absent: in the host's. */
  readonly words?: 'own';
  /** It runs and decides nothing. */
  readonly shadow?: true;
  /** Its matcher could not decide within its budget. */
  readonly isUndecided?: true;
}

/** A hook that will not run, and why; `matched` marks those that the event selected. */
export interface Rest {
  readonly hook: Hook;
  readonly matched: boolean;
  readonly why: string;
}

/** Which hooks of one dialect run for an event, in which order and how. */
export interface Plan {
  readonly frame: Frame;
  /** In the order in which they run; background hooks that wait for the others come last. */
  readonly steps: readonly Step[];
  /** Hooks that the event selected and that must not run: untrusted ones, then duplicates. */
  readonly skipped: readonly Rest[];
  readonly pace: 'one-by-one' | 'parallel';
  /** All hooks of the native event, selected or not. */
  readonly hooks: readonly HookEntry[];
}

/** Selects and orders; matchers are tested once, before anything runs. `hooks` are those of the native event. */
export function plan(hooks: readonly HookEntry[], frame: Frame): Plan {
  const found = selectHooks(hooks, frame);
  if (found.length === 0) return { frame, steps: [], skipped: [], pace: paceOf([], frame), hooks };
  const isAllActive = found.every(({ entry }) => entry.inactiveBecause === null);
  const selected = isAllActive ? found : found.filter(({ entry }) => entry.inactiveBecause === null);
  // A hook that must not run is reported only where the event certainly selects it.
  const inactive = isAllActive ? [] : found.flatMap(inactiveOf);
  const twins = duplicatesOf(
    selected.map(({ entry }) => entry),
    frame,
  );
  const kept = twins.size === 0 ? selected : selected.filter(({ entry }) => !twins.has(entry.hook));
  const runs = withSharedTimeout(
    kept.map(({ entry: { hook } }) => hook),
    strengthened(twins, frame),
    frame,
  );
  return {
    frame,
    steps: ordered(
      kept.map((each) => stepOf(each, frame, runs.get(each.entry.hook))),
      frame,
    ),
    skipped: [...inactive, ...Array.from(twins, skippedTwin)],
    pace: paceOf(selected, frame),
    hooks,
  };
}

const inactiveOf = ({ entry: { hook, inactiveBecause: why }, isUndecided }: Chosen): readonly Rest[] =>
  why === null || isUndecided === true ? [] : [{ hook, matched: true, why }];

/** The same plan for the event as it was rewritten. */
export function planAgain({ frame, hooks }: Plan, event: AnyEvent): Plan | Promise<Plan> {
  const rewritten = frameAs(frame, event, frame.place, frame.now) ?? frame;
  return whenSearched(frame.place.slow, () => plan(hooks, rewritten));
}

/** The steps after one that has rewritten the event, selected by the rewritten event. */
export function stepsAfter({ hook }: Step, { hooks, steps }: Plan): readonly Step[] {
  const later = hooks.slice(hooks.findIndex((entry) => entry.hook === hook) + 1).map((entry) => entry.hook);
  return steps.filter((step) => !step.background && later.includes(step.hook));
}

/** All hooks that the event selected, in run order: those that run, and those that must not. */
export function inRunOrder({ hooks, frame, steps, skipped }: Plan): readonly (Step | Rest)[] {
  if (skipped.length === 0) return steps;
  const places = new Map(hooks.map(({ hook }, index) => [hook, index]));
  const placeOf = ({ hook }: Step | Rest): number => places.get(hook) ?? 0;
  return ordered(
    [...steps, ...skipped].toSorted((one, other) => placeOf(one) - placeOf(other)),
    frame,
  );
}

/**
 * Every hook that a plan leaves out, and why; unselected hooks are tested again only here, since no run needs the
 * reason.
 */
export function restOf({ hooks, frame, steps, skipped }: Plan): readonly Rest[] {
  const ran = new Set(steps.map(({ hook }) => hook));
  const known = new Map(skipped.map((rest) => [rest.hook, rest]));
  const inactive = new Set(hooks.filter((each) => each.inactiveBecause !== null).map(({ hook }) => hook));
  const others = hooks.flatMap((each): readonly Rest[] => {
    const { hook } = each;
    if (ran.has(hook) || (known.has(hook) && !inactive.has(hook))) return [];
    return [known.get(hook) ?? restingOf(each, frame)];
  });
  return [...others, ...skipped.filter(({ hook }) => !inactive.has(hook))];
}

function stepOf({ entry: { hook, shadow }, why, words, isUndecided }: Chosen, frame: Frame, runs?: Hook): Step {
  const step = { hook, background: isBackground(runs ?? hook, frame), why };
  if (words === undefined && shadow === undefined && isUndecided === undefined && runs === undefined) return step;
  return {
    ...step,
    ...(runs === undefined ? {} : { runs }),
    ...(words === undefined ? {} : { words }),
    ...(shadow === undefined ? {} : { shadow }),
    ...(isUndecided === undefined ? {} : { isUndecided }),
  };
}

function restingOf({ hook, inactiveBecause }: HookEntry, frame: Frame): Rest {
  const { matches, why } = askHook(hook, frame);
  return matches && inactiveBecause !== null
    ? { hook, matched: true, why: inactiveBecause }
    : { hook, matched: false, why };
}

function isBackground(hook: Hook, frame: Frame): boolean {
  if (!frame.row.waits) return true;
  // Where the model cannot be woken, a hook that would wake it is waited for instead.
  if (hook.wake !== null && !frame.place.canWake) return false;
  return hook.background;
}

function ordered<Planned extends Step | Rest>(all: readonly Planned[], frame: Frame): readonly Planned[] {
  const { order, background } = frame.dialect.schedule;
  const sorted = order === 'priority' ? all.toSorted((one, other) => other.hook.priority - one.hook.priority) : all;
  if (background === 'with-the-rest') return sorted;
  const isLate = ({ hook }: Planned): boolean => isBackground(hook, frame);
  if (!sorted.some(isLate)) return sorted;
  return [...sorted.filter((each) => !isLate(each)), ...sorted.filter(isLate)];
}

function paceOf(selected: readonly Chosen[], frame: Frame): 'one-by-one' | 'parallel' {
  if (frame.dialect.schedule.pace === 'one-by-one') return 'one-by-one';
  // A hook in shadow must not make the others wait for each other.
  return selected.some(({ entry }) => entry.hook.sequential && entry.shadow === undefined) ? 'one-by-one' : 'parallel';
}

const skippedTwin = ([hook, twin]: readonly [Hook, Hook]): Rest => ({
  hook,
  matched: true,
  why: `the same command runs already as ${twin.id}`,
});

/** The event as the hook of a step sees it. */
export function frameFor({ words, hook }: Pick<Step, 'words' | 'hook'>, frame: Frame): Frame {
  const spelled = inSpelling(frame, hook);
  return words === 'own' ? inOwnWords(spelled) : spelled;
}

/** A hook that an event has selected, and in whose names it sees the event. */
export interface Chosen extends Selected {
  /** `own`: those of its dialect; absent: those of the host. */
  readonly words?: 'own';
}

/**
 * The hooks whose matchers accept an event, in configuration order. A hook is tested with its dialect's names and with
 * the host's; it sees the event in those that it accepts, and in its dialect's where it accepts both, unless the
 * host's come first.
 */
export function selectHooks(hooks: readonly HookEntry[], frame: Frame): readonly Chosen[] {
  const chosen = bySpelling(hooks).map((own) =>
    selectAlike(own, own[0] === undefined ? frame : inSpelling(frame, own[0].hook)),
  );
  return chosen.reduce((first, second) => together(hooks, first, second), []);
}

/** The same for hooks that are registered under one name. */
function selectAlike(hooks: readonly HookEntry[], frame: Frame): readonly Chosen[] {
  const index = indexOf(hooks);
  const given = index.select(only(frame.subject));
  const own = ownSubjectsOf(frame);
  if (own === null) return given;
  const inOwn = index.select(own).map((each): Chosen => ({ ...each, words: 'own' }));
  if (isOwnOnly(frame)) return inOwn;
  if (!isGivenFirst(frame)) return together(hooks, inOwn, given);
  return together(
    hooks,
    given,
    inOwn.filter(({ entry }) => picksNames(entry.hook, frame.subject)),
  );
}

/**
 * Tests one hook as `selectHooks` does; where it accepts nothing, the result gives the reason for the names that count
 * first.
 */
export function askHook(hook: Hook, asked: Frame): MatchResult & Pick<Chosen, 'words'> {
  const frame = inSpelling(asked, hook);
  const given = isSelected(hook, only(frame.subject));
  const own = ownSubjectsOf(frame);
  if (own === null) return given;
  const inOwn: MatchResult & Pick<Chosen, 'words'> = { ...isSelected(hook, own), words: 'own' };
  if (isOwnOnly(frame)) return inOwn;
  if (!isGivenFirst(frame)) return inOwn.matches || !given.matches ? inOwn : given;
  return inOwn.matches && !given.matches && picksNames(hook, frame.subject) ? inOwn : given;
}

const only = (subject: MatchSubject): Subjects => ({ subject, otherSubjects: [] });

function ownSubjectsOf({ ownSubjects: [subject, ...otherSubjects] }: Frame): Subjects | null {
  return subject === undefined ? null : { subject, otherSubjects };
}

/**
 * Whether a hook matches particular names. One that accepts any name but the given one, such as `(?!Bash).*`, is about
 * the host's names, and must not be tested under another name as well.
 */
const picksNames = (hook: Hook, subject: MatchSubject): boolean =>
  !isSelected(hook, only({ ...subject, text: NO_TOOL, toolName: NO_TOOL })).matches;

// No system has a tool of this name.
const NO_TOOL = 'no tool at all';

/** All of the first list and those of the second that are not in it, in configuration order. */
function together(hooks: readonly HookEntry[], first: readonly Chosen[], second: readonly Chosen[]): readonly Chosen[] {
  const known = new Set(first.map(({ entry }) => entry));
  const added = second.filter(({ entry }) => !known.has(entry));
  if (added.length === 0) return first;
  if (first.length === 0) return added;
  const chosen = new Map([...first, ...added].map((each) => [each.entry, each]));
  return hooks.flatMap((entry) => chosen.get(entry) ?? []);
}
