import type { RolloutStage } from '@hookline/core/internal';
import type { Query } from '../database/database.ts';

/** `GET /v1/rollouts`: what is stored about each version of a policy, the newest first. */
export interface Rollouts {
  readonly rollouts: readonly {
    readonly policy: string;
    readonly version: number;
    readonly id: string | null;
    /** The stages that were signed; null: all hooks decide at once. */
    readonly stages: readonly RolloutStage[] | null;
    readonly stage: number;
    readonly since: number;
    readonly state: 'running' | 'halted' | 'done';
    readonly why: string | null;
    /** Hooks that were revoked. */
    readonly shadow: readonly string[];
  }[];
  /** What machines have reported; `opened` are faults after which the action went on. */
  readonly figures: readonly {
    readonly policy: string;
    readonly version: number;
    readonly hook: string;
    readonly ring: 'shadow' | 'enforced';
    readonly runs: number;
    readonly blocks: number;
    readonly faults: number;
    readonly opened: number;
  }[];
  readonly events: readonly {
    readonly at: number;
    readonly who: string;
    readonly what: string;
    readonly detail: object;
  }[];
}

type RolloutOf = Rollouts['rollouts'][number];
type FigureOf = Rollouts['figures'][number];
type EventOf = Rollouts['events'][number];

export async function rolloutRows(query: Query, limit: number): Promise<Rollouts> {
  return {
    rollouts: await query<RolloutOf>(
      `select policy, version::float8 as version, id, stages, stage, extract(epoch from since)::float8 * 1000 as since, state, why, shadow
         from rollout order by version desc limit $1`,
      [limit],
    ),
    figures: await query<FigureOf>(
      `select policy, version::float8 as version, hook, ring, sum(runs)::float8 as runs, sum(blocks)::float8 as blocks,
              sum(faults)::float8 as faults, sum(opened)::float8 as opened
         from (select policy, version, hook, ring, runs, blocks, faults, opened from rollup
               union all select policy, version, hook, ring, runs, blocks, faults, opened from policy_report) as reported
        group by policy, version, hook, ring order by policy, version desc, hook, ring limit $1`,
      [limit],
    ),
    events: await query<EventOf>(
      `select extract(epoch from at)::float8 * 1000 as at, who, what, detail from policy_event order by id desc limit $1`,
      [limit],
    ),
  };
}
