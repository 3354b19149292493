import type { HooksOptions, AnyEvent } from '@hookline/core/internal';

/** One event of a conformance case. */
export interface Moment {
  readonly id: string;
  readonly says: string;
  readonly dialect: string;
}

export interface LaidOut {
  readonly places: HooksOptions;
  readonly event: AnyEvent;
}

export const IDS: readonly string[];
export function momentsOf(dialect: string): Promise<readonly Moment[]>;
export function within<Result>(moment: Moment, use: (place: LaidOut) => Promise<Result>): Promise<Result>;
