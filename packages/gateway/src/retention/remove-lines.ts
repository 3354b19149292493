import { markOf } from '@hookline/core/internal';
import { gzipSync } from 'node:zlib';
import type { Database, Query } from '../database/database.ts';
import { readable } from '../ingest/read-chunk.ts';
import { keptFrom } from '../verify/beginnings.ts';
import { checkStream } from '../verify/check-stream.ts';
import { proofKey, signedBy } from '../checkpoints/sign.ts';
import { signedEnds } from '../verify/end-check.ts';
import { storedChunks, type StoredStream } from '../verify/stored-lines.ts';
import { dropDay, noteRemoval } from './drop-day.ts';

/** What is known of the lines of a stream up to the end of a day, directly before they are removed. */
interface MadeCheckpoint {
  readonly org: number;
  readonly stream: string;
  readonly seq: number;
  readonly lines: number;
  readonly head: string;
  readonly findings: number;
  readonly tail: Buffer;
}

/** What became of a day: how much went, of how many organisations. */
export interface RemovedDay {
  readonly day: string;
  readonly count: number;
  readonly findings: number;
}

/**
 * Removes the lines that arrived on some days, the oldest first. Before that they are checked as `verify` does, and a signed
 * checkpoint says how many there were, how they ended and what was found; with it the lines that are kept can be checked from
 * then on. Checkpoints, notes and removal are one transaction: all of it is there, or none. Null: a stream has lines of these
 * days behind lines of a later one, because PostgreSQL's clock went back, so that they go with the later one.
 */
export async function removeLines(database: Database, days: readonly string[]): Promise<RemovedDay | null> {
  const ends = await database.everywhere((query) => endsOf(query, days));
  if (ends.some(({ is_prefix: isPrefix }) => !isPrefix)) return null;
  const made: MadeCheckpoint[] = [];
  for (const end of ends) made.push(await checkpointOf(database, end));
  return database.everywhere(async (query) => {
    if (namesOf(await endsOf(query, days)) !== namesOf(ends))
      throw new Error(`lines came into ${days.join(', ')} while these days were being removed`);
    return removeNow(query, days, made);
  });
}

const namesOf = (ends: readonly StreamEnd[]): string => ends.map(({ stream, seq }) => `${stream}:${seq}`).join(' ');

async function removeNow(query: Query, days: readonly string[], made: readonly MadeCheckpoint[]): Promise<RemovedDay> {
  const day = days.at(-1) ?? '';
  const counts = await query<{ org: number; count: string }>(
    'select org, sum(lines) as count from chunk where day = any($1::date[]) group by org order by org',
    [days],
  );
  await keep(query, day, made);
  await removeMisdated(query, day);
  // What was kept of altered lines as evidence goes with them; that they were altered stays.
  await query(
    `update finding f set line = null from checkpoint c where c.day = $1 and f.stream = c.stream and f.seq <= c.seq and f.line is not null`,
    [day],
  );
  const key = await proofKey(query);
  for (const { org, count } of counts) {
    const findings = sumOf(made.filter((each) => each.org === org).map((each) => each.findings));
    const what = { org, what: 'lines', day, count: Number(count), findings } as const;
    const digest = await digestOfCheckpoints(query, org, day);
    const jws = signedBy(key, { at: Date.now(), ...what, checkpoints: digest });
    await noteRemoval(query, { ...what, digest, jws });
  }
  // At the end: appends wait from here on until it is committed.
  for (const each of days) await dropDay(query, ['chunk'], each);
  const count = sumOf(counts.map((each) => Number(each.count)));
  return { day, count, findings: sumOf(made.map(({ findings }) => findings)) };
}

