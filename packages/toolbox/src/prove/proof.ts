import type { Decision, Diagnostic, FaultCode, HandlerKind, AnyEvent, RunStatus, Scope } from '@hookline/core/internal';
import type { Program } from './program.ts';

/** What must become of an event; `nothing`: it is only an example. */
export type Must = 'block' | 'pass' | 'nothing';

/** An event that a hook is tried on. */
export interface Trial {
  readonly title: string;
  readonly must: Must;
  /** Where the author wrote it; null for a ready example. */
  readonly file: string | null;
  readonly line: number | null;
  readonly event: AnyEvent;
}

/** What one run came to, as the engine tells it. */
export interface TrialOutcome {
  readonly decision: Decision;
  /** Whether the action was stopped, in whatever way the event has for that. */
  readonly refused: boolean;
  /** Null when the hook did not even take part. */
  readonly status: RunStatus | null;
  readonly fault: FaultCode | null;
  /** The fault in words, or why the hook did not take part. */
  readonly message: string | null;
  readonly durationMs: number;
}

/** A trial as it went. */
export interface TrialRun extends TrialOutcome {
  readonly title: string;
  readonly must: Must;
  readonly file: string | null;
  readonly line: number | null;
  /** Whether what had to happen did; true for an example. */
  readonly ok: boolean;
}

/** `held`: as without stress. `open`: something got through. `closed`: the hook could not do its work, and the action was stopped. */
export type StressEffect = 'held' | 'open' | 'closed';

/** A trial under stress, or why it was not tried. */
export type StressRun =
  | (TrialRun & { readonly stress: string; readonly effect: StressEffect; readonly forced: boolean })
  | { readonly stress: string; readonly effect: 'not tried'; readonly why: string };

/** How a hook stands; `unproven`: no canary shows that it blocks anything. */
export type Verdict = 'enforcing' | 'inert' | 'fails open' | 'fails closed' | 'unproven';

/** All that was found out about one hook. */
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
  /** How the hook itself does; what its system does without it is `whenItFails`. */
  readonly verdict: Verdict;
  /** The worst that was found, in words: `enforcing`, `fails open when its program is missing`. */
  readonly headline: string;
  readonly reason: string;
  /** What its system does when the hook cannot run at all; null when that was not tried. */
  readonly whenItFails: 'open' | 'closed' | null;
  /** Whether it has a canary that must be blocked. */
  readonly mustBlock: boolean;
  /** Whether all holds that its canaries ask for. */
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
  /** What is wrong beside the hooks: a canary without a hook, a switch that turns all off. */
  readonly problems: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly runs: number;
  readonly durationMs: number;
}
