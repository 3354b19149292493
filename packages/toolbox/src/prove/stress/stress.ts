import type { HandlerKind, HooksOptions, AnyEvent, Request } from '@hookline/core/internal';
import type { TrialOutcome } from '../proof.ts';
import type { Workshop } from './workshop.ts';

/** Something that goes wrong around a hook in real life. */
export interface Stress {
  readonly name: string;
  /** The same as a condition for a hook of this kind: "it fails open when …". */
  readonly when: (handler: HandlerKind) => string;
  /** What is done, and what that cannot show. */
  readonly about: string;
  /** What helps a hook that falls for it. */
  readonly hint: string;
  /** The kinds of handlers that it means something to. */
  readonly on: readonly Request['kind'][];
  /** Whether the hook could not run at all then, so that all it shows is what its system does about that. */
  readonly forces: (run: TrialOutcome) => boolean;
  /** `one`: what it shows on one event it shows on all. */
  readonly tries: 'one' | 'each';
  /** Makes it ready, or says why it cannot be had here. */
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
