import type { Query } from '../database/database.ts';

/** How often a hook of a policy gave no answer and the action went on. */
export interface FailOpen {
  readonly policy: string;
  readonly hook: string;
  readonly runs: number;
  /** Milliseconds since 1970. */
  readonly last: number;
  /** On which machines, those with the most first. */
  readonly machines: readonly { readonly machine: string; readonly name: string; readonly runs: number }[];
}

const MOST_MACHINES = 100;

/** Hooks with the most first. */
export async function failOpens(query: Query, limit: number): Promise<readonly FailOpen[]> {
  const rows = await query<{ policy: string; hook: string; runs: string; last: Date; machines: FailOpen['machines'] }>(
    `select f.policy, f.hook, sum(f.runs) as runs, max(f.last_at) as last,
            (array_agg(jsonb_build_object('machine', m.id, 'name', m.name, 'runs', f.runs) order by f.runs desc))[1:${MOST_MACHINES}] as machines
       from fail_open f join machine m on m.id = f.machine group by f.policy, f.hook order by 3 desc limit $1`,
    [limit],
  );
  return rows.map(({ policy, hook, runs, last, machines }) => ({
    policy,
    hook,
    runs: Number(runs),
    last: last.getTime(),
    machines,
  }));
}
