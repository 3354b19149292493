import type { Query } from '../database/database.ts';
import { type FilterProblem, sqlFilter } from './filter.ts';

/** One decision in a list: the studio's row, and which machine it is of. */
export interface DecisionListRow {
  readonly id: string;
  readonly at: number;
  readonly state: 'interrupted' | 'pass' | 'allow' | 'ask' | 'block' | 'fault';
  readonly event: string | null;
  readonly tool: string | null;
  readonly about: string;
  readonly project: string | null;
  readonly session: string | null;
  readonly agent: string | null;
  readonly hook: string | null;
  readonly reason: string | null;
  readonly durationMs: number | null;
  readonly hooks: number;
  readonly shadow: boolean;
  readonly faults: number;
  readonly machine: string;
}

/** `GET /v1/decisions?q=&before=&limit=` */
export interface DecisionPage {
  readonly rows: readonly DecisionListRow[];
  /** Null: counting all of them was not asked for. */
  readonly total: number | null;
  readonly next: string | null;
  readonly problems: readonly FilterProblem[];
}

/** A row of the table with its words. */
export interface StoredDecision {
  readonly id: string;
  readonly at: Date;
  readonly verdict: number | null;
  readonly faults: number;
  readonly event: string | null;
  readonly tool: string | null;
  readonly about: string | null;
  readonly project: string | null;
  readonly session: string | null;
  readonly agent: string | null;
  readonly hook: string | null;
  readonly reason: string | null;
  readonly ms: number | null;
  readonly hooks: number;
  readonly shadow: boolean;
  readonly machine: string;
  readonly stream: string;
  readonly chunk: string;
  readonly last_chunk: string;
}

export const SELECT_ROWS = (inner: string): string => `
select d.id, d.at, d.verdict, d.faults, e.text as event, t.text as tool, d.about, p.text as project, d.session, a.text as agent,
       h.text as hook, d.reason, d.ms, d.hooks, d.shadow, m.name as machine, d.stream, d.chunk, d.last_chunk
  from (${inner}) d join stream s on s.id = d.stream join machine m on m.id = s.machine
  left join word e on e.id = d.event left join word t on t.id = d.tool left join word p on p.id = d.project
  left join word a on a.id = d.agent left join word h on h.id = d.hook
 order by d.at desc, d.id desc`;

/** The newest decisions that fit, page by page. */
export async function decisionPage(
  query: Query,
  {
    q,
    before,
    limit,
    count,
  }: { readonly q: string; readonly before: string | null; readonly limit: number; readonly count: boolean },
): Promise<DecisionPage> {
  const { where, values, problems } = await sqlFilter(query, q);
  const page = placeOf(before);
  const after = page === null ? '' : `and (d.at, d.id) < ($${values.length + 1}, $${values.length + 2})`;
  const sql = SELECT_ROWS(
    `select * from decision d where ${where} ${after} order by d.at desc, d.id desc limit ${limit + 1}`,
  );
  const found = await query<StoredDecision & Record<string, unknown>>(sql, [
    ...values,
    ...(page === null ? [] : [page.at, page.id]),
  ]);
  const rows = found.slice(0, limit).map(listRow);
  const last = rows.at(-1);
  return {
    rows,
    total: count ? await totalOf(query, where, values) : null,
    next: found.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
    problems,
  };
}

async function totalOf(query: Query, where: string, values: readonly unknown[]): Promise<number> {
  const [row] = await query<{ n: string }>(`select count(*) as n from decision d where ${where}`, values);
  return Number(row?.n ?? 0);
}

function placeOf(before: string | null): { readonly at: Date; readonly id: string } | null {
  const [, at, id = ''] = /^(\d{1,15})\.(.*)$/s.exec(before ?? '') ?? [];
  return at === undefined ? null : { at: new Date(Number(at)), id };
}

export function listRow(row: StoredDecision): DecisionListRow {
  const { id, at, event, tool, about, project, session, agent, hook, reason, ms, hooks, shadow, faults, machine } = row;
  return {
    id,
    at: at.getTime(),
    state: stateOf(row),
    event,
    tool,
    about: about ?? '',
    project,
    session,
    agent,
    hook,
    reason,
    durationMs: ms,
    hooks,
    shadow,
    faults,
    machine,
  };
}

function stateOf({ verdict, faults }: StoredDecision): DecisionListRow['state'] {
  if (verdict === null) return 'interrupted';
  if (verdict >= 2) return verdict === 3 ? 'block' : 'ask';
  if (faults > 0) return 'fault';
  return verdict === 1 ? 'allow' : 'pass';
}
