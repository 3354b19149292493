import type { ListedHook } from '@hookline/core';
import type { CandidateTrial } from './canaries.ts';
import type { TrialRun } from './proof.ts';

/** A hook on a trial, and the result. */
export interface RestingRun {
  readonly hook: ListedHook;
  readonly trial: CandidateTrial;
  readonly run: TrialRun;
}

/**
 * A canary that must be blocked and names no hook belongs to the hooks that block it. Where none does, it stays with
 * all that it selects: one of them should have.
 */
export function claimShared(tried: readonly RestingRun[]): readonly RestingRun[] {
  const isOpen = ({ trial }: RestingRun): boolean => trial.shared && trial.must === 'block';
  const blocked = new Set(tried.filter((each) => isOpen(each) && each.run.refused).map(({ trial }) => keyOf(trial)));
  return tried.flatMap((each) => {
    if (!isOpen(each) || each.run.refused || !blocked.has(keyOf(each.trial))) return [each];
    // What it let pass is another hook's responsibility; that it runs without a fault is still worth knowing.
    return [{ ...each, trial: { ...each.trial, must: 'nothing' }, run: { ...each.run, must: 'nothing', ok: true } }];
  });
}

const keyOf = ({ file, line, title }: CandidateTrial): string => JSON.stringify([file, line, title]);
