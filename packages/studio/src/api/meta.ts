import type { DecisionRow } from './rows.ts';

/** `GET /api/meta` */
export interface Meta {
  readonly version: string;
  readonly mode: 'look' | 'edit';
  readonly folders: { readonly record: string; readonly state: string; readonly project: string };
  readonly index: {
    readonly decisions: number;
    readonly lines: number;
    readonly files: number;
    readonly filesRead: number;
    readonly done: boolean;
    /** Why the index is not kept on disk; null: it is. */
    readonly cacheProblem: string | null;
    /** Why rows may be missing, in words; null: all is well. */
    readonly problem: string | null;
  };
  /** Null until it was asked for: checking a record costs time. */
  readonly chain: ChainState | null;
  /** Words for filters. */
  readonly events: readonly string[];
  readonly projects: readonly string[];
  readonly hooks: readonly string[];
  readonly sessions: readonly string[];
  readonly counts: { readonly hooks: number; readonly faults: number; readonly shadow: number };
  readonly demo: boolean;
}

/** `POST /api/verify` */
export interface ChainState {
  readonly whole: boolean;
  readonly lines: number;
  readonly findings: readonly { readonly kind: string; readonly place: string; readonly message: string }[];
  readonly checkedAt: number;
}

/** `POST /api/session` */
export interface SessionGiven {
  /** Null: the session is in a cookie, where a gateway serves the page. */
  readonly token: string | null;
}

/** Every answer that is not 2xx. */
export interface Problem {
  readonly error: string;
  readonly hint: string | null;
}

/** What `GET /api/live` sends, one line of `text/event-stream` data each; `id:` is the place in the record. */
export type LiveMessage =
  | { readonly kind: 'rows'; readonly rows: readonly DecisionRow[] }
  /** All that comes from now on is told; what came before, since the page read its rows, is to be read again. */
  | { readonly kind: 'again' }
  /** The parts of `Meta` that are others than were told before. */
  | { readonly kind: 'meta'; readonly changed: Partial<Meta> };
