import { endedState } from '@hookline/core/internal';
import type { DecisionList, DecisionRow } from '@hookline/studio';
import type { Query } from '../database/database.ts';
import { VERDICTS } from '../ingest/project-lines.ts';
import { dayBound, type SqlFilter, sqlFilter } from './filter.ts';

/** One decision in a list: the studio's row, and which machine it is of. */
export type DecisionListRow = DecisionRow & { readonly machine: string };

/** Which decisions are wanted, newest first. */
export interface PageAsked {
  readonly q: string;
  /** What a page before gave as `next`, or the id of a decision: only older ones. */
  readonly before: string | null;
  readonly after?: string | null;
  readonly limit: number;
  readonly count: boolean;
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

export const SELECT_ROWS = (inner: string, more?: string): string => `
select d.id, d.at, d.verdict, d.faults, e.text as event, t.text as tool, d.about, p.text as project, d.session, a.text as agent,
       h.text as hook, d.reason, d.ms, d.hooks, d.shadow, m.name as machine, d.stream, d.chunk, d.last_chunk${more === undefined ? '' : `, ${more}`}
  from (${inner}) d join stream s on s.id = d.stream join machine m on m.id = s.machine
  left join word e on e.id = d.event left join word t on t.id = d.tool left join word p on p.id = d.project
  left join word a on a.id = d.agent left join word h on h.id = d.hook
 order by d.at desc, d.id desc`;

/** Counting stops here: a count of more would cost more than it tells. */
const MOST_COUNTED = 100_000;

/** The newest decisions that fit, page by page. */
export async function decisionPage(
  query: Query,
  { q, before, after = null, limit, count }: PageAsked,
): Promise<DecisionList & { readonly rows: readonly DecisionListRow[] }> {
  const filter = await sqlFilter(query, q);
  const bounds = { before: await boundOf(query, before), after: await boundOf(query, after) };
  const total = count ? await totalOf(query, filter.where, filter.values) : null;
  const found = await newestRows(query, filter, bounds, limit + 1);
  const rows = found.slice(0, limit).map(listRow);
  const last = rows.at(-1);
  return {
    rows,
    total,
    next: found.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
    problems: filter.problems,
  };
}

interface Bounds {
  readonly before: Bound | null;
  readonly after: Bound | null;
}

/** Most questions are answered by the newest days, so those are read first; what is older only when they do not suffice. */
const LOOK_BACK_DAYS = [2, 16] as const;

/** The last question of its transaction. */
async function newestRows(
  query: Query,
  filter: SqlFilter,
  { before, after }: Bounds,
  limit: number,
): Promise<readonly StoredDecision[]> {
  const newest = before?.at.getTime() ?? Date.now();
  const oldest = after === null ? LOOK_BACK_DAYS.map((days) => newest - days * DAY_MS) : [];
  for (const since of [...oldest, null]) {
    const { where, values } = narrowed(filter, { before, after, since });
    const inner = `select * from decision d where ${OWN} and ${where} order by d.at desc, d.id desc limit ${limit}`;
    // oxlint-disable-next-line no-await-in-loop -- older ones are read only when the newest do not suffice
    const found = await listOf(query, inner, values, filter.isPlain ? nameOf(inner) : undefined);
    if (since === null || found.length >= limit) return found;
  }
  return [];
}

const DAY_MS = 24 * 3600 * 1000;

/** What the policy of rows demands anyway, in a form that an index can use. */
const OWN = `d.org = current_setting('hookline.org')::int`;

async function listOf(
  query: Query,
  inner: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<readonly StoredDecision[]> {
  if (name !== undefined) await query('set local plan_cache_mode = force_generic_plan');
  return query<StoredDecision & Record<string, unknown>>(SELECT_ROWS(inner), values, name);
}

const named = new Map<string, string>();
const MOST_NAMED = 16;

/** To plan a list takes longer than to read it, so plans are kept; undefined: many others are kept already. */
function nameOf(sql: string): string | undefined {
  if (!named.has(sql) && named.size < MOST_NAMED) named.set(sql, `list-${named.size + 1}`);
  return named.get(sql);
}

/** A filter with bounds of time, each also as a bound of the partitions that are read. */
function narrowed(
  { where, values }: SqlFilter,
  { before, after, since }: Bounds & { readonly since: number | null },
): Pick<SqlFilter, 'where' | 'values'> {
  const [conditions, all] = [[where], [...values]];
  const add = (condition: string, ...more: readonly unknown[]): void => {
    const from = all.push(...more) - more.length;
    conditions.push(condition.replaceAll(/\?(\d)/g, (_, n: string) => `$${from + Number(n)}`));
  };
  if (before !== null)
    add('(d.at, d.id) < (?1, ?2) and d.day <= ?3', before.at, before.id, dayBound('until', before.at.getTime()));
  if (after !== null)
    add('(d.at, d.id) > (?1, ?2) and d.day >= ?3', after.at, after.id, dayBound('since', after.at.getTime()));
  if (since !== null) add('d.at >= ?1 and d.day >= ?2', new Date(since), dayBound('since', since));
  return { where: conditions.join(' and '), values: all };
}

/** Null: more than anybody counts. */
async function totalOf(query: Query, where: string, values: readonly unknown[]): Promise<number | null> {
  const [row] = await query<{ n: string }>(
    `select count(*) as n from (select from decision d where ${where} limit ${MOST_COUNTED + 1}) x`,
    values,
  );
  const n = Number(row?.n ?? 0);
  return n > MOST_COUNTED ? null : n;
}

interface Bound {
  readonly at: Date;
  readonly id: string;
}

async function boundOf(query: Query, text: string | null): Promise<Bound | null> {
  if (text === null) return null;
  const [, time, id = ''] = /^(\d{1,15})\.(.*)$/s.exec(text) ?? [];
  if (time !== undefined) return { at: new Date(Number(time)), id };
  const [row] = await query<{ at: Date }>('select at from decision where id = $1 order by at desc limit 1', [text]);
  return row === undefined ? null : { at: row.at, id: text };
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
    // Not kept in the rows of a gateway.
    subagent: null,
    agent,
    hook,
    // Only ids of hooks are kept here.
    by: null,
    reason,
    durationMs: ms,
    hooks,
    shadow,
    faults,
    machine,
  };
}

const stateOf = ({ verdict, faults }: StoredDecision): DecisionListRow['state'] =>
  verdict === null ? 'interrupted' : endedState(VERDICTS[verdict] ?? 'none', faults > 0);
