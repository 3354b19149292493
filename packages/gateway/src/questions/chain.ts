import type { ChainState } from '@hookline/studio';
import type { Query } from '../database/database.ts';

const MOST_FINDINGS = 200;

/** What was found wrong with the lines of an organisation when they arrived; each line was checked then. */
export async function chainOf(query: Query): Promise<ChainState> {
  const [sums] = await query<{ lines: string; findings: string }>(
    'select coalesce(sum(lines), 0) as lines, coalesce(sum(findings), 0) as findings from stream',
  );
  const findings = await query<{ kind: string; name: string; position: string; message: string }>(
    `select f.kind, m.name, f.position, f.message from finding f join stream s on s.id = f.stream join machine m on m.id = s.machine
      order by f.at desc limit ${MOST_FINDINGS}`,
  );
  return {
    whole: findings.length === 0 && Number(sums?.findings ?? 0) === 0,
    lines: Number(sums?.lines ?? 0),
    findings: findings.map(({ kind, name, position, message }) => ({ kind, place: `${name}:${position}`, message })),
    checkedAt: Date.now(),
  };
}
