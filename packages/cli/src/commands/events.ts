import { eventTable } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { eventLines } from '../print/events.ts';
import { shownOn } from '../print/paint.ts';

/** Shows the neutral events with their native names and powers. */
export function events(given: Arguments): Promise<number> {
  const table = eventTable();
  if (isGiven(given, 'json')) writeJson(table);
  else writeOut(`${eventLines(table, shownOn(process.env)).join('\n')}\n`);
  return Promise.resolve(0);
}
