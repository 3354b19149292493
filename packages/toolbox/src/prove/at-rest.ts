import { DIALECTS, eventOf, type ListedHook } from '@hookline/core/internal';
import type { HookProof, TrialRun } from './proof.ts';

/** A finding about a hook. */
export type Finding = Pick<HookProof, 'verdict' | 'headline' | 'reason'>;

/** What the runs without stress show against a hook; null when nothing. */
export function atRest(hook: ListedHook, runs: readonly TrialRun[]): Finding | null {
  if (!hook.armed) return inert(`it never runs: ${hook.why ?? 'it is not armed'}`);
  if (hook.shadow === true) return inert('it is in shadow: it runs, and decides nothing (see: hookline shadow --list)');
  const missed = runs.find(({ must, ok }) => must === 'block' && !ok);
  if (missed !== undefined) return letPass(hook, missed);
  const vain = runs.find(({ fault, refused }) => fault === 'no_power' && !refused);
  if (vain !== undefined)
    return refusesNothing(
      `it says no to ${vain.must === 'nothing' ? 'the event' : `"${vain.title}"`}, but${because(vain, ' ')}; put it on an event that can be stopped (see: hookline events)`,
    );
  if (runs.every(({ must }) => must !== 'block') && isPowerless(hook, runs))
    return inert(`it cannot block: ${hook.dialect} lets no hook stop ${hook.event}`);
  const stuck = runs.find(({ must, ok }) => must === 'pass' && !ok);
  if (stuck !== undefined)
    return {
      verdict: 'fails closed',
      headline: 'blocks what must pass',
      reason: `it blocks "${stuck.title}", which must pass${because(stuck)}`,
    };
  const broken = runs.find(({ fault, must }) => fault !== null && must !== 'pass');
  if (broken === undefined) return null;
  return broken.refused
    ? { verdict: 'fails closed', headline: 'fails closed', reason: `it blocks only because it fails${because(broken)}` }
    : failsOpen(`it fails, and the action goes on${because(broken)}`);
}

const inert = (reason: string): Finding => ({ verdict: 'inert', headline: 'inert', reason });

/** It refuses where its system gives a refusal no effect. */
const refusesNothing = (reason: string): Finding => ({ verdict: 'inert', headline: 'refuses nothing', reason });

const failsOpen = (reason: string): Finding => ({ verdict: 'fails open', headline: 'fails open', reason });

function letPass({ dialect }: ListedHook, run: TrialRun): Finding {
  const what = `"${run.title}", which it must block`;
  if (run.status === null || run.status === 'skipped') return inert(`it does not run on ${what}${because(run)}`);
  if (run.status === 'background')
    return inert(`it runs in the background, so that nothing waits for its answer to ${what}`);
  if (run.fault === 'no_power') return refusesNothing(`it says no to ${what}, but${because(run, ' ')}`);
  if (run.fault !== null) return failsOpen(`it fails on ${what}, and ${dialect} lets the action go on${because(run)}`);
  return inert(`it lets "${run.title}" pass, which it must block${run.decision === 'ask' ? '; it only asks' : ''}`);
}

/** The fault of a run and its message, after the text that they explain. */
export const because = ({ fault, message }: TrialRun, lead = ': '): string =>
  message === null ? '' : `${lead}${fault === null ? '' : `${fault}, `}${message}`;

/** Whether the tables give a hook of this event no power, and it had no other effect either. */
export function isPowerless({ dialect: id, event }: ListedHook, runs: readonly TrialRun[]): boolean {
  if (runs.some(({ refused }) => refused)) return false;
  if (runs.some(({ status }) => status === 'background')) return true;
  const dialect = DIALECTS.find((each) => each.id === id);
  const row = dialect === undefined ? null : eventOf(dialect, event);
  return row !== null && (row.effect === null || !row.waits);
}
