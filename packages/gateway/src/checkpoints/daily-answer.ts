import { MOST_CHECKPOINTS } from '@hookline/fleet';
import type { Database, Query } from '../database/database.ts';
import { type DailyRow, dailyRows, endsUnder, type EndUnder } from './daily-rows.ts';
import { storedKey } from './sign.ts';

/** `GET /v1/checkpoints?after=`: what was signed, oldest first; to be kept elsewhere. */
export interface DailyAnswer {
  /** The `x` of the gateway's Ed25519 key; null: nothing was signed yet. */
  readonly key: string | null;
  readonly checkpoints: readonly DailyRow[];
}

export async function dailyAnswer(database: Database, org: number, after: number): Promise<DailyAnswer> {
  const key = await database.everywhere(storedKey);
  const checkpoints = await database.inOrg(org, (query) => dailyRows(query, org, after, MOST_CHECKPOINTS));
  return { key: key?.x ?? null, checkpoints };
}

/** `GET /v1/checkpoints/NUMBER`: one with the ends of streams from which its root is computed, in the order of its leaves. */
export interface DailyDetail extends DailyRow {
  readonly ends: readonly Omit<EndUnder, 'stream'>[];
}

/** Null: there is no checkpoint of this number. */
export async function dailyDetail(query: Query, org: number, number: number): Promise<DailyDetail | null> {
  const [row] = await dailyRows(query, org, number - 1, 1);
  if (row?.number !== number) return null;
  const ends = await endsUnder(query, org, number);
  return { ...row, ends: ends.map(({ machine, epoch, lines, head }) => ({ machine, epoch, lines, head })) };
}
