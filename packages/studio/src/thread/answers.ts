import { parseFilter, openRows, rowId, type RowRef } from '@hookline/core/internal';
import type { AnswerTo, QuestionOf, ListAsked, QuestionName } from '../source/decision-source.ts';
import { faultsOf } from './faults.ts';
import type { IndexLook } from './index-look.ts';
import { latencyOf } from './latency.ts';
import { foundIn, rowsOf } from './opened.ts';
import { countRuns, seenBy } from './run-counts.ts';
import { shadowOf } from './shadow.ts';

type Answer<Name extends QuestionName> = (
  look: IndexLook,
  asked: QuestionOf<Name>,
) => AnswerTo<Name> | Promise<AnswerTo<Name>>;

/** How each question is answered; `since` is answered where news are told. */
export const ANSWERS: { readonly [Name in Exclude<QuestionName, 'since'>]: Answer<Name> } = {
  list: async (look, asked) => {
    const { refs, next, total } = await page(look, asked);
    return { rows: rowsOf(look.record, refs), total, next, problems: parseFilter(asked.q).problems };
  },
  histogram: ({ queries, signal }, { q, ...asked }) => queries.histogram(parseFilter(q), asked, signal),
  find: async ({ queries, record }, id) => {
    const ref = await queries.findSoon(id);
    return ref === null ? null : foundIn(record, ref);
  },
  decisions: async (look, asked) => {
    const { refs, next } = await page(look, asked);
    const opened = openRows(look.record, refs).filter(({ isTorn }) => !isTorn);
    return { decisions: opened.map(({ decision }) => decision), next };
  },
  ids: async (look, { q, limit }) => (await page(look, { q, limit, before: null, after: null })).refs.map(rowId),
  latency: latencyOf,
  faults: faultsOf,
  shadow: shadowOf,
  runs: countRuns,
  seenBy,
};

async function page(
  { queries, signal }: IndexLook,
  { q, ...asked }: ListAsked,
): Promise<{ readonly refs: readonly RowRef[]; readonly next: string | null; readonly total: number | null }> {
  const { rows, more, total } = await queries.rows({ ...asked, filter: parseFilter(q), signal });
  const last = rows.at(-1);
  return { refs: rows, next: more && last !== undefined ? rowId(last) : null, total };
}
