import type { AnyEvent, EventName } from './event.ts';
import type { FireOptions, Hooks, HooksOptions } from './hooks.ts';
import type { HookRun, Outcome } from './outcome.ts';
import type { Explanation } from './listed-hook.ts';
import type { Request, StartedHook } from './request.ts';
import type { HookSaid, Refolded, Reports } from './said.ts';
import type { Report } from './report.ts';

/** Runs a request; never throws, whatever the hook does. */
export type RunRequest = (request: Request, signal?: AbortSignal) => Promise<Report>;

/** The runners of all handler kinds, and the resources they keep open. */
export interface Handlers {
  readonly run: RunRequest;
  /** Ends workers and kills what still runs. */
  readonly close: () => Promise<void>;
}

/** A hook that continues after the answer was given, in a form that can be serialized. */
export interface BackgroundJob {
  readonly decisionId: string;
  readonly hook: HookRun;
  readonly nativeEvent: string;
  readonly event: EventName;
  readonly request: Exclude<Request, { readonly kind: 'function' | 'impossible' }>;
  /** A hook that was waited for until it said that nothing is to wait for it; absent: it is still to be started. */
  readonly running?: StartedHook | null;
}

/** A job whose command already runs; null: the process that watches it also starts it. */
export interface RunningJob extends BackgroundJob {
  readonly running: StartedHook | null;
}

/** The options of a host, and those that only the packages of this repository use. */
export interface InternalOptions extends HooksOptions {
  readonly platform?: NodeJS.Platform;
  /** The home folder of the account; absent: as the password database has it. */
  readonly accountHome?: string;
  /** Why no hook runs but those of policies; absent: all run. */
  readonly disabled?: string;
  /**
   * Under `toolNames: 'native'`: a hook that accepts a tool by its given name sees it under that name, and only others
   * see it under their own names.
   */
  readonly givenFirst?: boolean;
  /**
   * Whether the host starts programs for a model; then it counts as a host of hooks from its opening on, not from the
   * first hook.
   */
  readonly startsTools?: boolean;
  /**
   * Called before a hook is run, and may run something else instead: for a tool that tests hooks under other
   * conditions.
   */
  readonly adjust?: (request: Request) => Request;
  /** Called with the answer of each hook of a file, in the order in which they end. */
  readonly onSaid?: (said: HookSaid) => void;
  /**
   * Takes over background hooks, for a process that ends before they do; the process that then runs them also asks the
   * model where needed.
   */
  readonly detach?: (jobs: readonly BackgroundJob[]) => Promise<void>;
}

/** The options of a fire, and those that only the packages of this repository use. */
export interface InternalFireOptions extends FireOptions {
  /** `left-out`: background hooks, which decide nothing, are not started. */
  readonly background?: 'left-out';
  /** Ids of the only hooks that take part: for a tool that examines one. Absent: all. */
  readonly only?: readonly string[];
  /** The connected agent that told the event, for the record. */
  readonly toldBy?: string;
  /** Called with the outcome once it is recorded, and the id of the decision; the result is noted in the record beside it. */
  readonly notesOn?: (outcome: Outcome, decisionId: string) => readonly string[];
}

/** What a host gets, and what only the packages of this repository use; events may be of any shape. */
export interface InternalHooks extends Hooks {
  readonly fire: (event: AnyEvent, options?: InternalFireOptions) => Promise<Outcome>;
  /** Adds to the record of a decision, also of one that another process has made. */
  readonly note: (decisionId: string, text: string) => void;
  readonly explain: (event: AnyEvent) => Explanation;
  /**
   * Decides an event again from reports of runs, as if the hooks had ended in that order; hooks without a report take
   * no part. Runs nothing, records nothing.
   */
  readonly refold: (event: AnyEvent, given: Reports) => Promise<Refolded>;
  /**
   * The request that would be run for a hook on an event, whether or not the event selects it; null for one that is
   * not armed, or not of that event. Runs nothing.
   */
  readonly requestOf: (id: string, event: AnyEvent) => Request | null;
}
