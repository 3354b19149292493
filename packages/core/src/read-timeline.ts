import { join } from 'node:path';
import type { RecordEntry } from './record/entry.ts';
import type { RecordFilter } from './record/filter.ts';
import { followRecord } from './record/follow.ts';
import { readRecord } from './record/reader.ts';
import type { RecordedDecision } from './record/timeline.ts';
import { timeline } from './record/timeline.ts';
import { stateFolder } from './trust/state-folder.ts';

export interface TimelineFilter extends RecordFilter {
  /** Only so many, the newest. */
  readonly limit?: number;
}

/** Where the record of this user lies. */
export const recordFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  join(stateFolder(env, home), 'record');

/** The decisions in a record, oldest first. */
export function readTimeline(folder: string, filter: TimelineFilter = {}): readonly RecordedDecision[] {
  const decisions = timeline(readRecord(folder, filter));
  return filter.limit === undefined ? decisions : decisions.slice(Math.max(0, decisions.length - filter.limit));
}

/** Decisions as they are made, and again when a background hook of one has ended, until the signal says stop. */
export async function* followTimeline(
  folder: string,
  signal: AbortSignal,
  filter: RecordFilter = {},
): AsyncGenerator<RecordedDecision, void> {
  const open = new Map<string, RecordEntry[]>();
  for await (const entry of followRecord(folder, signal, filter)) {
    if (entry.id === null) continue;
    const entries = [...(open.get(entry.id) ?? []), entry];
    open.set(entry.id, entries);
    if (entry.kind === 'start') continue;
    if (entry.kind === 'end' && !entry.hooks.some((hook) => hook.status === 'background')) open.delete(entry.id);
    yield* timeline(entries);
  }
}
