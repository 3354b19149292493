import { IndexedRow, type IndexedRun, type RowRef } from '@hookline/core/internal';
import { type AnswerTo, type ShadowCounts, STRICTNESS } from '../source/decision-source.ts';
import type { IndexLook } from './index-look.ts';
import { rowsOf } from './opened.ts';

interface Seen {
  readonly hook: ShadowCounts['hook'];
  runs: number;
  wouldBlock: number;
  wouldAsk: number;
  wouldRewrite: number;
  alike: number;
  otherwise: number;
  readonly differing: RowRef[];
  /** By what it would have said and what was decided. */
  readonly met: Map<string, ShadowCounts['matrix'][number]>;
}

const MOST_DIFFERING = 100;

/** What hooks in shadow would have done, beside what was done. */
export async function shadowOf(look: IndexLook, q: string): Promise<AnswerTo<'shadow'>> {
  const hooks = new Map<string, Seen>();
  const looked = await look.each(q, (file, row) => {
    const { decision } = new IndexedRow(file.block, row);
    for (const run of new IndexedRow(file.block, row).runs())
      if (run.shadow !== null) addRun(hooks, run, decision, { file, row });
  });
  return {
    looked,
    hooks: [...hooks.values()].map(({ met, ...seen }) => ({
      ...seen,
      differing: rowsOf(look.record, seen.differing),
      matrix: [...met.values()],
    })),
  };
}

function addRun(
  hooks: Map<string, Seen>,
  { hook, shadow }: IndexedRun,
  decided: IndexedRow['decision'],
  ref: RowRef,
): void {
  if (shadow === null) return;
  const seen: Seen = hooks.get(hook.id) ?? {
    hook,
    runs: 0,
    wouldBlock: 0,
    wouldAsk: 0,
    wouldRewrite: 0,
    alike: 0,
    otherwise: 0,
    differing: [],
    met: new Map(),
  };
  hooks.set(hook.id, seen);
  seen.runs += 1;
  if (shadow.decision === 'block') seen.wouldBlock += 1;
  if (shadow.decision === 'ask') seen.wouldAsk += 1;
  if (shadow.rewrites) seen.wouldRewrite += 1;
  const met = `${shadow.decision} ${decided}`;
  const count = (seen.met.get(met)?.count ?? 0) + 1;
  seen.met.set(met, { would: shadow.decision, decided, count });
  if (isAlike(shadow, decided)) seen.alike += 1;
  else {
    seen.otherwise += 1;
    if (seen.differing.length < MOST_DIFFERING) seen.differing.push(ref);
  }
}

/** Letting it decide would have changed nothing: it says no more than what was decided anyway. */
const isAlike = (shadow: NonNullable<IndexedRun['shadow']>, decided: IndexedRow['decision']): boolean =>
  !shadow.rewrites &&
  (shadow.decision === 'none' || STRICTNESS.indexOf(shadow.decision) <= STRICTNESS.indexOf(decided));
