import type {
  BackgroundJob,
  Diagnostic,
  Ending,
  FirePoint,
  Hook,
  HookRun,
  AnyEvent,
  Message,
  Report,
  RunRequest,
  Verdict,
  WakeCall,
} from '../model/index.ts';
import type { Place } from './frame.ts';
import type { Step } from './plan.ts';
import type { DialectHooks } from './routes.ts';
import type { TrustGate, Withheld } from './admit.ts';

/** One event passing through all dialects. */
export interface Fire {
  readonly event: AnyEvent;
  readonly hooks: readonly DialectHooks[];
  /** The point of a tool call: only dialects whose hooks run at that point take part. Absent: all. */
  readonly point?: FirePoint | undefined;
  readonly place: Place;
  readonly diagnostics: readonly Diagnostic[];
  readonly wait: boolean;
  /** `left-out`: background hooks are not started. */
  readonly background?: 'left-out' | undefined;
  readonly signal: AbortSignal | undefined;
  readonly decisionId: string;
  /** The connected agent that told the event. */
  readonly toldBy?: string | undefined;
  /** On the monotonic clock. */
  readonly startedMs: number;
}

/** The verdict of one hook on the event as the hook saw it. */
interface SaidByHook {
  readonly decisionId: string;
  readonly step: Step;
  readonly saw: AnyEvent;
  readonly verdict: Verdict;
  readonly report: Report;
}

/** Releases the slot. */
export type Leave = () => void;

/** What the engine needs from outside; every side effect goes through here. */
export interface Ports {
  readonly run: RunRequest;
  /**
   * A slot among the events that run processes, at once if one is free; sessions take turns. Null when the signal
   * aborted first. Absent: no bound.
   */
  readonly takePlace?: (session: string, signal?: AbortSignal) => Leave | null | Promise<Leave | null>;
  /** Called before each start of a hook; absent: all are admitted. */
  readonly gate?: TrustGate | undefined;
  /** Called for a hook that may have run with content that was not trusted, where nothing waits for its answer. */
  readonly onDoubt?: ((decisionId: string, hook: Hook, why: string) => void) | undefined;
  readonly now: () => Date;
  /** True the first time that it is called with a key, for warnings that are given once. */
  readonly isFirst: (key: string) => boolean;
  readonly onStart?:
    | ((hook: { readonly id: string; readonly name: string; readonly status: string | null }) => void)
    | undefined;
  /** Called with the answer of each hook, in the order in which they end. */
  readonly onSaid?: ((said: SaidByHook) => void) | undefined;
  readonly onDebug?: ((line: string) => void) | undefined;
  readonly onWake?: ((call: WakeCall) => void) | undefined;
  readonly onContext?: ((context: { readonly hook: string; readonly text: string }) => void) | undefined;
  readonly onMessage?: ((message: Message) => void) | undefined;
  /** Takes background hooks over; without it they run in this process. */
  readonly detach?: ((jobs: readonly BackgroundJob[]) => Promise<void>) | undefined;
  /** Called with the hooks that an event has selected, before anything runs. */
  readonly onPlanned?: ((request: Fire, hooks: readonly Hook[]) => void) | undefined;
  /** Why no hook may decide now: what must be recorded cannot be. Null: they may. Absent: nothing must be. */
  readonly unrecorded?: (() => string | null) | undefined;
  /** Called for every background run that has ended. */
  readonly onBackgroundEnd: (decisionId: string, run: HookRun, ending: Ending) => void;
  /** Tracks background work until it has ended or is stopped. */
  readonly keep: (work: Promise<unknown>) => void;
  /** Stops background work early. */
  readonly closing: AbortSignal;
}

/** What one fire passes to each of its steps. */
export interface Firing {
  readonly decisionId: string;
  readonly ports: Ports;
  readonly signal: AbortSignal | undefined;
  /** What happens to background hooks: they run on detached, the outcome waits for them, or they are not started. */
  readonly background: 'kept' | 'waited-for' | 'left-out';
  /** Numbers the runs of this fire. */
  readonly nextRunId: () => string;
}

/** A step that has been run: the hook's verdict, and the facts for the record. */
export interface Ran {
  readonly step: Step;
  readonly verdict: Verdict;
  readonly run: HookRun;
  readonly report: Report;
  /** Why it did not run although it was selected; null for one that ran. */
  readonly withheld: Withheld | null;
}
