/** How a handler ended. Only `exited` has an exit code, so that a death by signal can never read as success. */
export type Ending =
  | { readonly how: 'exited'; readonly code: number }
  /** A handler without a process of its own gave its answer. */
  | { readonly how: 'answered' }
  | { readonly how: 'killed'; readonly signal: string }
  | { readonly how: 'timed-out'; readonly afterMs: number }
  | { readonly how: 'cancelled' }
  | { readonly how: 'not-started'; readonly why: string }
  /** An error of ours kept the hook from running, or its answer from being read: nothing is known about what it would say. */
  | { readonly how: 'failed-inside'; readonly why: string }
  /** Code of the hook raised, or the worker that ran it died. */
  | { readonly how: 'raised'; readonly why: string }
  /** Nobody to ask: no model, no connection, a refused address, an unwilling server. */
  | { readonly how: 'unavailable'; readonly why: string }
  /** Something came back that is no answer at all. */
  | { readonly how: 'garbled'; readonly why: string };

/** The raw facts of one run; nothing in it has been interpreted. */
export interface Report {
  readonly ending: Ending;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: readonly ('stdout' | 'stderr')[];
  readonly durationMs: number;
  /** What a python callable, a module or a host function returned. */
  readonly value?: unknown;
  /** What is wrong with the value that was returned; `value` then holds what could be read of it. */
  readonly wrong?: string;
}