/** Rows of decisions whose machine had a clock far ahead do not stay until their day is over. */
async function removeMisdated(query: Query, day: string): Promise<void> {
  const gone = await query<{ org: number; day: string; count: string }>(
    `with gone as (delete from decision_other d using checkpoint c where c.day = $1 and d.stream = c.stream and d.last_chunk <= c.seq returning d.org, d.day)
     select org, day::text, count(*) as count from gone group by org, day order by org, day`,
    [day],
  );
  await query(
    `delete from run_other r using checkpoint c where c.day = $1 and r.stream = c.stream
        and not exists (select from decision_other d where d.id = r.decision and d.day = r.day and d.stream = r.stream)`,
    [day],
  );
  for (const { org, day: theirs, count } of gone) {
    const what = { org, what: 'decisions', day: theirs, count: Number(count) } as const;
    await noteRemoval(query, { ...what, findings: 0, digest: null, jws: null });
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

async function digestOfCheckpoints(query: Query, org: number, day: string): Promise<string> {
  const [row] = await query<{ digest: string }>(`select encode(checkpoint_digest($1, $2), 'hex') as digest`, [
    org,
    day,
  ]);
  return row?.digest ?? '';
}

interface StreamEnd {
  readonly org: number;
  readonly stream: string;
  readonly seq: string;
  readonly lines: string;
  readonly head: string;
  readonly is_prefix: boolean;
  readonly machine: string;
  readonly epoch: number;
}

/** The last chunk of each stream that has lines of these days; it must not stand behind one that is kept. */
const endsOf = (query: Query, days: readonly string[]): Promise<readonly StreamEnd[]> =>
  query<StreamEnd>(
    `select c.org, c.stream, c.seq, c.at + c.lines as lines, encode(c.head, 'hex') as head, s.machine, s.epoch,
            not exists (select from chunk k where k.stream = c.stream and k.seq < c.seq and k.day <> all ($1::date[])) as is_prefix
       from (select distinct on (stream) org, stream, seq, at, lines, head from chunk where day = any($1::date[]) order by stream, seq desc) c
       join stream s on s.id = c.stream order by c.stream`,
    [days],
  );

async function checkpointOf({ everywhere }: Database, end: StreamEnd): Promise<MadeCheckpoint> {
  const { org, stream, head } = end;
  const older = await everywhere((query) =>
    query<{ id: string; seq: string }>('select id, seq from stream where machine = $1 and epoch < $2 order by epoch', [
      end.machine,
      end.epoch,
    ]),
  );
  const begins = await keptFrom(everywhere, [stream, ...older.map(({ id }) => id)], () => true);
  const storedOf = (id: string, seq: string): StoredStream => ({
    stream: id,
    seq: Number(seq),
    begin: begins.get(id)?.begin ?? null,
  });
  const lines = Number(end.lines);
  const ends = (await signedEnds(everywhere, stream, LATEST)).filter((each) => each.lines <= lines);
  const stored = storedOf(stream, end.seq);
  const checked = { ...stored, lines, head, older: older.map(({ id, seq }) => storedOf(id, seq)), ends };
  const { findings } = await checkStream(everywhere, checked);
  const tail = await tailOf(everywhere, stored);
  return { org, stream, seq: stored.seq, lines, head, findings: findings.length, tail };
}

const LATEST = 2_147_483_647;

/** Links go back a few hundred lines where many processes write at once. */
const TAIL_LINES = 1_024;
const MARK = ',"chain":{"seen":';

/** The chain marks of the last lines that go, without anything else of them. */
async function tailOf(ask: Database['everywhere'], stored: StoredStream): Promise<Buffer> {
  let tail: string[] = [];
  for await (const { lines } of storedChunks(ask, stored)) {
    const marks = lines.flatMap((line) =>
      markOf(line) === null ? [] : [`{"removed":true${line.toString('latin1', line.lastIndexOf(MARK))}\n`],
    );
    tail = [...tail, ...marks].slice(-TAIL_LINES);
  }
  if (tail.length >= TAIL_LINES || stored.begin === null) return gzipSync(tail.join(''));
  const before = await ask((query) =>
    query<{ tail: Buffer | null }>('select tail from checkpoint where stream = $1 and seq = $2', [
      stored.stream,
      stored.begin?.seq,
    ]),
  );
  const older = readable(before[0]?.tail ?? null).map((line) => `${line.toString('latin1')}\n`);
  return gzipSync([...older, ...tail].slice(-TAIL_LINES).join(''));
}

async function keep(query: Query, day: string, made: readonly MadeCheckpoint[]): Promise<void> {
  for (const { org, stream, seq, lines, head, findings, tail } of made) {
    await query('update checkpoint set tail = null where stream = $1', [stream]);
    await query(
      `insert into checkpoint (org, stream, day, seq, lines, head, findings, tail, tail_digest) values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, sha256($8))
       on conflict (stream, seq) do update set day = excluded.day, findings = excluded.findings, tail = excluded.tail, tail_digest = excluded.tail_digest`,
      [org, stream, day, seq, lines, head, findings, tail],
    );
  }
}
