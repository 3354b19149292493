import { errorText } from '@hookline/core/internal';
import pg from 'pg';
import type { PoolClient, QueryResultRow } from 'pg';
import type { ObjectsConfig } from '../objects/open.ts';
import { ObjectsAway, type ObjectStore } from '../objects/store.ts';
import { migrate } from './migrate.ts';
import { storedObjects } from './objects.ts';

/** Access to the gateway's PostgreSQL. */
export interface Database {
  readonly pool: pg.Pool;
  /** Rows that one organisation may see: others do not exist in the transaction. */
  readonly inOrg: <T>(org: number, work: (query: Query) => Promise<T>) => Promise<T>;
  /** For what the gateway itself does before it knows the organisation, and for its operator. */
  readonly everywhere: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** What holds bodies of chunks that are not in their rows; null: there is none. */
  readonly objects: ObjectStore | null;
  readonly close: () => Promise<void>;
}

/** Asks PostgreSQL within a transaction. */
export interface Query {
  /** `name`: PostgreSQL keeps the statement for the connection under it; the same name always has the same text. */
  <R extends QueryResultRow>(sql: string, values?: readonly unknown[], name?: string): Promise<readonly R[]>;
  /** As that of the database. */
  readonly objects: ObjectStore | null;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connections?: number;
  /** Where bodies of chunks are moved from now on; absent: where they were before, if anywhere. */
  readonly objects?: ObjectsConfig | undefined;
  readonly onProblem: (text: string) => void;
}

const OLDEST = 150_000;
const EVERYWHERE = 0;

/** Connects, and brings the database to this version's shape; throws with what to do when it cannot be used. */
export async function openDatabase({
  url,
  connections = 8,
  objects: wanted,
  onProblem,
}: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    application_name: 'hookline-gateway',
  });
  pool.on('error', () => undefined); // an idle connection was lost: the next query makes another
  // One that is used was lost: its query fails, or the next one; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await checkServer(pool, onProblem);
    await migrate(pool);
    const objects = await storedObjects((work) => transaction({ pool, objects: null }, EVERYWHERE, work), wanted);
    const inOrg: Database['inOrg'] = (org, work) => transaction({ pool, objects }, org, work);
    return { pool, objects, inOrg, everywhere: (work) => inOrg(EVERYWHERE, work), close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function checkServer(pool: pg.Pool, onProblem: (text: string) => void): Promise<void> {
  const { rows } = await pool
    .query<{ version: string; fsync: string; commit: string; bypasses: boolean }>(
      `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses`,
    )
    .catch((error: unknown) => {
      throw new Error(`the database cannot be used: ${errorText(error)}`, { cause: error });
    });
  const [found] = rows;
  if (Number(found?.version) < OLDEST)
    throw new Error(`PostgreSQL 15 or later is needed, found ${Math.floor(Number(found?.version) / 10_000)}`);
  if (found?.fsync !== 'on' || found.commit === 'off')
    onProblem('PostgreSQL may lose what it has acknowledged: set fsync and synchronous_commit to on');
  if (found?.bypasses === true)
    onProblem(
      'the role of the database sees all rows whatever the policies say: give the gateway a role that is no superuser',
    );
}

async function transaction<T>(
  { pool, objects }: Pick<Database, 'pool' | 'objects'>,
  org: number,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query(`begin; set local hookline.org = '${Math.trunc(org)}'`); // in one round trip
    const result = await work(Object.assign(queryOn(client), { objects }));
    await client.query('commit');
    return result;
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error));
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failed !== undefined && isLost(failed)); // a connection in doubt is not used again
  }
}

const queryOn =
  (client: PoolClient) =>
  async <R extends QueryResultRow>(sql: string, values: readonly unknown[] = [], name?: string) =>
    (await client.query<R>({ text: sql, values: [...values], ...(name === undefined ? {} : { name }) })).rows;

/** Whether an error means that the database cannot be reached or does not answer now. */
export function isLost(error: unknown): boolean {
  if (error instanceof ObjectsAway) return false; // that is something else that is away
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code !== 'string') return error instanceof Error && LOST_TEXT.test(error.message);
  return /^(?:E[A-Z]+|08...|53...|57...|58...|25006)$/.test(code);
}

const LOST_TEXT = /connection|terminated|timeout|not queryable/i;
