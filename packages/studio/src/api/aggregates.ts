import type { Decision, Diagnostic } from '@hookline/core/internal';
import type { DecisionRow } from './rows.ts';

/** How much of what fits was looked at: aggregates read the newest decisions, up to a bound. */
export interface LookedAt {
  readonly decisions: number;
  /** True: older ones fit too, and were not looked at. */
  readonly more: boolean;
}

/** `GET /api/latency?q=` */
export interface Latency {
  readonly looked: LookedAt;
  readonly decisions: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly hooks: readonly HookLatency[];
  /** Medians and p95 over time, for the chart. */
  readonly series: {
    readonly at: readonly number[];
    readonly p50: readonly (number | null)[];
    readonly p95: readonly (number | null)[];
  };
}

export interface HookLatency {
  readonly hook: string;
  readonly name: string;
  readonly dialect: string;
  readonly handler: string;
  readonly runs: number;
  /** Of all the time that agents waited for hooks: what this one was the slowest on. */
  readonly share: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** What starting it differently would save, in words that say that it is an estimate; null: nothing is known. */
  readonly estimate: string | null;
}

/** `GET /api/faults?q=` */
export interface Faults {
  readonly looked: LookedAt;
  readonly groups: readonly FaultGroup[];
  /** Problems of hook files and of doctor, which need no event to be seen. */
  readonly problems: readonly Diagnostic[];
}

export interface FaultGroup {
  readonly hook: string;
  readonly name: string;
  readonly dialect: string;
  readonly code: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Of these, how often the action went on in spite of the fault. */
  readonly proceeded: number;
  readonly refused: number;
  readonly message: string;
  readonly stderr: string;
  readonly hint: string | null;
  /** The newest decision with it. */
  readonly decision: string;
}

/** `GET /api/shadow?q=` */
export interface Shadow {
  readonly looked: LookedAt;
  readonly hooks: readonly ShadowHook[];
}

export interface ShadowHook {
  readonly hook: string;
  readonly name: string;
  readonly dialect: string;
  readonly runs: number;
  readonly wouldBlock: number;
  readonly wouldAsk: number;
  readonly wouldRewrite: number;
  /** Would have decided as the event was decided anyway. */
  readonly alike: number;
  /** Would have decided otherwise. */
  readonly otherwise: number;
  /** The newest of these. */
  readonly differing: readonly DecisionRow[];
  /** How often what it would have said met what was decided. */
  readonly matrix: readonly { readonly would: Decision; readonly decided: Decision; readonly count: number }[];
  /** It is in shadow now; false: it was when these events were decided. */
  readonly isNow: boolean;
  /** The command that lets it decide. */
  readonly command: string;
}
