import { HAS_FAULT, IndexedRow, openRows, type RowRef, rowId } from '@hookline/core/internal';
import type { AnswerTo } from '../source/decision-source.ts';
import { latestRuns } from '../source/row.ts';
import type { IndexLook } from './index-look.ts';

type Group = AnswerTo<'faults'>['groups'][number];

interface FaultCounting {
  readonly newest: RowRef;
  readonly group: { -readonly [Key in keyof Group]: Group[Key] };
}

/** Faults of hooks, the same one once. */
export async function faultsOf(look: IndexLook, q: string): Promise<AnswerTo<'faults'>> {
  const groups = new Map<string, FaultCounting>();
  const looked = await look.each(q, (file, row) => {
    if (file.block.has(row, HAS_FAULT)) addFaults(groups, { file, row });
  });
  return {
    looked,
    groups: [...groups.values()]
      .map((counting) => withSample(counting, look.record))
      .toSorted((one, other) => other.last - one.last),
  };
}

/** Decisions come newest first, so the first of a group is its sample. */
function addFaults(groups: Map<string, FaultCounting>, ref: RowRef): void {
  const row = new IndexedRow(ref.file.block, ref.row);
  for (const { hook, fault } of row.runs()) {
    if (fault === null) continue;
    const key = `${hook.id}\n${fault}`;
    const { group } = groups.get(key) ?? newGroup(groups, key, { ...hook, fault }, ref);
    const isRefused = row.blocker === hook.id;
    group.first = row.at;
    group.count += 1;
    group.proceeded += isRefused ? 0 : 1;
    group.refused += isRefused ? 1 : 0;
  }
}

function newGroup(
  groups: Map<string, FaultCounting>,
  key: string,
  { id, name, dialect, fault }: Readonly<Record<'id' | 'name' | 'dialect' | 'fault', string>>,
  newest: RowRef,
): FaultCounting {
  const { at } = new IndexedRow(newest.file.block, newest.row);
  const group = {
    hook: id,
    name,
    dialect,
    code: fault,
    count: 0,
    first: at,
    last: at,
    proceeded: 0,
    refused: 0,
    message: '',
    stderr: '',
    decision: rowId(newest),
  };
  const counting = { newest, group };
  groups.set(key, counting);
  return counting;
}

/** What the hook said stands in the line only. */
function withSample({ newest, group }: FaultCounting, record: string): Group {
  const [opened] = openRows(record, [newest]);
  const runs = opened === undefined ? [] : latestRuns(opened.decision);
  const run = runs.find(({ id, fault }) => id === group.hook && fault?.code === group.code);
  return { ...group, message: run?.fault?.message ?? '', stderr: run?.stderr ?? '' };
}
