import { type OpenedRow, openRows, type RowRef } from '@hookline/core/internal';
import type { DecisionRow } from '../api/index.ts';
import type { FoundDecision } from '../source/decision-source.ts';
import { firstLine, rowOf } from '../source/row.ts';

/** Rows of the index as the page shows them. */
export const rowsOf = (record: string, refs: readonly RowRef[]): readonly DecisionRow[] =>
  openRows(record, refs).map(openedRow);

/** All of one decision. */
export function foundIn(record: string, ref: RowRef): FoundDecision | null {
  const [opened] = openRows(record, [ref]);
  return opened === undefined ? null : { decision: opened.decision, row: openedRow(opened), raw: opened.raw };
}

const openedRow = ({ isTorn, decision, raw }: OpenedRow): DecisionRow => {
  const row = rowOf(decision);
  return isTorn ? { ...row, state: 'torn', about: firstLine(raw.map(({ line }) => line).join(' ')) } : row;
};
