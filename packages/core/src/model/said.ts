import type { AnyEvent } from './event.ts';
import type { Outcome } from './outcome.ts';
import type { Report } from './report.ts';
import type { Verdict } from './verdict.ts';

/** The answer of one hook to an event as it saw it, and the facts that this was read from. */
export interface HookSaid {
  readonly id: string;
  readonly dialect: string;
  readonly background: boolean;
  readonly shadow: boolean;
  readonly saw: AnyEvent;
  readonly verdict: Verdict;
  readonly report: Report;
}

/** An event decided from existing reports. */
export interface Refolded {
  readonly outcome: Outcome;
  /** In the order in which the hooks ended. */
  readonly said: readonly HookSaid[];
}

/** Reports by the ids of hooks, and an order in which these end. */
export interface Reports {
  readonly reports: ReadonlyMap<string, Report>;
  /** Ids; one that is not in it ends after those that are. */
  readonly ended: readonly string[];
}
