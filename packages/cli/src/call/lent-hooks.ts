import type { FollowedHooks, Hooks } from '@hookline/core/internal';

/** Hooks for one event; `release` must be called when it has been answered. */
export interface LentHooks {
  readonly hooks: Hooks;
  /** What could not be recorded since these hooks were opened. */
  readonly unrecorded: readonly string[];
  readonly release: () => Promise<void> | void;
}

/** Opens hooks; what cannot be recorded is added to the list. */
export type OpenHooks = (unrecorded: string[]) => Promise<FollowedHooks>;

/** Lends the hooks for a key, which must name all that they depend on besides files. */
export type LendHooks = (key: string, open: OpenHooks) => Promise<LentHooks>;
