import type { Outcome } from '@hookline/core';
import type { Loss } from '@hookline/toolbox';
import type { Moment } from './cases.mjs';

export interface Decided {
  readonly outcome: Outcome;
  readonly gist: Readonly<Record<string, string | null>>;
}

export interface Converted extends Decided {
  readonly losses: ReadonlyMap<string, readonly Loss[]>;
  readonly whole: readonly Loss[];
}

export interface Judged {
  readonly verdict: 'same' | 'loss' | 'third';
  readonly differs: readonly string[];
  readonly losses: readonly Loss[];
}

export function original(moment: Moment): Promise<Decided>;
export function converted(moment: Moment, to: string): Promise<Converted>;
export function judge(before: Decided, after: Converted, moment: Moment, to: string): Promise<Judged>;
