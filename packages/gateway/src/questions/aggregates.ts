import type { AnswerTo, Histogram, HistogramAsked, Latency, LookedAt } from '@hookline/studio';
import type { Query } from '../database/database.ts';
import { sqlFilter } from './filter.ts';

/** Aggregates look at the newest decisions that fit, up to this many. */
const MOST_LOOKED = 200_000;

/** `GET /v1/histogram?q=&from=&to=&buckets=`; a range that is not given is that of what fits. */
export async function histogramOf(query: Query, asked: HistogramAsked): Promise<Histogram> {
  const { q, buckets } = asked;
  const range = asked.from === null || asked.to === null ? await rangeOf(query, q) : { from: 0, to: 0 };
  const from = asked.from ?? range.from;
  const to = asked.to ?? range.to;
  const { where, values } = await sqlFilter(query, `${q} since:${timeWord(from)} until:${timeWord(to)}`);
  const n = values.length;
  const rows = await query<{ bucket: number; total: string; block: string; ask: string; fault: string }>(
    `select least(width_bucket(extract(epoch from d.at) * 1000, $${n + 1}, $${n + 2}, $${n + 3}), $${n + 3}) as bucket, count(*) as total,
            count(*) filter (where d.verdict = 3) as block, count(*) filter (where d.verdict = 2) as ask,
            count(*) filter (where d.verdict < 2 and d.faults > 0) as fault
       from decision d where ${where} group by 1`,
    [...values, from, to, buckets],
  );
  const by = new Map(rows.map((row) => [row.bucket, row]));
  const count = (bucket: number, name: 'total' | 'block' | 'ask' | 'fault'): number =>
    Number(by.get(bucket + 1)?.[name] ?? 0);
  return {
    from,
    to,
    buckets: Array.from({ length: buckets }, (_, at) => ({
      total: count(at, 'total'),
      block: count(at, 'block'),
      ask: count(at, 'ask'),
      fault: count(at, 'fault'),
    })),
  };
}

const LATEST = Date.parse('9998-12-31');
const timeWord = (time: number): string => new Date(Math.min(time, LATEST)).toISOString();

/** When the first and the last of the decisions that fit were made. */
async function rangeOf(query: Query, q: string): Promise<{ readonly from: number; readonly to: number }> {
  const { sql, values } = await newest(query, q);
  const [row] = await query<{ from: Date | null; to: Date | null }>(
    `select min(d.at) as from, max(d.at) as to from (${sql}) d`,
    values,
  );
  const to = row?.to?.getTime() ?? Date.now();
  return { from: row?.from?.getTime() ?? to - 1, to: to + 1 };
}

/** The newest decisions that fit, as a query, and how many were looked at. */
export async function newest(
  query: Query,
  q: string,
): Promise<{ readonly sql: string; readonly values: readonly unknown[]; readonly looked: LookedAt }> {
  const { where, values } = await sqlFilter(query, q);
  const sql = `select * from decision d where ${where} order by d.at desc limit ${MOST_LOOKED}`;
  const [row] = await query<{ n: string }>(
    `select count(*) as n from (select from decision d where ${where} limit ${MOST_LOOKED + 1}) x`,
    values,
  );
  const n = Number(row?.n ?? 0);
  return { sql, values, looked: { decisions: Math.min(n, MOST_LOOKED), more: n > MOST_LOOKED } };
}

const POINTS = 60;

/** `GET /v1/latency?q=` */
export async function latencyOf(query: Query, q: string): Promise<Latency> {
  const { sql, values, looked } = await newest(query, q);
  const [all] = await query<{ n: string; p: readonly number[] | null }>(
    `select count(d.ms) as n, percentile_cont(array[0.5, 0.95, 0.99]) within group (order by d.ms) as p from (${sql}) d`,
    values,
  );
  const hooks = await query<{ hook: string; runs: string; sum: number; p: readonly number[] }>(
    `select w.text as hook, count(*) as runs, sum(r.ms) as sum, percentile_cont(array[0.5, 0.95, 0.99]) within group (order by r.ms) as p
       from (select d.runs[i] as hook, d.runs[i + 1] as ms from (${sql}) d, generate_series(1, coalesce(array_length(d.runs, 1), 0), 2) i) r
       join word w on w.id = r.hook::int group by 1 order by 3 desc`,
    values,
  );
  const series = await query<{ at: Date; p: readonly number[] | null }>(
    `select min(d.at) as at, percentile_cont(array[0.5, 0.95]) within group (order by d.ms) as p
       from (select d.at, d.ms, ntile(${POINTS}) over (order by d.at) as part from (${sql}) d) d group by part order by 1`,
    values,
  );
  const waited = hooks.reduce((sum, each) => sum + each.sum, 0);
  return {
    looked,
    decisions: Number(all?.n ?? 0),
    ...percentiles(all?.p ?? null),
    hooks: hooks.map(({ hook, runs, sum, p }) => ({
      ...named(hook),
      handler: '',
      runs: Number(runs),
      share: waited === 0 ? 0 : sum / waited,
      ...percentiles(p),
      estimate: null,
    })),
    series: {
      at: series.map(({ at }) => at.getTime()),
      p50: series.map(({ p }) => p?.[0] ?? null),
      p95: series.map(({ p }) => p?.[1] ?? null),
    },
  };
}

const percentiles = (p: readonly number[] | null): { p50: number; p95: number; p99: number } => ({
  p50: p?.[0] ?? 0,
  p95: p?.[1] ?? 0,
  p99: p?.[2] ?? 0,
});

/** Where only the id of a hook is known, it is its name too. */
export const named = (hook: string): { hook: string; name: string; dialect: string } => ({
  hook,
  name: hook,
  dialect: hook.split(':', 1)[0] ?? '',
});

/** `GET /v1/faults?q=` */
export async function faultsOf(query: Query, q: string): Promise<AnswerTo<'faults'>> {
  const { sql, values, looked } = await newest(query, q);
  const groups = await query<{
    hook: string;
    code: string;
    count: string;
    first: Date;
    last: Date;
    refused: string;
    message: string;
    stderr: string | null;
    decision: string;
  }>(
    `select w.text as hook, r.fault as code, count(*) as count, min(r.at) as first, max(r.at) as last, count(*) filter (where d.verdict = 3 and d.hook = r.hook) as refused,
            (array_agg(r.message order by r.at desc))[1] as message, (array_agg(r.stderr order by r.at desc))[1] as stderr, (array_agg(d.id order by r.at desc))[1] as decision
       from (${sql}) d join run r on r.day = d.day and r.stream = d.stream and r.decision = d.id and r.fault is not null
       join word w on w.id = r.hook where d.faults > 0 group by 1, 2 order by 5 desc limit 1000`,
    values,
  );
  return {
    looked,
    groups: groups.map(({ hook, code, count, first, last, refused, message, stderr, decision }) => ({
      ...named(hook),
      code,
      count: Number(count),
      first: first.getTime(),
      last: last.getTime(),
      proceeded: Number(count) - Number(refused),
      refused: Number(refused),
      message,
      stderr: stderr ?? '',
      decision,
    })),
  };
}
