import type { DecisionDetail } from './decision.ts';

/** What `GET /api/runs/:run` sends. */
export type RunMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'flips'; readonly flips: readonly FlipView[] }
  | { readonly kind: 'end'; readonly summary: RunSummary }
  | { readonly kind: 'failed'; readonly error: string };

/** A decision that would be another one now. */
export interface FlipView {
  readonly id: string;
  readonly at: number;
  readonly about: string;
  readonly kind: 'loosened' | 'tightened' | 'other';
  readonly before: string;
  readonly now: string;
  readonly hook: string | null;
}

export interface RunSummary {
  readonly events: number;
  readonly same: number;
  readonly loosened: number;
  readonly tightened: number;
  readonly other: number;
  readonly unreadable: number;
}

/** `POST /api/replay`, edit mode: runs recorded events against hooks, for real. One at a time. */
export interface ReplayAsked {
  /** Filter of the decisions that are run again. */
  readonly q: string;
  /** Only so many of them, evenly spread; null: all. */
  readonly sample: number | null;
  /** Id of a draft that stands in for its hook; null: all hooks as they are now. */
  readonly draft: string | null;
  /** The person has ticked that hooks run for real. Anything but true is refused. */
  readonly runHooks: true;
  /** Also hooks that ask servers or models, or of which it is not known what they do beside answering. */
  readonly withOutside: boolean;
}

/** What `POST /api/replay` gives. */
export interface RunStarted {
  readonly run: string;
}

/** `GET /api/runs/:run/flips/:id`: the fold then and now, side by side. */
export interface FlipDetail {
  readonly flip: FlipView;
  readonly before: DecisionDetail;
  readonly now: DecisionDetail;
}
