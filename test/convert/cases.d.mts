import type { HooksOptions, LifecycleEvent } from '@hookline/core';

/** One event of a conformance case. */
export interface Moment {
  readonly id: string;
  readonly says: string;
  readonly dialect: string;
}

export interface LaidOut {
  readonly places: HooksOptions;
  readonly event: LifecycleEvent;
}

export const IDS: readonly string[];
export function momentsOf(dialect: string): Promise<readonly Moment[]>;
export function within<Result>(moment: Moment, use: (place: LaidOut) => Promise<Result>): Promise<Result>;
