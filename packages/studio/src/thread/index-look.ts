import { type IndexedFile, type IndexQueries, parseFilter, type RecordIndex } from '@hookline/core/internal';
import type { LookedAt } from '../api/index.ts';

/** An index, and one question to it. */
export interface IndexLook {
  readonly record: string;
  readonly index: RecordIndex;
  readonly queries: IndexQueries;
  readonly signal: AbortSignal;
  /** Shows all rows that fit to a visitor, newest first. */
  readonly each: (q: string, visit: (file: IndexedFile, row: number) => void) => Promise<LookedAt>;
}

export const createLook = (index: RecordIndex, queries: IndexQueries, signal: AbortSignal): IndexLook => ({
  record: index.folder(),
  index,
  queries,
  signal,
  each: async (q, visit) => ({
    decisions: await queries.each(parseFilter(q), visit, signal),
    // Older files may still be unread.
    more: !index.isDone(),
  }),
});
