import type { RolloutEvent, RolloutFigure, RolloutOfVersion, Rollouts } from '@hookline/studio';
import type { Query } from '../database/database.ts';

export type { Rollouts };

export async function rolloutRows(query: Query, limit: number): Promise<Rollouts> {
  return {
    rollouts: await query<RolloutOfVersion>(
      `select policy, version::float8 as version, id, stages, stage, extract(epoch from since)::float8 * 1000 as since, state, why, shadow
         from rollout order by version desc limit $1`,
      [limit],
    ),
    figures: await query<RolloutFigure>(
      `select policy, version::float8 as version, hook, ring, sum(runs)::float8 as runs, sum(blocks)::float8 as blocks,
              sum(faults)::float8 as faults, sum(opened)::float8 as opened
         from (select policy, version, hook, ring, runs, blocks, faults, opened from rollup
               union all select policy, version, hook, ring, runs, blocks, faults, opened from policy_report) as reported
        group by policy, version, hook, ring order by policy, version desc, hook, ring limit $1`,
      [limit],
    ),
    events: await query<RolloutEvent>(
      `select extract(epoch from at)::float8 * 1000 as at, who, what, detail from policy_event order by id desc limit $1`,
      [limit],
    ),
  };
}
