import { errorText } from '@hookline/core/internal';
import { checkpointDigest, type DailyCheckpoint } from '@hookline/fleet';
import { type Database, isLost, type Query } from '../database/database.ts';
import { dailyRows, endsUnder, newestNumber, treeOver } from './daily-rows.ts';
import { proofKey, signedBy } from './sign.ts';

/** Signs a checkpoint each day as long as a gateway runs. */
export interface DailyCheckpoints {
  readonly close: () => Promise<void>;
}

interface DailyOptions {
  readonly database: Database;
  readonly onProblem: (text: string) => void;
}

const EVERY_MS = 3_600_000;

/** Who reads under this lock shared does not miss a checkpoint that is being made. */
export const DAILY_LOCK = 4_723_005;

/** The first look is over when this returns: what a gateway answers from then on is not older than a day. */
export async function startDailyCheckpoints(options: DailyOptions, everyMs = EVERY_MS): Promise<DailyCheckpoints> {
  let last = Promise.resolve();
  const begin = (): void => {
    last = last.then(() => round(options));
  };
  const timer = setInterval(begin, everyMs).unref();
  begin();
  await last;
  return {
    close: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

async function round({ database, onProblem }: DailyOptions): Promise<void> {
  try {
    await makeDailyCheckpoints(database);
  } catch (error) {
    if (!isLost(error)) onProblem(`the daily checkpoint could not be signed: ${errorText(error)}`);
  }
}

/** Signs what is missing of today (or of a day that is so many days ahead), for each organisation that has machines. */
export async function makeDailyCheckpoints(database: Database, daysAhead = 0): Promise<void> {
  const orgs = await database.everywhere((query) =>
    query<{ id: number; name: string }>(
      `select o.id, o.name from org o where exists (select from machine m where m.org = o.id)
          and not exists (select from daily_checkpoint d where d.org = o.id and d.day = ${TODAY} + $1::int) order by o.id`,
      [daysAhead],
    ),
  );
  const key = orgs.length === 0 ? {} : await database.everywhere(proofKey);
  for (const { id, name } of orgs)
    await database.inOrg(id, (query) =>
      makeToday(query, { org: id, name, daysAhead, sign: (said) => signedBy(key, said) }),
    );
}

const TODAY = `(now() at time zone 'utc')::date`;

interface TodayOf {
  readonly org: number;
  readonly name: string;
  readonly daysAhead: number;
  readonly sign: (said: DailyCheckpoint) => string;
}

async function makeToday(query: Query, { org, name, daysAhead, sign }: TodayOf): Promise<void> {
  await query('select pg_advisory_xact_lock($1, $2)', [DAILY_LOCK, org]);
  const [clock] = await query<{ day: string; at: number; made: boolean }>(
    `select (${TODAY} + $2::int)::text as day, round(extract(epoch from now() + make_interval(days => $2)) * 1000)::float8 as at,
            exists (select from daily_checkpoint where org = $1 and day = ${TODAY} + $2::int) as made`,
    [org, daysAhead],
  );
  if (clock === undefined || clock.made) return;
  const { day, at } = clock;
  const newest = await newestNumber(query, org);
  const number = (newest ?? 0) + 1;
  const previous = newest === null ? [] : await dailyRows(query, org, newest - 1, 1);
  await noteEnds(query, org, number);
  const tree = treeOver(await endsUnder(query, org, number));
  const jws = sign({
    v: 1,
    kind: 'daily checkpoint',
    org: name,
    number,
    day,
    at,
    streams: tree.count,
    root: tree.root,
    audit: await auditHead(query, org),
    previous: previous[0] === undefined ? null : checkpointDigest(previous[0].jws),
  });
  await query('insert into daily_checkpoint (org, number, day, streams, jws) values ($1, $2, $3, $4, $5)', [
    org,
    number,
    day,
    tree.count,
    jws,
  ]);
}

/** Streams that have got lines since they were under one; the row of one whose lines were removed up to here is there already. */
const noteEnds = (query: Query, org: number, number: number): Promise<unknown> =>
  query(
    `insert into checkpoint as c (org, stream, seq, lines, head, number)
     select s.org, s.id, s.seq, s.lines, s.head, $2 from stream s
      where s.org = $1 and s.seq > 0 and not exists (select from checkpoint k where k.stream = s.id and k.seq = s.seq and k.number is not null)
     on conflict (stream, seq) do update set number = excluded.number`,
    [org, number],
  );

async function auditHead(query: Query, org: number): Promise<string | null> {
  const [row] = await query<{ digest: string }>(
    `select encode(digest, 'hex') as digest from audit where org = $1 order by id desc limit 1`,
    [org],
  );
  return row?.digest ?? null;
}
