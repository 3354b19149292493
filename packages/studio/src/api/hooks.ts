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
  /** What trust covers of it, and what has changed since; null: trust does not cover it, such as a hook of the user. */
  readonly trust: {
    /** When it was trusted, or that everything is; null: it is not. */
    readonly at: number | 'always' | null;
    /** The hook file against the copy that trust keeps of it; null: there is no copy. */
    readonly definition: {
      readonly path: string;
      readonly state: 'same' | 'changed' | 'gone';
      /** Null: nothing differs, or it cannot be compared. */
      readonly difference: LineDifference | null;
    } | null;
    readonly files: readonly TrustedFile[];
  } | null;
  readonly recent: readonly DecisionRow[];
  /** Of a hook that was never selected: the newest events of its kind, which it did not fit. */
  readonly near: readonly DecisionRow[];
  readonly cases: readonly string[];
}

/** A file that the hook starts or loads. Of its content of then trust keeps nothing but the digest. */
export interface TrustedFile {
  readonly path: string;
  /** `unpinned`: it counts by the rules of now, and was not looked at when trust was given. */
  readonly state: 'same' | 'changed' | 'gone' | 'new' | 'unpinned';
  /** Its digest when it was trusted, or a word such as `absent`; null: it was not. */
  readonly was: string | null;
  /** The same now; null: the hook does not lead there any more. */
  readonly digest: string | null;
  /** Its size now; null: it is no file now. */
  readonly bytes: number | null;
}

/** A difference of two texts, as `diff -u` writes it. */
export interface LineDifference {
  /** Lines that begin with `+`, `-` or a space; a line of `…` stands for lines that are alike. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
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
