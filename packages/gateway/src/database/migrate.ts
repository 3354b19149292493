import type { Pool, PoolClient } from 'pg';
import { MIGRATIONS } from './migrations/index.ts';

const LOCK = 4_723_001;

/** Brings the database to this version's shape; gateways that start at once take turns. Throws for a database of a newer one. */
export async function migrate(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (number int primary key, name text not null, at timestamptz not null default now())',
    );
    return await carryOut(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

async function carryOut(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ number: number }>('select number from migration');
  const done = new Set(rows.map(({ number }) => number));
  const newest = Math.max(0, ...done);
  const known = Math.max(...MIGRATIONS.map(({ number }) => number));
  if (newest > known)
    throw new Error(`the database has step ${newest}, and this hookline knows ${known}: use the newer hookline`);
  let count = 0;
  for (const { number, name, sql } of MIGRATIONS) {
    if (done.has(number)) continue;
    await client.query('begin');
    try {
      await client.query(sql);
      await client.query('insert into migration (number, name) values ($1, $2)', [number, name]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    count += 1;
  }
  return count;
}
