import type { Decision, HookRun, Outcome } from '@hookline/core';
import type { Recorded } from './replay-item.ts';

/** How a decision compares with the recorded one. */
export type Comparison =
  | { readonly how: 'same' | 'altered' | 'unknown' }
  | ({ readonly how: 'loosened' | 'tightened' } & Flip);

/** An event that is decided differently now. */
export interface Flip {
  readonly before: Decision;
  readonly now: Decision;
  /** The hook that blocked then or blocks now, where there is one. */
  readonly hook: string | null;
  /** Why it was or is stopped. */
  readonly reason: string | null;
  /** What happened to the hook that decided then; null when the new decision matters. */
  readonly since: string | null;
}

/** From the weakest to the strictest; `none` leaves it to the host, which may still ask. */
const STRICTNESS: readonly Decision[] = ['allow', 'none', 'ask', 'block'];

/** Compares what was decided with what is decided now. */
export function compare(before: Recorded | null, now: Outcome): Comparison {
  if (before === null) return { how: 'unknown' };
  const change = STRICTNESS.indexOf(now.decision) - STRICTNESS.indexOf(before.decision);
  if (change === 0) return { how: isAltered(before, now) ? 'altered' : 'same' };
  return change < 0 ? { how: 'loosened', ...lossOf(before, now) } : { how: 'tightened', ...gainOf(before, now) };
}

function isAltered(before: Recorded, now: Outcome): boolean {
  const { rewritten, contexts, effect } = before;
  const rewrites = (['updatedInput', 'updatedToolOutput', 'updatedPrompt'] as const).filter((key) => now[key] !== null);
  return (
    (effect !== null && effect !== now.block?.effect) ||
    (rewritten !== null && rewritten.join() !== rewrites.join()) ||
    (contexts !== null && contexts !== now.additionalContext.length)
  );
}

const lossOf = (before: Recorded, now: Outcome): Flip => ({
  before: before.decision,
  now: now.decision,
  hook: before.hook,
  reason: before.reason,
  since: before.hook === null ? null : standingOf(now.hooks.find(({ id }) => id === before.hook)),
});

const gainOf = (before: Recorded, now: Outcome): Flip => ({
  before: before.decision,
  now: now.decision,
  hook: now.block?.hook ?? null,
  reason: now.block === null ? now.reason : now.block.reason,
  since: null,
});

/** What a hook that had decided does now. */
function standingOf(run: HookRun | undefined): string {
  if (run === undefined) return 'not there any more, or not selected';
  if (run.fault !== null) return `${run.status}: ${run.fault.code}`;
  if (run.status === 'skipped') return `skipped: ${run.why ?? ''}`;
  if (run.shadow !== undefined)
    return `in shadow, would ${run.shadow.decision === 'none' ? 'pass' : run.shadow.decision}`;
  return run.status;
}
