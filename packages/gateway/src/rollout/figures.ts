import type { PolicyRollout } from '@hookline/core/internal';
import { ringOf } from '@hookline/fleet';
import type { Query } from '../database/database.ts';
import { percentileOf } from '../ingest/durations.ts';
import type { Ring } from '../ingest/policy-news.ts';
import type { HookFigures, StageCounts, StageFigures } from './rollout.ts';

/** Which reports are meant: those of one version of a policy, after a time. */
export interface FiguresOf {
  readonly org: number;
  readonly policy: string;
  readonly version: number;
  readonly rollout: PolicyRollout;
  readonly stage: number;
  readonly sinceMs: number;
}

const KEPT_DAYS = 90;

/** Adds up what machines have reported since the last time. */
export async function foldReports(query: Query, org: number): Promise<void> {
  await query(
    `with gone as (delete from policy_report where org = $1 returning *),
          counted as (select policy, version, hook, ring, b.n, sum(b.count)::int as count
                        from gone, unnest(ms) with ordinality as b(count, n) group by 1, 2, 3, 4, 5),
          listed as (select policy, version, hook, ring, array_agg(count order by n) as ms from counted group by 1, 2, 3, 4)
     insert into rollup (org, at, policy, version, hook, ring, runs, blocks, faults, opened, ms)
     select $1, now(), policy, version, hook, ring, sum(runs), sum(blocks), sum(faults), sum(opened), l.ms
       from gone join listed l using (policy, version, hook, ring) group by policy, version, hook, ring, l.ms`,
    [org],
  );
  await query(`delete from rollup where org = $1 and at < now() - make_interval(days => $2)`, [org, KEPT_DAYS]);
}

/** What was added up for the hooks of a roll-out. */
export async function figuresOf(query: Query, about: FiguresOf): Promise<StageFigures> {
  const { org, policy, version, rollout, sinceMs } = about;
  const { hooks } = rollout;
  const counts = await query<CountRow>(
    `select hook, ring, sum(runs) as runs, sum(blocks) as blocks, sum(faults) as faults,
            (select array_agg(s order by n) from (select b.n, sum(b.count)::int as s from rollup i, unnest(i.ms) with ordinality as b(count, n)
               where i.org = $1 and i.policy = $2 and i.version = $3 and i.at > $4 and i.hook = r.hook and i.ring = r.ring group by b.n) as t) as ms
       from rollup r where org = $1 and policy = $2 and version = $3 and at > $4 group by hook, ring`,
    [org, policy, version, new Date(sinceMs)],
  );
  const [taken] = await query<{ n: string }>(
    `select count(*) as n from exception where org = $1 and at > $2 and hooks && $3::text[] and state <> 'refused'`,
    [org, new Date(sinceMs), hooks],
  );
  return {
    hooks: hooks.map((hook) => figuresOfHook(hook, counts)),
    exceptions: Number(taken?.n ?? 0),
    machines: await machinesIn(query, about),
  };
}

/** Machines that were seen within a day and are in the share of the stage, as each of them computes it itself. */
async function machinesIn(query: Query, { org, rollout, stage }: FiguresOf): Promise<number> {
  const { shadow, enforce } = (rollout.stages[stage] ?? {}) as { readonly shadow?: number; readonly enforce?: number };
  const rows = await query<{ id: string }>(
    `select id::text from machine where org = $1 and revoked_at is null and seen_at > now() - interval '1 day'`,
    [org],
  );
  return rows.filter(({ id }) => ringOf(id, rollout.id) < (shadow ?? enforce ?? 0)).length;
}

interface CountRow {
  readonly hook: string;
  readonly ring: Ring;
  readonly runs: string;
  readonly blocks: string;
  readonly faults: string;
  readonly ms: readonly number[] | null;
}

const NONE: StageCounts = { decisions: 0, blocks: 0, faults: 0, p95Ms: 0 };

function figuresOfHook(hook: string, rows: readonly CountRow[]): HookFigures {
  const of = (ring: Ring): StageCounts => {
    const row = rows.find((each) => each.hook === hook && each.ring === ring);
    if (row === undefined) return NONE;
    const { runs, blocks, faults, ms } = row;
    return {
      decisions: Number(runs),
      blocks: Number(blocks),
      faults: Number(faults),
      p95Ms: percentileOf(ms ?? [], 0.95),
    };
  };
  return { hook, enforced: of('enforced'), shadow: of('shadow') };
}
