import type { Database, Query } from '../database/database.ts';
import { bodyOf, type StoredBody } from '../database/objects.ts';
import { unpackChunk } from '../ingest/read-chunk.ts';
import { dayBound } from './filter.ts';
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

interface ArrivedChunk extends StoredBody {
  readonly stream: string;
  readonly seq: string;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
}

/** By the ids in the chunks that arrived: whatever the table holds, only those are looked up. */
async function arrivedAfter(query: Query, time: number): Promise<readonly StoredDecision[]> {
  const chunks = await query<ArrivedChunk & Record<string, unknown>>(
    `select stream, seq, first_at, last_at, body, place from chunk where received_at > $1 and day >= ($1::timestamptz at time zone 'utc')::date
      order by received_at desc limit ${MOST_CHUNKS}`,
    [new Date(time)],
  );
  const timed = chunks.filter(({ first_at: first }) => first !== null);
  if (timed.length === 0) return [];
  const bodies = await Promise.all(timed.map((chunk) => bodyOf(query, chunk)));
  const newest = new Set(chunks.map(({ stream, seq }) => `${stream} ${seq}`));
  const rows = await query<StoredDecision & Record<string, unknown>>(
    SELECT_ROWS(
      `select * from decision d where d.id = any($1) and d.day between $2 and $3 order by d.at desc limit ${2 * MOST_ROWS}`,
    ),
    [
      bodies.flatMap((body) => (body === null ? [] : idsIn(unpackChunk(body)))),
      dayBound('since', Math.min(...timed.map(({ first_at: at }) => at?.getTime() ?? 0))),
      dayBound('until', Math.max(...timed.map(({ last_at: at }) => at?.getTime() ?? 0))),
    ],
  );
  return rows.filter(({ stream, last_chunk: chunk }) => newest.has(`${stream} ${chunk}`)).slice(0, MOST_ROWS);
}

const MOST_CHUNKS = 50;

/** The ids of the decisions that lines are about. */
const idsIn = (text: Buffer): readonly string[] => [
  ...new Set(Array.from(text.toString().matchAll(/^\{"v":1,"kind":"\w+","id":"([^"\\]+)"/gm), ([, id = '']) => id)),
];

const keyOf = ({ stream, id, last_chunk: chunk }: StoredDecision): string => `${stream} ${id} ${chunk}`;
