import type { Query } from '../database/database.ts';
import { type KeepRule, keepRule } from '../retention/keep.ts';

/** `GET /v1/retention`: for how long lines and decisions are kept, and what was removed, the newest first. */
export interface RetentionAnswer {
  readonly keep: KeepRule;
  readonly removals: readonly {
    readonly id: number;
    readonly at: number;
    readonly what: 'lines' | 'decisions';
    /** The day of arrival of lines, the day of decisions. */
    readonly day: string;
    readonly count: number;
    /** What the check of lines found directly before they were removed. */
    readonly findings: number;
    /** Of the checkpoints of all streams of which lines were removed; null for decisions. */
    readonly checkpoints: string | null;
    /** The same signed by the gateway, as a compact JWS. */
    readonly jws: string | null;
  }[];
}

export async function retentionOf(
  query: Query,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<RetentionAnswer> {
  const rows = await query<{
    id: string;
    at: number;
    what: 'lines' | 'decisions';
    day: string;
    count: string;
    findings: number;
    checkpoints: string | null;
    jws: string | null;
  }>(
    `select id, extract(epoch from at)::float8 * 1000 as at, what, day::text, count, findings, encode(digest, 'hex') as checkpoints, jws
       from removal where $1::bigint is null or id < $1 order by id desc limit $2`,
    [before, limit],
  );
  return {
    keep: await keepRule(query),
    removals: rows.map((row) => ({ ...row, id: Number(row.id), at: Math.round(row.at), count: Number(row.count) })),
  };
}

/** The newest day of arrival of which lines were removed; null: none. */
export async function removedUpTo(query: Query): Promise<string | null> {
  const [row] = await query<{ day: string | null }>(`select max(day)::text as day from removal where what = 'lines'`);
  return row?.day ?? null;
}
