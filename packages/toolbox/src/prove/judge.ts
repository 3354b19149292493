import type { ListedHook } from '@hookline/core';
import { atRest, because, type Finding } from './at-rest.ts';
import type { HookProof, StressRun, TrialRun, Verdict } from './proof.ts';
import { STRESSES } from './stress/index.ts';

/** What is known about a hook when it is judged. */
export interface Evidence {
  readonly hook: ListedHook;
  readonly runs: readonly TrialRun[];
  readonly stress: readonly StressRun[];
  /** Whether it has a canary that must be blocked. */
  readonly mustBlock: boolean;
  /** Why no event was found to test it with; null when there was one. */
  readonly unreached: string | null;
  readonly strict: boolean;
}

type Judgement = Pick<HookProof, 'verdict' | 'headline' | 'reason' | 'whenItFails' | 'mustBlock' | 'ok'>;

/** The verdict on a hook: the worst finding first; states what was not shown. */
export function judge(evidence: Evidence): Judgement {
  const { hook, runs, mustBlock, strict } = evidence;
  const stress = triedOf(evidence.stress);
  const whenItFails = failureRule(stress);
  const rest = atRest(hook, runs);
  const hole = rest !== null && isHole(rest) ? rest : opened(hook, stress);
  const found = hole ?? rest ?? shut(hook, stress) ?? sound(evidence, stress);
  const isRight = runs.every(({ ok }) => ok) && !(mustBlock && isHole(found));
  const isHeld = !strict || !mustBlock || whenItFails !== 'open';
  const shown = hole === null && rest === null ? withRule(found, evidence, stress, whenItFails) : found;
  return { ...shown, whenItFails, mustBlock, ok: isRight && isHeld };
}

const HOLES: readonly Verdict[] = ['inert', 'fails open'];

const isHole = ({ verdict }: Finding): boolean => HOLES.includes(verdict);

type TriedStress = Exclude<StressRun, { effect: 'not tried' }>;

const triedOf = (stress: readonly StressRun[]): readonly TriedStress[] =>
  stress.flatMap((run) => (run.effect === 'not tried' ? [] : [run]));

/**
 * What happened to the action when the hook could not run at all; an event that must be blocked is better evidence
 * than one that may pass.
 */
function failureRule(stress: readonly TriedStress[]): 'open' | 'closed' | null {
  const forced = stress.filter((run) => run.forced && run.must !== 'pass');
  if (forced.length === 0) return null;
  return forced.some(isOpen) ? 'open' : 'closed';
}

const isOpen = ({ effect }: TriedStress): boolean => effect === 'open';

/**
 * Adds what the system does when the hook cannot run at all; the worst is that an action goes on which must be
 * blocked.
 */
function withRule(
  found: Finding,
  { hook, mustBlock }: Evidence,
  stress: readonly TriedStress[],
  whenItFails: HookProof['whenItFails'],
): Finding {
  if (whenItFails === null) return found;
  const rule = `${hook.dialect} ${whenItFails === 'open' ? 'lets the action go on' : 'blocks'} when a hook cannot run at all`;
  if (whenItFails === 'closed' || !mustBlock) return { ...found, reason: `${found.reason}; ${rule}` };
  const headline = `fails open when ${conditionsOf(hook, stress.filter(isOpen))}`;
  return { ...found, headline, reason: `${rule}; ${found.reason}` };
}

/** What gets through under stresses that the hook could have withstood; null when nothing does. */
function opened(hook: ListedHook, stress: readonly TriedStress[]): Finding | null {
  const own = stress.filter((run) => !run.forced && isOpen(run));
  const [first] = own;
  if (first === undefined) return null;
  const forced = stress.filter((run) => run.forced && isOpen(run));
  const silent = own.filter(({ fault }) => fault === null);
  const quietly = silent.length === 0 ? '' : `, and reports no fault${silentOnly(hook, silent, own)}`;
  return {
    verdict: 'fails open',
    headline: `fails open when ${conditionsOf(hook, [...own, ...forced])}`,
    reason: `when ${conditionsOf(hook, own)}, it lets ${subjectOf(first)} pass${quietly}; ${hintOf(first.stress)}`,
  };
}

const silentOnly = (hook: ListedHook, silent: readonly TriedStress[], all: readonly TriedStress[]): string =>
  silent.length === all.length ? '' : ` when ${conditionsOf(hook, silent)}`;

/** Under which stresses, that it could have withstood, the hook stops the action instead of working; null: none. */
function shut(hook: ListedHook, stress: readonly TriedStress[]): Finding | null {
  const closed = stress.filter(({ forced, effect }) => !forced && effect === 'closed');
  const first = closed.find(({ must }) => must === 'pass') ?? closed[0];
  if (first === undefined) return null;
  const conditions = conditionsOf(hook, closed);
  const how =
    first.fault === null
      ? `it blocks ${subjectOf(first)} too`
      : `it fails, and ${hook.dialect} blocks then${because(first)}; ${hintOf(first.stress)}`;
  return { verdict: 'fails closed', headline: `fails closed when ${conditions}`, reason: `when ${conditions}, ${how}` };
}

const subjectOf = ({ must, title }: TriedStress): string => (must === 'nothing' ? 'the event' : `"${title}"`);

const hintOf = (name: string): string => STRESSES.find((stress) => stress.name === name)?.hint ?? '';

/** The stresses of these runs, each once, as text: "jq is missing or PATH is empty". */
function conditionsOf({ handler }: ListedHook, runs: readonly TriedStress[]): string {
  const names = [...new Set(runs.map(({ stress }) => stress))];
  const clauses = names.map((name) => STRESSES.find((stress) => stress.name === name)?.when(handler) ?? name);
  return clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} or ${clauses.at(-1) ?? ''}`;
}

function sound({ hook: { event }, runs, unreached }: Evidence, stress: readonly TriedStress[]): Finding {
  const blocked = runs.filter(({ must }) => must === 'block').length;
  const count = new Set(stress.flatMap((run) => (run.forced ? [] : [run.stress]))).size;
  const also = count === 0 ? '' : `, also under ${count} ${count === 1 ? 'stress' : 'stresses'}`;
  if (blocked === 0) {
    const why =
      unreached !== null
        ? `no ready example of ${event} reaches it: ${unreached}`
        : `it runs${also}, but no canary shows that it blocks anything`;
    return { verdict: 'unproven', headline: 'unproven', reason: `${why}; give it one that it must block` };
  }
  const passed = runs.some(({ must }) => must === 'pass')
    ? 'it blocks what it must and lets pass what it may'
    : 'it blocks what it must; that it lets anything pass is not shown';
  return { verdict: 'enforcing', headline: 'enforcing', reason: `${passed}${also}` };
}
