import { errorText } from '@hookline/core/internal';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isLost, type Query } from '../database/database.ts';
import { removeObjects } from '../offload/move-bodies.ts';
import { dropDay, isLocked, noteRemoval } from './drop-day.ts';
import { keepRule } from './keep.ts';
import { type RemovedDay, removeLines } from './remove-lines.ts';

/** Removes old days as long as a gateway runs. */
export interface Retention {
  readonly close: () => Promise<void>;
}

interface RetentionOptions {
  readonly database: Database;
  readonly onProblem: (text: string) => void;
}

const EVERY_MS = 3_600_000;
const LOCK = 4_723_004;

export function startRetention(options: RetentionOptions, everyMs = EVERY_MS): Retention {
  const stop = new AbortController();
  let last = Promise.resolve();
  const begin = (): void => {
    last = last.then(() => round(options, stop.signal));
  };
  const timer = setInterval(begin, everyMs).unref();
  begin();
  return {
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await last;
    },
  };
}

async function round(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  try {
    await removeOldDays(options, Date.now(), signal);
  } catch (error) {
    if (!isLost(error)) options.onProblem(`old days could not be removed: ${errorText(error)}`);
  }
}

/** What a round has removed. */
export interface RemovedDays {
  readonly lines: readonly RemovedDay[];
  readonly decisions: readonly RemovedDay[];
}

const NOTHING: RemovedDays = { lines: [], decisions: [] };

/** Removes what is older than the rule says, day after day, the oldest first; one gateway of a database at a time. */
export async function removeOldDays(
  { database, onProblem }: RetentionOptions,
  now: number,
  signal?: AbortSignal,
): Promise<RemovedDays> {
  const rule = await database.everywhere(keepRule);
  if (rule.lines === null && rule.decisions === null) return NOTHING;
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken !== true) return NOTHING;
    const each = { database, onProblem, signal };
    const earlier = Math.min(now, await database.everywhere(databaseNow));
    const decisions = await eachDay(each, 'decision', lastDay(earlier, rule.decisions), ([day = '']) =>
      removeDecisions(database, day),
    );
    const lines = await eachDay(each, 'chunk', lastDay(earlier, rule.lines), async (days) => {
      const removed = await removeLines(database, days);
      if (removed !== null) await removeObjects(database.objects, days);
      return removed;
    });
    // Also those of a round that ended before it came so far.
    await removeLeft(database);
    for (const { day, findings } of lines)
      if (findings > 0) onProblem(`lines of ${day} were removed that were not whole: ${findings} findings`);
    return { decisions, lines };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** Removes objects of removed days that could not be removed with them, or came into the store at that moment. */
async function removeLeft({ objects, everywhere }: Database): Promise<void> {
  if (objects === null) return;
  const found = await everywhere((query) =>
    query<{ day: string; now: string }>(
      `select distinct day::text, now()::text as now from removal where what = 'lines'
        and at > coalesce((select value::timestamptz from setting where name = 'objects-removed'), '-infinity') - interval '3 days'`,
    ),
  );
  if (found[0] === undefined) return;
  await removeObjects(
    objects,
    found.map(({ day }) => day),
  );
  await everywhere((query) =>
    query(
      `insert into setting (name, value) values ('objects-removed', $1) on conflict (name) do update set value = excluded.value`,
      [found[0]?.now],
    ),
  );
}

/** PostgreSQL's clock says on which day lines have arrived: a gateway whose clock is ahead must not remove what is younger. */
async function databaseNow(query: Query): Promise<number> {
  const [row] = await query<{ now: number }>('select extract(epoch from now())::float8 * 1000 as now');
  return row?.now ?? 0;
}

const DAY_MS = 86_400_000;

/** The newest day that goes; null: none does. */
const lastDay = (now: number, days: number | null): string | null =>
  days === null ? null : new Date(now - (days + 1) * DAY_MS).toISOString().slice(0, 10);

interface EachDay extends RetentionOptions {
  readonly signal: AbortSignal | undefined;
}

async function eachDay(
  { database, onProblem, signal }: EachDay,
  table: 'chunk' | 'decision',
  upTo: string | null,
  remove: (days: readonly string[]) => Promise<RemovedDay | null>,
): Promise<readonly RemovedDay[]> {
  const removed: RemovedDay[] = [];
  if (upTo === null) return removed;
  let days: readonly string[] = [];
  for (const day of await database.everywhere((query) => daysOf(query, table, upTo))) {
    if (signal?.aborted === true) break;
    days = [...days, day];
    const together = days;
    const found = await tried(() => remove(together));
    if (found === null) continue; // it goes with the next one
    removed.push(found);
    days = [];
  }
  if (days.length > 0)
    onProblem(
      `lines of ${days.join(', ')} stay for now: PostgreSQL's clock went back, and later ones stand before them`,
    );
  return removed;
}

/** Days up to one that have a partition or rows in the default one. */
async function daysOf(query: Query, table: 'chunk' | 'decision', upTo: string): Promise<readonly string[]> {
  const rows = await query<{ day: string }>(
    `select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname ~ ('^' || $2 || '_[0-9]{8}$')
     union select day::text from ${table}_other where day <= $3`,
    [table, table, upTo],
  );
  return rows
    .map(({ day }) => day)
    .filter((day) => day <= upTo)
    .toSorted();
}

const TRIES = 5;

/** Somebody may read a table for a moment, and then it cannot be dropped. */
async function tried<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1)
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || n === TRIES) throw error;
      await sleep(500 * n);
    }
}

/** Rows are made from lines, which are not touched: only how many there were is noted. */
const removeDecisions = (database: Database, day: string): Promise<RemovedDay> =>
  database.everywhere(async (query) => {
    const counts = await query<{ org: number; count: string }>(
      'select org, count(*) as count from decision where day = $1 group by org order by org',
      [day],
    );
    await dropDay(query, ['decision', 'run'], day);
    for (const { org, count } of counts)
      await noteRemoval(query, {
        org,
        what: 'decisions',
        day,
        count: Number(count),
        findings: 0,
        digest: null,
        jws: null,
      });
    return { day, count: counts.reduce((sum, { count }) => sum + Number(count), 0), findings: 0 };
  });
