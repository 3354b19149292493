import { type CheckedEnd, hashTree, type HashTree, leafText } from '@hookline/fleet';
import type { Query } from '../database/database.ts';

/** A daily checkpoint as it is stored. */
export interface DailyRow {
  readonly number: number;
  readonly day: string;
  readonly at: number;
  readonly streams: number;
  readonly jws: string;
}

/** Those after a number, oldest first. */
export const dailyRows = (query: Query, org: number, after: number, limit: number): Promise<readonly DailyRow[]> =>
  query<DailyRow & Record<string, unknown>>(
    `select number, day::text, round(extract(epoch from at) * 1000)::float8 as at, streams, jws from daily_checkpoint
      where org = $1 and number > $2 order by number limit $3`,
    [org, after, limit],
  );

/** The number of the newest; null: there is none yet. */
export async function newestNumber(query: Query, org: number): Promise<number | null> {
  const [row] = await query<{ number: number | null }>(
    'select max(number) as number from daily_checkpoint where org = $1',
    [org],
  );
  return row?.number ?? null;
}

/** The end of a stream under a daily checkpoint. */
export interface EndUnder extends CheckedEnd {
  readonly stream: string;
  readonly machine: string;
  readonly epoch: number;
}

/** The ends of the streams under a checkpoint, in the order of its leaves. */
export async function endsUnder(query: Query, org: number, number: number): Promise<readonly EndUnder[]> {
  const rows = await query<Omit<EndUnder, 'lines'> & { readonly lines: string }>(
    `select c.stream, s.machine, s.epoch, c.lines, encode(c.head, 'hex') as head
       from checkpoint c join stream s on s.id = c.stream where c.org = $1 and c.number = $2 order by s.machine, s.epoch`,
    [org, number],
  );
  return rows.map((row) => ({ ...row, lines: Number(row.lines) }));
}

export const treeOver = (ends: readonly EndUnder[]): HashTree =>
  hashTree(ends.map((end) => leafText(end.machine, end.epoch, end)));
