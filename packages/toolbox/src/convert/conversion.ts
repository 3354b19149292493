import type { Diagnostic, AnswerPart } from '@hookline/core/internal';
import type { FileChange } from '../files/write-changes.ts';

/** What cannot be converted: a closed set. */
export type LossKind =
  /** The target has no such event. */
  | 'event'
  /** The target does not obey, or cannot express, something that the hook may answer. */
  | 'power'
  /** The target does not give the hook all fields. */
  | 'payload'
  /** The target does not pass on some environment variables. */
  | 'environment'
  /** The target gives a hook less time. */
  | 'timeout'
  /** The target has no such handler, and the bridge can replace it only in part. */
  | 'handler'
  /** The target waits for a hook that ran in the background, or the other way round. */
  | 'background'
  /** Hooks of one event run in a different order. */
  | 'order'
  /** Hooks of the user and of the project are merged differently. */
  | 'merge';

export interface Loss {
  readonly kind: LossKind;
  /** The part of an answer that the loss is about, where there is one. */
  readonly part: AnswerPart | null;
  /** One sentence for people. */
  readonly text: string;
  /** Where the hook is seen to use what is lost, for people; null: a possible loss without evidence. */
  readonly seen: string | null;
}

/** The result for one hook. */
export interface ConvertedHook {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly source: string;
  /**
   * `bridge`: the original runs behind a wrapper; `native`: the target runs it by itself; `left out`: it cannot run
   * there.
   */
  readonly way: 'bridge' | 'native' | 'left out';
  /** Native events of the target on which it runs now. */
  readonly events: readonly string[];
  readonly losses: readonly Loss[];
  /** Notes that are no loss. */
  readonly notes: readonly string[];
}

/** Hooks of one system converted to another's: what would be written, and what is lost. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly scope: 'user' | 'project';
  readonly hooks: readonly ConvertedHook[];
  /** Losses of the set as a whole. */
  readonly losses: readonly Loss[];
  readonly changes: readonly FileChange[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A conversion that cannot be done as requested, in one line for people. */
export class ConversionError extends Error {}

/** The losses of a conversion that its hooks are seen to use. */
export const seenLosses = ({ hooks, losses }: Pick<Conversion, 'hooks' | 'losses'>): readonly Loss[] =>
  [...hooks.flatMap((hook) => hook.losses), ...losses].filter(({ seen }) => seen !== null);
