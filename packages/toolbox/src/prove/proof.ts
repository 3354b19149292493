import type { Decision, Diagnostic, FaultCode, HandlerKind, AnyEvent, RunStatus, Scope } from '@hookline/core/internal';
import type { Program } from './program.ts';

/** What must happen to an event; `nothing`: it is only an example. */
export type Must = 'block' | 'pass' | 'nothing';

/** An event that a hook is tested with. */
export interface Trial {
  readonly title: string;
  readonly must: Must;
  /** Where its author wrote it; null for a built-in example. */
  readonly file: string | null;
  readonly line: number | null;
  readonly event: AnyEvent;
}

/** The result of one run, according to the engine. */
export interface TrialOutcome {
  readonly decision: Decision;
  /** Whether the action was stopped, in any way that the event has. */
  readonly refused: boolean;
  /** Null when the hook did not even take part. */
  readonly status: RunStatus | null;
  readonly fault: FaultCode | null;
  /** The fault as text, or why the hook did not take part. */
  readonly message: string | null;
  readonly durationMs: number;
}

/** The result of a trial. */
export interface TrialRun extends TrialOutcome {
  readonly title: string;
  readonly must: Must;
  readonly file: string | null;
  readonly line: number | null;
  /** Whether what had to happen did; true for an example. */
  readonly ok: boolean;
}

/**
 * `held`: as without stress. `open`: something got through. `closed`: the hook could not work, and the action was
 * stopped.
 */
export type StressEffect = 'held' | 'open' | 'closed';

/** A trial under stress, or why it was not tried. */
export type StressRun =
  | (TrialRun & { readonly stress: string; readonly effect: StressEffect; readonly forced: boolean })
  | { readonly stress: string; readonly effect: 'not tried'; readonly why: string };

/** The verdict on a hook; `unproven`: no canary shows that it blocks anything. */
export type Verdict = 'enforcing' | 'inert' | 'fails open' | 'fails closed' | 'unproven';

/** All findings about one hook. */
export interface HookProof {
  readonly id: string;
  readonly name: string;
  readonly dialect: string;
  readonly scope: Scope;
  readonly source: string;
  readonly event: string;
  readonly matcher: string | null;
  readonly handler: HandlerKind;
  /** Null when no request could be made. */
  readonly program: Program | null;
  /** The verdict on the hook itself; what its system does without it is `whenItFails`. */
  readonly verdict: Verdict;
  /** The worst finding, as text: `enforcing`, `fails open when its program is missing`. */
  readonly headline: string;
  readonly reason: string;
  /** What its system does when the hook cannot run at all; null when that was not tried. */
  readonly whenItFails: 'open' | 'closed' | null;
  /** Whether it has a canary that must be blocked. */
  readonly mustBlock: boolean;
  /** Whether everything holds that its canaries require. */
  readonly ok: boolean;
  readonly trials: readonly TrialRun[];
  readonly stress: readonly StressRun[];
}

/** The whole proof. */
export interface Proof {
  readonly ok: boolean;
  readonly hooks: readonly HookProof[];
  /** Hooks that are configured here and not armed. */
  readonly unarmed: number;
  /** Problems beside the hooks: a canary without a hook, a switch that turns all off. */
  readonly problems: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly runs: number;
  readonly durationMs: number;
}
