import type { Streams } from './stdio.ts';

/** How the hook's own process ended. */
export type Exit =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string };

/** A hook's process that was started; its pid is also the number of its group. */
export interface Run {
  readonly pid: number;
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isBackground: boolean;
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly streams: Streams;
  readonly exit: Promise<Exit>;
  /** What is known right now; null while it runs. */
  readonly exitSoFar: () => Exit | null;
  /** Stands in the first environment of a shell that waited for the run, and of all that it forks. */
  readonly shellTag?: string;
  /** What a shell that waited prints when it could not begin; nothing of the hook has run then. */
  readonly refusal?: string;
  /** Whether our helper process ends it when we die. */
  readonly isGuarded?: boolean;
}

/** The status with which a shell that waited says that it could not begin; only together with the words agreed upon. */
export const REFUSED = 97;
