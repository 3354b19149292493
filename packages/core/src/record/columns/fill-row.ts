import type { HookRun } from '../../model/index.ts';
import type { RecordedRun, RecordEntry, StartEntry } from '../entry.ts';
import { timeline } from '../timeline.ts';
import { type ColumnBlock, HAS_END, HAS_FAULT, HAS_SHADOW, HAS_START, TEXT_COLUMNS } from './block.ts';
import { bare, type Dictionaries } from './dictionary.ts';
import { DECISIONS, STATUSES } from './entry-words.ts';
import { REWRITES_BIT } from './run-bytes.ts';

/** Makes the columns of a row from all entries of its decision, wherever they stand. */
export function fillRow(block: ColumnBlock, row: number, entries: readonly RecordEntry[]): void {
  const [decision] = timeline(entries, () => false);
  if (decision === undefined) return;
  const { rows, dictionaries } = block;
  const start = entries.findLast((entry): entry is StartEntry => entry.kind === 'start');
  const tool = decision.payload?.['tool_name'];
  const texts = { ...decision, tool: typeof tool === 'string' ? tool : null };
  rows.set('at', row, Date.parse(decision.at));
  rows.set('pid', row, start?.pid ?? 0);
  for (const name of TEXT_COLUMNS) rows.set(name, row, textNumber(dictionaries, texts[name]));
  rows.set('blocker', row, textNumber(dictionaries, decision.outcome?.block?.hook ?? null));
  rows.set('decision', row, decision.outcome === null ? 0 : DECISIONS.indexOf(decision.outcome.decision));
  rows.set('durationMs', row, decision.durationMs ?? 0);
  block.mark(row, HAS_START, start !== undefined);
  block.mark(row, HAS_END, decision.outcome !== null);
  block.mark(row, HAS_FAULT | HAS_SHADOW, false);
  rows.set('runFrom', row, block.runs.size);
  rows.set('runCount', row, decision.hooks.length);
  // What became of a background run is known only later, under the same id.
  for (const run of decision.hooks)
    addRun(block, row, decision.background.find(({ id }) => id === run.id) ?? run, run.status);
}

function addRun(block: ColumnBlock, row: number, run: RecordedRun, status: HookRun['status']): void {
  const { id, name, dialect, scope, source, handler, fault, durationMs } = run;
  block.addRun(row, {
    hook: block.dictionaries.hooks.numberOfJson(bare({ id, name, dialect, scope, source, handler })),
    fault: textNumber(block.dictionaries, fault?.code ?? null),
    durationMs,
    // One that nothing waited for stays one, whatever became of it.
    status: STATUSES.indexOf(status === 'background' ? status : run.status),
    shadow: shadowCode(run.shadow),
  });
}

function shadowCode(shadow: HookRun['shadow'] | null): number {
  if (typeof shadow !== 'object' || shadow === null) return 0;
  const decision = DECISIONS.indexOf(shadow.decision);
  return Math.max(0, decision) + 1 + (Array.isArray(shadow.rewrites) && shadow.rewrites.length > 0 ? REWRITES_BIT : 0);
}

const textNumber = ({ texts }: Dictionaries, text: string | null): number =>
  text === null ? 0 : texts.numberOfJson(bare(text));
