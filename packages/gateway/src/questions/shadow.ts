import type { Decision } from '@hookline/core/internal';
import type { AnswerTo } from '@hookline/studio';
import type { Query } from '../database/database.ts';
import { VERDICTS } from '../ingest/project-lines.ts';
import { named, newest } from './aggregates.ts';
import { listRow, SELECT_ROWS, type StoredDecision } from './rows.ts';

/** Counts of one hook, as PostgreSQL gives them. */
type HookRow = Readonly<Record<'hook' | 'runs' | 'blocks' | 'asks' | 'rewrites' | 'alike', string>>;

/** How often what a hook would have said met what was decided. */
interface Met {
  readonly hook: string;
  readonly would: Decision;
  readonly decided: number;
  readonly count: string;
}

type Differing = StoredDecision & { readonly shadow_hook: string };

const MOST_DIFFERING = 50;

/** `GET /v1/shadow?q=` */
export async function shadowOf(query: Query, q: string): Promise<AnswerTo<'shadow'>> {
  const { sql, values, looked } = await newest(query, q);
  const from = `from (${sql}) d join run r on r.day = d.day and r.stream = d.stream and r.decision = d.id and r.shadow is not null join word w on w.id = r.hook`;
  const said = `(case r.shadow->>'decision' when 'block' then 3 when 'ask' then 2 when 'allow' then 1 else 0 end)`;
  const differs = `(${said} > coalesce(d.verdict, 0) or (r.shadow->>'rewrites')::int > 0)`;
  const hooks = await query<HookRow & Record<string, unknown>>(
    `select w.text as hook, count(*) as runs, count(*) filter (where r.shadow->>'decision' = 'block') as blocks,
            count(*) filter (where r.shadow->>'decision' = 'ask') as asks, count(*) filter (where (r.shadow->>'rewrites')::int > 0) as rewrites,
            count(*) filter (where not ${differs}) as alike ${from} group by 1 order by 2 desc`,
    values,
  );
  const differing = await query<Differing & Record<string, unknown>>(
    SELECT_ROWS(
      `select * from (select d.*, w.text as shadow_hook, row_number() over (partition by w.text order by d.at desc) as nth ${from} where ${differs}) d where nth <= ${MOST_DIFFERING}`,
      'd.shadow_hook',
    ),
    values,
  );
  const met = await query<Met & Record<string, unknown>>(
    `select w.text as hook, coalesce(r.shadow->>'decision', 'none') as would, coalesce(d.verdict, 0) as decided, count(*) as count ${from} group by 1, 2, 3 order by 4 desc`,
    values,
  );
  return { looked, hooks: hooks.map((counts) => countsOf(counts, differing, met)) };
}

function countsOf(
  { hook, runs, blocks, asks, rewrites, alike }: HookRow,
  differing: readonly Differing[],
  met: readonly Met[],
): AnswerTo<'shadow'>['hooks'][number] {
  const { name, dialect } = named(hook);
  return {
    hook: { id: hook, name, dialect, handler: '' },
    runs: Number(runs),
    wouldBlock: Number(blocks),
    wouldAsk: Number(asks),
    wouldRewrite: Number(rewrites),
    alike: Number(alike),
    otherwise: Number(runs) - Number(alike),
    matrix: met
      .filter((each) => each.hook === hook)
      .map(({ would, decided, count }) => ({ would, decided: VERDICTS[decided] ?? 'none', count: Number(count) })),
    differing: differing.filter(({ shadow_hook: of }) => of === hook).map(listRow),
  };
}
