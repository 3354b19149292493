import type { Streams } from './stdio.ts';

/** How the hook's own process ended. */
export type Exit =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'killed'; readonly signal: string }
  /** It is gone, and this process, which did not start it, cannot know more. */
  | { readonly how: 'ended-unseen' };

/** A started process of a hook; its pid is also its process group id. */
export interface Run {
  readonly pid: number;
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isBackground: boolean;
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly streams: Streams;
  readonly exit: Promise<Exit>;
  /** The ending as known now; null while it runs. */
  readonly exitSoFar: () => Exit | null;
  /** Set in the initial environment of a waiting shell, and so in all its children. */
  readonly shellTag?: string;
  /** What a waiting shell prints when it could not begin; then no part of the hook has run. */
  readonly refusal?: string;
  /** Whether the helper process kills it when hookline dies. */
  readonly isGuarded?: boolean;
  /** From now on it may outlive whatever has started it. */
  readonly release?: () => void;
}

/**
 * The exit code by which a waiting shell reports that it could not begin; counts only together with the agreed output.
 */
export const REFUSED = 97;
