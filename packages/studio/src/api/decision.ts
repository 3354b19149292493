import type { Decision, ExplainedHook, HookRun, RecordedDecision, Rewrite } from '@hookline/core/internal';
import type { OrderCheck, TakenRule } from '@hookline/toolbox';
import type { DecisionRow } from './rows.ts';

/** `GET /api/decisions/:id` */
export interface DecisionDetail {
  readonly decision: RecordedDecision;
  readonly row: DecisionRow;
  readonly rules: readonly TakenRule[];
  /** In the order of the engine. */
  readonly branches: readonly FoldBranch[];
  /** The lines as they stand in the record, with their places. */
  readonly raw: readonly { readonly place: string; readonly line: string }[];
}

/** The hooks of one dialect in one decision. */
export interface FoldBranch {
  readonly dialect: string;
  /** "all at once", "one by one" and such, in words. */
  readonly schedule: string;
  readonly leaves: readonly FoldLeaf[];
}

export interface FoldLeaf {
  readonly run: HookRun;
  /** Start on the common time axis of the decision, in ms; null: not known. */
  readonly startMs: number | null;
  /** What it said, in words. */
  readonly said: string;
  /** What its dialect made of a fault, in words; null: there was none. */
  readonly faultMeans: string | null;
  readonly decision: Decision | null;
  /** What it put in the place of what it saw. */
  readonly rewrites: readonly RewriteView[];
}

/** A rewrite as two texts that can be compared; the page shows the words that differ. */
export interface RewriteView {
  readonly what: Rewrite;
  readonly before: string;
  readonly after: string;
}

/** `GET /api/decisions/:id/explain`: runs nothing. */
export interface DecisionExplained {
  /** Hooks of now that took no part: why each did not, and whether it would run today. */
  readonly others: readonly (ExplainedHook & {
    /** What people call it. */
    readonly name: string;
  })[];
  readonly conflicts: readonly string[];
  readonly notes: readonly string[];
}

/** `GET /api/decisions/:id/case`: the decision as a case; writes nothing. With `POST`, edit mode, it is written. */
export interface CaseMade {
  /** The case file that it belongs into, relative to the project; it may not be there yet. */
  readonly file: string;
  /** A case file with this case alone. */
  readonly text: string;
  /** It stands in the file now. */
  readonly isSaved: boolean;
}

/** `POST /api/decisions/:id/orders`: computes, runs nothing. */
export type OrdersChecked = OrderCheck;
