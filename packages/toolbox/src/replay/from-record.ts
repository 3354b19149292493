import { isCut, type AnyEvent, type RecordedDecision, streamTimeline } from '@hookline/core/internal';
import type { ReplayItem, ReplaySource, Recorded } from './replay-item.ts';

/** The events of a record, in the order in which they were decided. */
export const fromRecord = (folder: string): ReplaySource => ({
  name: folder,
  *read() {
    for (const decision of streamTimeline(folder)) {
      const item = replayItem(decision);
      if (item !== null) yield item;
    }
  },
});

/** A recorded decision as an event that can be run again; null where the record does not hold its event. */
export function replayItem({ id, at, payload, project, outcome }: RecordedDecision): ReplayItem | null {
  if (payload === null) return null;
  const recorded = outcome === null ? null : recordedOf(outcome);
  // The record only has events that the engine accepted.
  return { kind: 'event', id, at, event: payload as AnyEvent, project, recorded, isCut: isCut(payload) };
}

const recordedOf = ({
  decision,
  reason,
  block,
  rewritten,
  contexts,
}: NonNullable<RecordedDecision['outcome']>): Recorded => ({
  decision,
  hook: block?.hook ?? null,
  effect: block?.effect ?? null,
  reason: block === null ? reason : block.reason,
  rewritten,
  contexts: contexts.count,
});
