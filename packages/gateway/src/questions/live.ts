import type { Database, Query } from '../database/database.ts';
import { type DecisionListRow, listRow, SELECT_ROWS, type StoredDecision } from './rows.ts';

const OVERLAP_MS = 5_000;
const MOST_ROWS = 500;

/** Gives the decisions that arrived since the last call, each once. Commits do not come in the order of their times. */
export function createArrivals({ inOrg }: Database, org: number): () => Promise<readonly DecisionListRow[]> {
  const seen = new Map<string, number>();
  let since = Date.now();
  return async () => {
    const from = since - OVERLAP_MS;
    const now = Date.now();
    const rows = await inOrg(org, (query) => arrivedAfter(query, from));
    since = now;
    for (const [key, at] of seen) if (at < from - OVERLAP_MS) seen.delete(key);
    const fresh = rows.filter((row) => !seen.has(keyOf(row)));
    for (const row of fresh) seen.set(keyOf(row), since);
    return fresh.map(listRow);
  };
}

/** The newest decisions that arrived after a time, some of them perhaps a little before. */
export const arrivedSince = async (query: Query, time: number): Promise<readonly DecisionListRow[]> =>
  (await arrivedAfter(query, time - OVERLAP_MS)).map(listRow);

const arrivedAfter = (query: Query, time: number): Promise<readonly StoredDecision[]> =>
  query<StoredDecision & Record<string, unknown>>(
    SELECT_ROWS(
      `select d.* from decision d join chunk c on c.stream = d.stream and c.seq = d.last_chunk where c.received_at > $1 order by d.at desc limit ${MOST_ROWS}`,
    ),
    [new Date(time)],
  );

const keyOf = ({ stream, id, last_chunk: chunk }: StoredDecision): string => `${stream} ${id} ${chunk}`;
