import type { HandlerKind, HooksOptions, AnyEvent, Request } from '@hookline/core/internal';
import type { TrialOutcome } from '../proof.ts';
import type { Workshop } from './workshop.ts';

/** A failure around a hook that happens in practice. */
export interface Stress {
  readonly name: string;
  /** The same as a condition for a hook of this kind: "it fails open when …". */
  readonly when: (handler: HandlerKind) => string;
  /** What is done, and what that cannot show. */
  readonly about: string;
  /** Advice for a hook that fails under it. */
  readonly hint: string;
  /** The kinds of handlers to which it applies. */
  readonly on: readonly Request['kind'][];
  /** Whether the hook cannot run at all under it, so that it only shows how the system reacts. */
  readonly forces: (run: TrialOutcome) => boolean;
  /** `one`: its result on one event holds for all. */
  readonly tries: 'one' | 'each';
  /** Prepares it, or returns why it is not available here. */
  readonly prepare: (workshop: Workshop) => Circumstances | Unavailable | Promise<Circumstances | Unavailable>;
}

/** What is different for the hooks. */
export interface Circumstances {
  readonly event?: (event: AnyEvent) => AnyEvent;
  readonly options?: Pick<HooksOptions, 'adjust' | 'model' | 'agent'>;
}

export interface Unavailable {
  readonly unavailable: string;
}

export const never = (): boolean => false;
export const always = (): boolean => true;
