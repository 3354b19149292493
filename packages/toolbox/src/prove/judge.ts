import { eventTable, type ListedHook } from '@hookline/core/internal';
import type { HookProof, StressRun, TrialRun, Verdict } from './proof.ts';
import { STRESSES } from './stress/index.ts';

/** What is known about a hook when it is judged. */
export interface Evidence {
  readonly hook: ListedHook;
  readonly runs: readonly TrialRun[];
  readonly stress: readonly StressRun[];
  /** Whether it has a canary that must be blocked. */
  readonly mustBlock: boolean;
  /** Why nothing was found that it could be tried on; null when there was something. */
  readonly unreached: string | null;
  readonly strict: boolean;
}

type Judgement = Pick<HookProof, 'verdict' | 'reason' | 'whenItFails' | 'mustBlock' | 'ok'>;

/** How a hook stands, in one word and one sentence; says of what was not shown that it was not. */
export function judge({ hook, runs, stress, mustBlock, unreached, strict }: Evidence): Judgement {
  const whenItFails = failureRule(stress);
  const found =
    atRest(hook, runs) ?? underStress(hook, stress) ?? sound(hook, { runs, stress, whenItFails, unreached });
  const isRight = runs.every(({ ok }) => ok) && (!mustBlock || !HOLES.includes(found.verdict));
  const isHeld = !strict || !mustBlock || whenItFails !== 'open';
  return { ...found, whenItFails, mustBlock, ok: isRight && isHeld };
}

const HOLES: readonly Verdict[] = ['inert', 'fails open'];

type Found = Pick<HookProof, 'verdict' | 'reason'>;

type Tried = Exclude<StressRun, { effect: 'not tried' }>;

const triedOf = (stress: readonly StressRun[]): readonly Tried[] =>
  stress.flatMap((run) => (run.effect === 'not tried' ? [] : [run]));

/** What became of the action when the hook could not run at all; what must be blocked tells more than what may pass. */
function failureRule(stress: readonly StressRun[]): 'open' | 'closed' | null {
  const forced = triedOf(stress).filter((run) => run.forced && run.must !== 'pass');
  if (forced.length === 0) return null;
  return forced.some(({ effect }) => effect === 'open') ? 'open' : 'closed';
}

/** What the runs without stress show against a hook; null when nothing. */
function atRest(hook: ListedHook, runs: readonly TrialRun[]): Found | null {
  if (!hook.armed) return { verdict: 'inert', reason: `it never runs: ${hook.why ?? 'it is not armed'}` };
  if (hook.shadow === true)
    return { verdict: 'inert', reason: 'it is in shadow: it runs, and decides nothing (see: hookline shadow --list)' };
  const missed = runs.find(({ must, ok }) => must === 'block' && !ok);
  if (missed !== undefined) return letPass(hook, missed);
  if (runs.every(({ must }) => must !== 'block') && isPowerless(hook, runs))
    return { verdict: 'inert', reason: `it cannot block: ${hook.dialect} lets no hook stop ${hook.event}` };
  const stuck = runs.find(({ must, ok }) => must === 'pass' && !ok);
  if (stuck !== undefined)
    return { verdict: 'fails closed', reason: `it blocks "${stuck.title}", which must pass${because(stuck)}` };
  const broken = runs.find(({ fault, must }) => fault !== null && must !== 'pass');
  if (broken === undefined) return null;
  return broken.refused
    ? { verdict: 'fails closed', reason: `it blocks only because it fails${because(broken)}` }
    : { verdict: 'fails open', reason: `it fails, and the action goes on${because(broken)}` };
}

function letPass({ dialect }: ListedHook, run: TrialRun): Found {
  const what = `"${run.title}", which it must block`;
  if (run.status === null || run.status === 'skipped')
    return { verdict: 'inert', reason: `it does not run on ${what}${because(run)}` };
  if (run.status === 'background')
    return { verdict: 'inert', reason: `it runs in the background, so that nothing waits for its word on ${what}` };
  if (run.fault === 'no_power') return { verdict: 'inert', reason: `it says no to ${what}, but${because(run, ' ')}` };
  if (run.fault !== null)
    return {
      verdict: 'fails open',
      reason: `it fails on ${what}, and ${dialect} lets the action go on${because(run)}`,
    };
  const asks = run.decision === 'ask' ? '; it only asks' : '';
  return { verdict: 'inert', reason: `it lets "${run.title}" pass, which it must block${asks}` };
}

