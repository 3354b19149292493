import type { Diagnostic, ListedHook, TrustResult } from '@hookline/core/internal';
import type { Check } from '@hookline/toolbox';
import type { DecisionRow } from './rows.ts';

/** `GET /api/hooks?project=` */
export interface HookList {
  readonly project: string;
  readonly hooks: readonly HookRow[];
  readonly diagnostics: readonly Diagnostic[];
  readonly armed: number;
  readonly trust: 'trusted' | 'untrusted' | 'changed' | 'none';
}

export interface HookRow extends ListedHook {
  readonly state: 'armed' | 'shadow' | 'untrusted' | 'withheld' | 'inactive';
  readonly runs: number;
  readonly blocks: number;
  readonly wouldBlock: number;
  readonly last: number | null;
  readonly p95: number | null;
  /** Counts of the last 30 days, oldest first. */
  readonly days: readonly number[];
  /** Why it was never selected, in words; null: it was. */
  readonly never: string | null;
}

/** `GET /api/hooks/:id?project=` */
export interface HookDetail {
  readonly hook: HookRow;
  /** What its file says about it, and where; the whole file where that cannot be told. */
  readonly definition: { readonly place: string; readonly text: string };
  readonly files: readonly {
    readonly path: string;
    readonly digest: string;
    readonly state: 'same' | 'changed' | 'gone' | 'new';
    readonly difference: string | null;
  }[];
  readonly recent: readonly DecisionRow[];
  /** Of a hook that was never selected: the newest events of its kind, which it did not fit. */
  readonly near: readonly DecisionRow[];
  readonly cases: readonly string[];
}

/** `GET /api/trust?project=`: what trust covers, and what has changed since; trusts nothing. */
export type TrustView = Pick<TrustResult, 'already' | 'changes' | 'problem' | 'switchesOff'> & {
  readonly path: string;
  readonly files: readonly { readonly path: string; readonly digest: string; readonly note: string | null }[];
};

/** `GET /api/doctor?project=`: looks, and starts nothing. */
export interface DoctorView {
  readonly checks: readonly Check[];
}
