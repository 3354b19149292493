import type { Query } from '../database/database.ts';

/** The tables of which each day is a partition. */
type DayTable = 'chunk' | 'decision' | 'run';

/**
 * Drops a day of tables, with rows of it that came into the default partition. Appends wait for it, so it waits for others only
 * for a moment: then it fails, and the next round tries again.
 */
export async function dropDay(query: Query, tables: readonly DayTable[], day: string): Promise<void> {
  await query(`set local lock_timeout = '800ms'`);
  for (const table of tables) {
    await query(`delete from ${table}_other where day = $1`, [day]);
    await query(`drop table if exists ${table}_${day.replaceAll('-', '')}`);
  }
}

/** PostgreSQL's code for a lock that was not given in time. */
export const isLocked = (error: unknown): boolean => (error as { readonly code?: unknown }).code === '55P03';

/** What was removed, of one organisation. */
export interface Removal {
  readonly org: number;
  readonly what: 'lines' | 'decisions';
  readonly day: string;
  readonly count: number;
  readonly findings: number;
  readonly digest: string | null;
  readonly jws: string | null;
}

/** Notes it where auditors look for removals, and in the chain of what was done. */
export async function noteRemoval(
  query: Query,
  { org, what, day, count, findings, digest, jws }: Removal,
): Promise<void> {
  await query(
    `insert into removal (org, what, day, count, findings, digest, jws) values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7)`,
    [org, what, day, count, findings, digest, jws],
  );
  const detail = { what, day, count, findings, checkpoints: digest };
  await query(`select note_audit($1, 'gateway', 'removed', $2)`, [org, JSON.stringify(detail)]);
  await query(`set local hookline.org = '0'`); // the note has set it to its organisation
}
