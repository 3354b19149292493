import { IndexedRow, type IndexedRun, type RowRef } from '@hookline/core/internal';
import type { DecisionRow } from '../api/index.ts';
import type { QuestionOf, HookCounts, RunCounts } from '../source/decision-source.ts';
import type { IndexLook } from './index-look.ts';
import { Durations } from './numbers.ts';
import { rowsOf } from './opened.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

interface Counting {
  runs: number;
  blocks: number;
  wouldBlock: number;
  last: number;
  readonly durations: Durations;
  readonly days: number[];
}

/** Runs of the last 30 days by hook, in one project; and which of its events were seen at all. */
export async function countRuns(look: IndexLook, { project, now }: QuestionOf<'runs'>): Promise<RunCounts> {
  const counting = new Map<string, Counting>();
  const events = new Set<string>();
  await look.each(`since:${DAYS}d`, ({ block }, index) => {
    const row = new IndexedRow(block, index);
    if (row.project !== project) return;
    if (row.event !== null) events.add(row.event);
    for (const run of row.runs()) if (run.status !== 'skipped') count(counting, run, row.at, now);
  });
  return { hooks: new Map([...counting].map(([id, counted]) => [id, countsOf(counted)])), events };
}

function count(all: Map<string, Counting>, run: IndexedRun, at: number, now: number): void {
  const found = all.get(run.hook.id) ?? {
    runs: 0,
    blocks: 0,
    wouldBlock: 0,
    last: at,
    durations: new Durations(),
    days: Array.from({ length: DAYS }, () => 0),
  };
  all.set(run.hook.id, found);
  found.runs += 1;
  if (run.status === 'blocked') found.blocks += 1;
  if (run.shadow?.decision === 'block') found.wouldBlock += 1;
  found.durations.push(run.durationMs);
  const day = DAYS - 1 - Math.floor((now - at) / DAY_MS);
  if (day >= 0 && day < DAYS) found.days[day] = (found.days[day] ?? 0) + 1;
}

const countsOf = ({ durations, ...counted }: Counting): HookCounts => ({
  ...counted,
  p95: durations.percentile(0.95),
});

/** The newest events of a project that a hook saw. */
export async function seenBy(
  look: IndexLook,
  { project, hook, limit }: QuestionOf<'seenBy'>,
): Promise<readonly DecisionRow[]> {
  const found: RowRef[] = [];
  await look.each(`since:${DAYS}d`, (file, row) => {
    const indexed = new IndexedRow(file.block, row);
    const isHere = found.length < limit && indexed.project === project;
    if (isHere && indexed.runs().some((run) => run.hook.id === hook)) found.push({ file, row });
  });
  return rowsOf(look.record, found);
}
