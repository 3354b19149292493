import type { Decision, AnyEvent, Rewrite } from '@hookline/core/internal';

/** What was decided about an event when it happened. */
export interface Recorded {
  readonly decision: Decision;
  /** The hook that blocked, where that is known. */
  readonly hook: string | null;
  readonly effect: string | null;
  readonly reason: string | null;
  /** Null where only the decision is known. */
  readonly rewritten: readonly Rewrite[] | null;
  readonly contexts: number | null;
}

/** One event that can be run again. */
export interface ReplayItem {
  readonly kind: 'event';
  /** Id of the decision, or file and line. */
  readonly id: string;
  readonly at: string | null;
  readonly event: AnyEvent;
  /** The project that it happened in; null: the event's own folder. */
  readonly project: string | null;
  /** Null when it is not known. */
  readonly recorded: Recorded | null;
  /** Its long texts were cut when it was recorded. */
  readonly isCut: boolean;
}

/** A part of a source that is not an event. */
export interface UnreadableLine {
  readonly kind: 'unreadable';
  readonly id: string;
  readonly why: string;
}

export type ReplayPart = ReplayItem | UnreadableLine;

/** A source of events; can be read more than once, and keeps as little as possible in memory. */
export interface ReplaySource {
  /** For people. */
  readonly name: string;
  readonly read: () => Iterable<ReplayPart> | AsyncIterable<ReplayPart>;
}
