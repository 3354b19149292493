import type { Adoption } from '@hookline/studio';
import type { Query } from '../database/database.ts';

export type { Adoption };

/** What is published. */
export interface Published {
  readonly version: number;
  readonly stamp: number;
}

const SEEN = `revoked_at is null and seen_at > now() - interval '1 day'`;

export async function adoptionOf(query: Query, published: Published | null, limit: number): Promise<Adoption> {
  const versions = await query<{ version: string | null; machines: string; stamped: string }>(
    `select nullif(policy_version, 0) as version, count(*) as machines, count(*) filter (where policy_stamp >= $1) as stamped
       from machine where ${SEEN} group by 1 order by 1 desc nulls last`,
    [published?.stamp ?? null],
  );
  const behind = await query<{ id: string; name: string; version: string | null; seen_at: Date }>(
    `select id, name, nullif(policy_version, 0) as version, seen_at from machine
      where ${SEEN} and policy_version is distinct from $1 order by policy_gone_at is null, seen_at limit $2`,
    [published?.version ?? null, limit],
  );
  const newest = versions.find(({ version }) => version !== null && Number(version) === published?.version);
  return {
    published: published?.version ?? null,
    stamp: published?.stamp ?? null,
    seen: versions.reduce((sum, { machines }) => sum + Number(machines), 0),
    current: Number(newest?.machines ?? 0),
    stamped: Number(newest?.stamped ?? 0),
    versions: versions.map(({ version, machines }) => ({ version: numberOf(version), machines: Number(machines) })),
    behind: behind.map(({ id, name, version, seen_at: seen }) => ({
      machine: id,
      name,
      version: numberOf(version),
      seen: seen.getTime(),
    })),
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
