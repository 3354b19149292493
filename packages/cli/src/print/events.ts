import type { EventTable } from '@hookline/core/internal';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

/** For each event one line per dialect that knows it: native name, whether the agent waits, what a block does. */
export function eventLines({ events }: EventTable, paint: Paint): readonly string[] {
  const cells = events.flatMap(({ dialects }) =>
    Object.entries(dialects).map(([id, row]) => [
      id,
      row.native,
      row.waits ? 'waits' : 'background',
      row.effect === null ? 'cannot block' : `block: ${row.effect}`,
    ]),
  );
  const rows = columns(cells).values();
  return events.flatMap(({ name, dialects }) => [
    paint('bold', name),
    ...Object.keys(dialects).map(() => `  ${rows.next().value ?? ''}`),
  ]);
}
