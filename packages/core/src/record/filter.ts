import type { RecordEntry } from './entry.ts';

/** Which entries are wanted; what is left out does not matter. */
export interface RecordFilter {
  readonly since?: Date;
  /** A session id. */
  readonly session?: string;
  /** A neutral event name. */
  readonly event?: string;
}

/** A test that must see all entries in order: an end is wanted when its start was of the session and event. */
export function createFilter({ since, session, event }: RecordFilter): (entry: RecordEntry) => boolean {
  const isAnyDecision = session === undefined && event === undefined;
  const decisions = new Set<string>();
  return (entry) => {
    if (entry.kind === 'start') {
      const isOfSession = session === undefined || entry.event['session_id'] === session;
      const isOfEvent = event === undefined || entry.event.hook_event_name === event;
      if (!isAnyDecision && isOfSession && isOfEvent) decisions.add(entry.id);
    }
    const isLateEnough = since === undefined || Date.parse(entry.at) >= since.getTime();
    return isLateEnough && (isAnyDecision || (entry.id !== null && decisions.has(entry.id)));
  };
}
