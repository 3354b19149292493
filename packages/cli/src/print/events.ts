import type { EventTable } from '@hookline/core/internal';
import { type TableColumn, tableLines } from './table.ts';
import type { Shown } from './paint.ts';

const INDENT = '  ';

/** For each event one line per dialect that knows it: native name, whether the agent waits, what a block does. */
export function eventLines({ events }: EventTable, { paint, width }: Shown): readonly string[] {
  const cells = events.flatMap(({ dialects }) =>
    Object.entries(dialects).map(([id, row]) => [
      id,
      row.native,
      row.waits ? 'waits' : 'background',
      row.effect === null ? 'cannot block' : `block: ${row.effect}`,
    ]),
  );
  const table = tableLines(COLUMNS, cells, width === null ? null : width - INDENT.length);
  const rows = table.rows.values();
  return [
    ...table.head.map((line) => paint('dim', `${INDENT}${line}`)),
    ...events.flatMap(({ name, dialects }) => [
      paint('bold', name),
      ...Object.keys(dialects).flatMap(() => rowLines(rows.next().value ?? [])),
    ]),
  ];
}

const rowLines = (lines: readonly string[]): readonly string[] => [
  ...lines.map((line) => `${INDENT}${line}`),
  ...(lines.length > 1 ? [''] : []),
];

const COLUMNS: readonly TableColumn[] = [
  { title: 'SYSTEM' },
  { title: 'CALLS IT' },
  { title: 'AGENT', goes: 1 },
  { title: 'A REFUSAL' },
];
