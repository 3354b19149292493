// The newest blocks of a project, and the newest of all, among very many decisions, asked over HTTP. The rows are made in SQL, day by day, in
// tables that become the partitions of the gateway's own table, with its indexes.
import { percentile } from '../statistics.mjs';

const [DAYS, PROJECTS, ASKED, DAY_MS] = [35, 20, 200, 86_400_000];
const nameOf = (n) => `large-${String(n).padStart(2, '0')}`;

export async function newestBlocks(rig, streams, decisions, say) {
  const started = performance.now();
  await fill(rig, streams, decisions);
  const seconds = Math.round((performance.now() - started) / 1000);
  const blocks = await timesOf(rig, (n) => `q=is:block+project:${nameOf(n % PROJECTS)}&`);
  const all = await timesOf(rig, () => '');
  const size = await one(
    rig.pool,
    `select sum(pg_total_relation_size(inhrelid)) / 1e9 as gb from pg_inherits where inhparent = 'decision'::regclass`,
  );
  say(
    `newest 100 blocks of a project at ${(decisions / 1e6).toFixed(1)} million decisions, ${ASKED}`,
    `${spread(blocks)} (${Number(size.gb).toFixed(1)} GB, made in ${seconds} s)`,
  );
  say(`newest 100 of all decisions, ${ASKED}`, spread(all));
}

const spread = (times) => `p50 ${percentile(times, 50).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`;

async function timesOf(rig, query) {
  const times = [];
  for (let n = 0; n < ASKED; n += 1) {
    const begun = performance.now();
    const { rows } = await rig.ask(`/v1/decisions?${query(n)}limit=100`);
    times.push(performance.now() - begun);
    if (rows.length !== 100) throw new Error(`expected 100 rows, found ${rows.length}`);
  }
  return times;
}

const one = async (pool, sql, values) => (await pool.query(sql, values)).rows[0];

async function fill({ pool, org }, streams, decisions) {
  const client = await pool.connect();
  try {
    await client.query(`set hookline.org = '0'; set maintenance_work_mem = '512MB'; set statement_timeout = 0`);
    const word = async (kind, text) => {
      await client.query('insert into word (org, kind, text) values ($1, $2, $3) on conflict do nothing', [
        org,
        kind,
        text,
      ]);
      return (await one(client, 'select id from word where org = $1 and kind = $2 and text = $3', [org, kind, text]))
        .id;
    };
    const projects = [];
    for (let n = 0; n < PROJECTS; n += 1) projects.push(await word(0, `/projects/${nameOf(n)}`));
    const [hook, tool, event] = [
      await word(1, 'qoder:project:PreToolUse[0].hooks[0]'),
      await word(3, 'Bash'),
      await word(4, 'PreToolUse'),
    ];
    for (let back = DAYS; back >= 1; back -= 1) {
      const day = new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
      const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
      const table = `decision_${day.replaceAll('-', '')}`;
      await client.query(`create table ${table} (like decision including defaults)`);
      await client.query(INTO(table), [day, org, streams, projects, hook, tool, event, Math.round(decisions / DAYS)]);
      await client.query(`alter table decision attach partition ${table} for values from ('${day}') to ('${next}')`);
    }
    await client.query('analyze decision');
  } finally {
    await client.query('reset all');
    client.release();
  }
}

/** 3 of 100 are blocks, spread over all projects and machines. */
const INTO = (table) => `
insert into ${table} (at, stream, chunk, last_chunk, day, org, project, hook, tool, ms, event, verdict, hooks, faults, id, session, about, reason, runs)
select $1::date + n * (interval '1 day' / $8::int), ($3::bigint[])[1 + n % cardinality($3::bigint[])], n / 33, n / 33, $1::date, $2::int,
       ($4::int[])[1 + (n / 100 + n) % cardinality($4::int[])], case when n % 100 < 3 then $5::int end, $6::int, 5 + n % 400, $7::int,
       case when n % 100 < 3 then 3 else 0 end, 1, case when n % 50 = 7 then 1 else 0 end,
       to_char($1::date, 'YYYYMMDD') || lpad(to_hex(n), 18, '0'), 'session-' || n / 200, 'npm test -- --run ' || n % 977,
       case when n % 100 < 3 then 'rm -rf is not allowed here' end, array[$5::int, 12.5]::real[]
  from generate_series(0, $8::int - 1) as n`;
