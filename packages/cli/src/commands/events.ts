import { DIALECTS, type EventTable, eventTable } from '@hookline/core/internal';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { LAST } from '../call/options.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { type Shown, shownOn } from '../print/paint.ts';
import { type TableColumn, tableLines } from '../print/table.ts';

export const EVENTS: Command = {
  name: 'events',
  about: 'Show every event, its name in each system, and what a block does.',
  options: [...LAST],
  examples: [{ does: 'the table', line: 'hookline events' }],
  run: events,
};

/** Shows the neutral events with their native names and powers. */
function events(given: Arguments): number {
  const table = eventTable(DIALECTS);
  if (isGiven(given, 'json')) writeJson(table);
  else writeOut(`${eventLines(table, shownOn(process.env)).join('\n')}\n`);
  return 0;
}

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