const because = ({ fault, message }: TrialRun, lead = ': '): string =>
  message === null ? '' : `${lead}${fault === null ? '' : `${fault}, `}${message}`;

/** Whether the tables give a hook of this event no word, and it did not find another way either. */
export function isPowerless({ dialect, event }: ListedHook, runs: readonly TrialRun[]): boolean {
  if (runs.some(({ refused }) => refused)) return false;
  if (runs.some(({ status }) => status === 'background')) return true;
  const rows = eventTable().events.flatMap(({ dialects }) => dialects[dialect] ?? []);
  return rows.some(({ native, effect, waits }) => native === event && (effect === null || !waits));
}

/** What stresses show against a hook that it could have withstood; null when nothing. */
function underStress({ dialect }: ListedHook, stress: readonly StressRun[]): Found | null {
  const own = triedOf(stress).filter(({ forced }) => !forced);
  const open = own.filter(({ effect }) => effect === 'open');
  const [first] = open;
  if (first !== undefined)
    return {
      verdict: 'fails open',
      reason: `under ${namesOf(open)} it lets ${shown(first)} pass${unnoticed(open)}; ${hintOf(first.stress)}`,
    };
  const closed = own.filter(({ effect }) => effect === 'closed');
  const shut = closed.find(({ must }) => must === 'pass') ?? closed[0];
  if (shut === undefined) return null;
  const how =
    shut.fault === null
      ? `it blocks ${shown(shut)} by its own word`
      : `it fails, and ${dialect} blocks then${because(shut)}; ${hintOf(shut.stress)}`;
  return { verdict: 'fails closed', reason: `under ${namesOf(closed)} ${how}` };
}

const namesOf = (runs: readonly Tried[]): string => [...new Set(runs.map(({ stress }) => stress))].join(', ');

const shown = ({ must, title }: Tried): string => (must === 'nothing' ? 'the event' : `"${title}"`);

/** Worst is what nobody is told of. */
function unnoticed(open: readonly Tried[]): string {
  const silent = open.filter(({ fault }) => fault === null);
  if (silent.length === 0) return '';
  return silent.length === open.length ? ', and nobody is told' : `, and nobody is told under ${namesOf(silent)}`;
}

const hintOf = (name: string): string => STRESSES.find((stress) => stress.name === name)?.hint ?? '';

function sound(
  { dialect, event }: ListedHook,
  {
    runs,
    stress,
    whenItFails,
    unreached,
  }: Pick<Evidence, 'runs' | 'stress' | 'unreached'> & Pick<HookProof, 'whenItFails'>,
): Found {
  const rule = whenItFails === null ? '' : RULES[whenItFails].replace('{dialect}', dialect);
  const blocked = runs.filter(({ must }) => must === 'block').length;
  const count = new Set(triedOf(stress).flatMap((run) => (run.forced ? [] : [run.stress]))).size;
  const also = count === 0 ? '' : `, also under ${count} ${count === 1 ? 'stress' : 'stresses'}`;
  if (blocked === 0) {
    const why =
      unreached !== null
        ? `no ready example of ${event} reaches it: ${unreached}`
        : `it runs${also}, but no canary shows that it blocks anything`;
    return { verdict: 'unproven', reason: `${why}; give it one that it must block${rule}` };
  }
  const passed = runs.some(({ must }) => must === 'pass')
    ? 'blocks what it must and lets pass what it may'
    : 'blocks what it must; that it lets anything pass is not shown';
  return { verdict: 'enforcing', reason: `${passed}${also}${rule}` };
}

const RULES = {
  open: '; when it cannot run at all, {dialect} lets the action go on',
  closed: '; when it cannot run at all, {dialect} blocks',
} as const;
