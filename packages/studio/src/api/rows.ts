import type { RowState } from '@hookline/core/internal';

export type { RowState };

/** One decision in a list. */
export interface DecisionRow {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state: RowState;
  readonly event: string | null;
  /** Name of the tool, where the event has one. */
  readonly tool: string | null;
  /** The first line of what it was about: a command, a path, a prompt. */
  readonly about: string;
  readonly project: string | null;
  readonly session: string | null;
  readonly agent: string | null;
  /** Id of the sub-agent in which it happened; null: in the main agent. */
  readonly subagent: string | null;
  /** The hook that blocked, else the first that failed, else the first in shadow that would have refused. */
  readonly hook: string | null;
  /** What people call that hook; null: there is none, or only its id is known. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly durationMs: number | null;
  readonly hooks: number;
  /** A hook in shadow would have refused. */
  readonly shadow: boolean;
  readonly faults: number;
  /** The machine that decided, where the record is of many. */
  readonly machine?: string;
}

/** `GET /api/decisions?q=&before=&after=&limit=&total=`; `total=later`: the rows do not wait for their count. */
export interface DecisionList {
  /** Newest first. */
  readonly rows: readonly DecisionRow[];
  /** How many decisions fit the filter; null while the index is still reading older files, or where it is to come later. */
  readonly total: number | null;
  /** Give it as `before` for the next page; null: there are no older ones. */
  readonly next: string | null;
  /** What is wrong with the filter's text, with the place of the wrong word. */
  readonly problems: readonly FilterProblem[];
}

export interface FilterProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** `GET /api/histogram?q=&from=&to=&buckets=` */
export interface Histogram {
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly HistogramBucket[];
}

export interface HistogramBucket {
  readonly total: number;
  readonly block: number;
  readonly ask: number;
  readonly fault: number;
}
