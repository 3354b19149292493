/** How a handler ended. Only `exited` has an exit code, so that a death by signal can never read as success. */
export type Ending =
  | { readonly how: 'exited'; readonly code: number }
  /** A handler without its own process gave its answer. */
  | { readonly how: 'answered' }
  | { readonly how: 'killed'; readonly signal: string }
  | { readonly how: 'timed-out'; readonly afterMs: number }
  | { readonly how: 'cancelled' }
  | { readonly how: 'not-started'; readonly why: string }
  /**
   * An error of hookline kept the hook from running, or its answer from being read: nothing is known about its
   * decision.
   */
  | { readonly how: 'failed-inside'; readonly why: string }
  /** Code of the hook threw, or the worker that ran it died. */
  | { readonly how: 'raised'; readonly why: string }
  /** Nothing to ask: no model, no connection, a refused address, a server that declines. */
  | { readonly how: 'unavailable'; readonly why: string }
  /** Something was returned that is not an answer at all. */
  | { readonly how: 'garbled'; readonly why: string }
  /** It ended where nothing could see its exit status: it had been passed on to a process that did not start it. */
  | { readonly how: 'ended-unseen' };

/** The raw facts of one run; nothing in it has been interpreted. */
export interface Report {
  readonly ending: Ending;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: readonly ('stdout' | 'stderr')[];
  readonly durationMs: number;
  /** Of a server's answer: whether it says that it is JSON. Absent: unknown. */
  readonly isJson?: boolean;
  /** What a python callable, a module or a host function returned. */
  readonly value?: unknown;
  /** What should be known about how the answer came about. */
  readonly note?: string;
  /** What is wrong with the returned value; `value` then holds the readable part of it. */
  readonly wrong?: string;
}
