import type { ManagedPolicy, PolicyStatement } from '@hookline/core/internal';
import type { Query } from '../database/database.ts';
import type { RolloutRow } from './rollout.ts';

/** What is stored about one version of a policy: how far its roll-out is, and what people have put in shadow. */
export interface PolicyRow extends RolloutRow {
  readonly version: number;
  /** Hooks that people have revoked. */
  readonly shadow: readonly string[];
  /** What the gateway has signed last; null: nothing. */
  readonly said: PolicyStatement | null;
}

interface StoredRow {
  readonly version: string;
  readonly stage: number;
  readonly since: Date;
  readonly state: RolloutRow['state'];
  readonly why: string | null;
  readonly shadow: readonly string[];
  readonly said: PolicyStatement | null;
}

/** The row of a version, locked until the end of the transaction; it is made when the version is new. */
export async function rowOf(
  query: Query,
  org: number,
  { org: policy, version, rollout }: ManagedPolicy,
): Promise<PolicyRow> {
  await query(
    `insert into rollout (org, policy, version, id, state, stages) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [
      org,
      policy,
      version,
      rollout?.id ?? null,
      rollout === null ? 'done' : 'running',
      rollout === null ? null : JSON.stringify(rollout.stages),
    ],
  );
  const [row] = await query<StoredRow>(
    `select version, stage, since, state, why, shadow, said from rollout where org = $1 and policy = $2 and version = $3 for update`,
    [org, policy, version],
  );
  if (row === undefined) throw new Error(`the row of ${policy} v${version} is gone`);
  return { ...row, version: Number(row.version), sinceMs: row.since.getTime() };
}

export async function writeRow(query: Query, org: number, policy: string, row: PolicyRow): Promise<void> {
  await query(
    `update rollout set stage = $4, since = $5, state = $6, why = $7, shadow = $8, said = $9 where org = $1 and policy = $2 and version = $3`,
    [
      org,
      policy,
      row.version,
      row.stage,
      new Date(row.sinceMs),
      row.state,
      row.why,
      row.shadow,
      row.said === null ? null : JSON.stringify(row.said),
    ],
  );
}

/** Who did what: a person, a machine, or the gateway itself. */
export interface PolicyEvent {
  readonly who: string;
  readonly what: string;
  readonly detail: object;
}

/** The gateway's own name in events. */
export const GATEWAY = 'gateway';

export async function noteEvent(query: Query, org: number, { who, what, detail }: PolicyEvent): Promise<void> {
  await query('insert into policy_event (org, who, what, detail) values ($1, $2, $3, $4)', [
    org,
    who,
    what,
    JSON.stringify(detail),
  ]);
}
