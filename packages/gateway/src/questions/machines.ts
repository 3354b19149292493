import type { MachineRow } from '@hookline/studio';
import type { Query } from '../database/database.ts';

/** Every machine with what is waiting there: those that lost their policy first, then those with the most. */
export async function machineRows(query: Query, limit: number): Promise<readonly MachineRow[]> {
  const rows = await query<{
    id: string;
    name: string;
    kind: string;
    version: string | null;
    policy_version: string | null;
    policy_gone_at: Date | null;
    seen_at: Date | null;
    revoked_at: Date | null;
    clock_ahead: number | null;
    epochs: string;
    lines: string;
    waiting: string;
    findings: string;
    fail_open: string;
  }>(
    `select m.id, m.name, m.kind, m.version, nullif(m.policy_version, 0) as policy_version, m.policy_gone_at, m.seen_at, m.revoked_at, m.clock_ahead, count(s.id) as epochs, coalesce(sum(s.lines), 0) as lines,
            coalesce(max(greatest(0, s.claimed - s.lines)), 0) as waiting, coalesce(sum(s.findings), 0) as findings,
            coalesce((select sum(f.runs) from fail_open f where f.org = m.org and f.machine = m.id), 0) as fail_open
       from machine m left join stream s on s.machine = m.id group by m.id order by m.policy_gone_at is null, waiting desc, m.seen_at desc nulls last limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    machine: row.id,
    name: row.name,
    kind: row.kind,
    version: row.version,
    policyVersion: row.policy_version === null ? null : Number(row.policy_version),
    policyGone: row.policy_gone_at?.getTime() ?? null,
    seen: row.seen_at?.getTime() ?? null,
    revoked: row.revoked_at !== null,
    clockAhead: row.clock_ahead,
    epochs: Number(row.epochs),
    lines: Number(row.lines),
    waiting: Number(row.waiting),
    findings: Number(row.findings),
    failOpen: Number(row.fail_open),
  }));
}
