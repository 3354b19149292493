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
import type { TrustGate } from './admit.ts';

/** One event on its way through all dialects. */
export interface Fire {
  readonly event: AnyEvent;
  readonly hooks: readonly DialectHooks[];
  /** Where a tool call stands: only the dialects take part whose hooks run there. Absent: all. */
  readonly point?: FirePoint | undefined;
  readonly place: Place;
  readonly diagnostics: readonly Diagnostic[];
  readonly wait: boolean;
  /** `left-out`: background hooks are not started. */
  readonly background?: 'left-out' | undefined;
  readonly signal: AbortSignal | undefined;
  readonly decisionId: string;
  /** On the monotonic clock. */
  readonly startedMs: number;
}

/** What one hook said about the event as it saw it. */
interface SaidByHook {
  readonly decisionId: string;
  readonly step: Step;
  readonly saw: AnyEvent;
  readonly verdict: Verdict;
  readonly report: Report;
}

/** Gives a place back. */
export type Leave = () => void;

/** What the engine needs of the world around it; everything that is not pure comes in here. */
export interface Ports {
  readonly run: RunRequest;
  /** A place among the events that run processes, at once if one is free; sessions take turns. Null when the signal gave up first. Absent: no bound. */
  readonly takePlace?: (session: string, signal?: AbortSignal) => Leave | null | Promise<Leave | null>;
  /** Asked before each start of a hook; absent: all are admitted. */
  readonly gate?: TrustGate | undefined;
  /** Told of a hook that may have run with other content than what was trusted, where nobody waits for its answer. */
  readonly onDoubt?: ((decisionId: string, hook: Hook, why: string) => void) | undefined;
  readonly now: () => Date;
  /** True the first time that it is asked about a key: for warnings that are wanted once. */
  readonly isFirst: (key: string) => boolean;
  readonly onStart?:
    | ((hook: { readonly id: string; readonly name: string; readonly status: string | null }) => void)
    | undefined;
  /** Told what each hook said, in the order in which they end. */
  readonly onSaid?: ((said: SaidByHook) => void) | undefined;
  readonly onDebug?: ((line: string) => void) | undefined;
  readonly onWake?: ((call: WakeCall) => void) | undefined;
  readonly onContext?: ((context: { readonly hook: string; readonly text: string }) => void) | undefined;
  readonly onMessage?: ((message: Message) => void) | undefined;
  /** Takes background hooks over; without it they run in this process. */
  readonly detach?: ((jobs: readonly BackgroundJob[]) => Promise<void>) | undefined;
  /** Told the hooks that an event has selected, before anything runs. */
  readonly onPlanned?: ((request: Fire, hooks: readonly Hook[]) => void) | undefined;
  /** Told of every background run that has ended. */
  readonly onBackgroundEnd: (decisionId: string, run: HookRun, ending: Ending) => void;
  /** Holds background work until it is done or ended. */
  readonly keep: (work: Promise<unknown>) => void;
  /** Ends background work early. */
  readonly closing: AbortSignal;
}

/** What one fire hands to each of its steps. */
export interface Firing {
  readonly decisionId: string;
  readonly ports: Ports;
  readonly signal: AbortSignal | undefined;
  /** What becomes of background hooks: they go on by themselves, the outcome waits for them, or they are not started. */
  readonly background: 'kept' | 'waited-for' | 'left-out';
  /** Numbers the runs of this fire. */
  readonly nextRunId: () => string;
}

/** A step that has been run: what the hook said, and the facts for the record. */
export interface Ran {
  readonly step: Step;
  readonly verdict: Verdict;
  readonly run: HookRun;
  readonly report: Report;
  /** Why it did not run although it was selected; null for one that ran. */
  readonly withheld: string | null;
}
