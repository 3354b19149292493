import type { Diagnostic, AnswerPart } from '@hookline/core/internal';
import type { FileChange } from '../files/write-changes.ts';

/** What cannot be carried over: a closed set. */
export type LossKind =
  /** The target has no such event. */
  | 'event'
  /** The target does not obey, or has no words for, something that the hook may say. */
  | 'power'
  /** The target does not tell the hook everything. */
  | 'payload'
  /** The target keeps variables of the environment back. */
  | 'environment'
  /** The target gives a hook less time. */
  | 'timeout'
  /** The target has no such handler, and the bridge can stand in for it only in part. */
  | 'handler'
  /** The target waits for a hook that ran in the background, or the other way round. */
  | 'background'
  /** Hooks of one event follow each other otherwise. */
  | 'order'
  /** Hooks of the user and of the project come together otherwise. */
  | 'merge';

export interface Loss {
  readonly kind: LossKind;
  /** What the hook may say, where the loss is about that. */
  readonly part: AnswerPart | null;
  /** One sentence for people. */
  readonly text: string;
  /** Where it shows that the hook uses what is lost, for people; null: a possible loss, nothing shows it. */
  readonly seen: string | null;
}

/** What became of one hook. */
export interface ConvertedHook {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly source: string;
  /** `bridge`: the original runs behind a wrapper; `native`: the target runs it by itself; `left out`: it has no place there. */
  readonly way: 'bridge' | 'native' | 'left out';
  /** Native events of the target on which it runs now. */
  readonly events: readonly string[];
  readonly losses: readonly Loss[];
  /** What is good to know and costs nothing. */
  readonly notes: readonly string[];
}

/** Hooks of one system as another's: what would be written, and what that costs. */
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

/** A conversion that cannot be done as asked, in one line for people. */
export class ConversionError extends Error {}

/** The losses of a conversion that its hooks are seen to use. */
export const seenLosses = ({ hooks, losses }: Pick<Conversion, 'hooks' | 'losses'>): readonly Loss[] =>
  [...hooks.flatMap((hook) => hook.losses), ...losses].filter(({ seen }) => seen !== null);
