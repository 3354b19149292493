import type { JsonObject } from '../model/index.ts';
import { isAlive } from '../process/alive.ts';
import type { BackgroundEntry, EndEntry, RecordedOutcome, RecordedRun, RecordEntry, StartEntry } from './entry.ts';

type DecisionStatus = 'done' | 'running' | 'interrupted';

/** Everything in the record about one event. */
export interface RecordedDecision {
  readonly id: string;
  readonly at: string;
  /** Null where only the end is left: the file with the start has been removed. */
  readonly event: string | null;
  readonly session: string | null;
  readonly project: string | null;
  /** The connected agent that told the event; null: a host of its own. */
  readonly agent: string | null;
  readonly payload: JsonObject | null;
  readonly status: DecisionStatus;
  /** Null as long as there is no answer. */
  readonly outcome: RecordedOutcome | null;
  readonly durationMs: number | null;
  /** Ids of the hooks that were about to run. */
  readonly planned: readonly string[];
  readonly hooks: readonly RecordedRun[];
  /** Runs that ended after the answer. */
  readonly background: readonly RecordedRun[];
  readonly notes: readonly string[];
}

/**
 * The entries grouped into decisions, in the order of their first entry. A start without an end is `interrupted` when
 * its process is gone.
 */
export function timeline(
  entries: Iterable<RecordEntry>,
  isRunning: (pid: number, writtenAt: Date) => boolean = isAlive,
): readonly RecordedDecision[] {
  const groups = new Map<string, DecisionEntries>();
  for (const entry of entries) {
    if (entry.id === null) continue;
    const group = groups.get(entry.id) ?? { at: entry.at, start: null, end: null, background: [], notes: [] };
    groups.set(entry.id, group);
    if (entry.kind === 'start') group.start = entry;
    if (entry.kind === 'end') group.end = entry;
    if (entry.kind === 'background') group.background.push(entry);
    if (entry.kind === 'note') group.notes.push(entry.text);
  }
  return [...groups].map(([id, group]) => decisionOf(id, group, isRunning));
}

interface DecisionEntries {
  readonly at: string;
  start: StartEntry | null;
  end: EndEntry | null;
  readonly background: BackgroundEntry[];
  readonly notes: string[];
}

function decisionOf(
  id: string,
  group: DecisionEntries,
  isRunning: (pid: number, writtenAt: Date) => boolean,
): RecordedDecision {
  const { start, end } = group;
  const session = start?.event['session_id'];
  const isOpen = end === null && start !== null && isRunning(start.pid, new Date(start.at));
  return {
    id,
    at: start?.at ?? group.at,
    event: start?.event.hook_event_name ?? null,
    session: typeof session === 'string' ? session : null,
    project: start?.project ?? null,
    agent: start?.agent ?? null,
    payload: (start?.event as JsonObject | undefined) ?? null,
    status: end === null ? (isOpen ? 'running' : 'interrupted') : 'done',
    outcome: end?.outcome ?? null,
    durationMs: end?.durationMs ?? null,
    planned: start?.hooks ?? [],
    hooks: end?.hooks ?? [],
    background: group.background.map(({ hook }) => hook),
    notes: group.notes,
  };
}
