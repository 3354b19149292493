import type { openDatabase } from '@hookline/gateway';

/** How much a gateway has. */
export interface GatewayCounts {
  readonly machines: number;
  readonly streams: number;
  readonly lines: number;
  readonly decisions: number;
  readonly findings: number;
}

/** Counts what is stored, of one organisation or of all. */
export async function countAll(
  { everywhere }: Awaited<ReturnType<typeof openDatabase>>,
  org: string | undefined,
): Promise<GatewayCounts> {
  const [row] = await everywhere((query) =>
    query<Record<keyof GatewayCounts, string>>(
      `select (select count(*) from machine where ${OF_ORG}) as machines, (select count(*) from stream where ${OF_ORG}) as streams,
              (select coalesce(sum(lines), 0) from stream where ${OF_ORG}) as lines,
              (select count(*) from decision where ${OF_ORG}) as decisions, (select count(*) from finding where ${OF_ORG}) as findings`,
      [org ?? null],
    ),
  );
  const number = (name: keyof GatewayCounts): number => Number(row?.[name] ?? 0);
  return {
    machines: number('machines'),
    streams: number('streams'),
    lines: number('lines'),
    decisions: number('decisions'),
    findings: number('findings'),
  };
}

const OF_ORG = '($1::text is null or org = (select id from org where name = $1))';
