import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Runs statements as the superuser of an embedded PostgreSQL; gives the rows of the last one. */
export async function asSuperuser(folder: string, port: number, sql: readonly string[]): Promise<readonly object[]> {
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  try {
    let rows: readonly object[] = [];
    for (const each of sql) ({ rows } = await client.query(each));
    return rows;
  } finally {
    await client.end();
  }
}
