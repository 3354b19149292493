import type { RecordEntry, StartEntry } from './entry.ts';
import type { RecordFilter } from './filter.ts';
import { timeline } from './timeline.ts';
import type { RecordedDecision } from './timeline.ts';

/**
 * Decisions as their ends come by, so that only those are held that are still open; what background hooks said later is left
 * out. Those without an end come last.
 */
export function* decisionsIn(entries: Iterable<RecordEntry>, filter: RecordFilter): Generator<RecordedDecision, void> {
  const open = new Map<string, StartEntry>();
  for (const entry of entries) {
    if (entry.kind === 'start' && isWanted(entry, filter)) open.set(entry.id, entry);
    const start = entry.kind === 'end' ? open.get(entry.id) : undefined;
    if (start === undefined) continue;
    open.delete(start.id);
    yield* timeline([start, entry]);
  }
  for (const start of open.values()) yield* timeline([start]);
}

const isWanted = (start: StartEntry, { since, session, event }: RecordFilter): boolean =>
  (since === undefined || Date.parse(start.at) >= since.getTime()) &&
  (session === undefined || start.event['session_id'] === session) &&
  (event === undefined || start.event.hook_event_name === event);
