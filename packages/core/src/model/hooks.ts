import type { AgentRequest, HandedOver, PromptRequest, Request } from './request.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { EventName, LifecycleEvent } from './event.ts';
import type { FirePoint } from './dialect.ts';
import type { Extra, HookRun, Message, Outcome } from './outcome.ts';
import type { HandlerKind, Scope } from './hook.ts';
import type { Json, JsonObject } from './json.ts';
import type { HookSaid, Refolded, Reports } from './said.ts';
import type { Report } from './report.ts';

/** Carries a request out; never throws, whatever the hook does. */
export type RunRequest = (request: Request, signal?: AbortSignal) => Promise<Report>;

/** The runners of all handler kinds, and what they keep open. */
export interface Handlers {
  readonly run: RunRequest;
  /** Ends workers and kills what still runs. */
  readonly close: () => Promise<void>;
}

/** How much a project's own hooks are believed. */
export type TrustPolicy = 'store' | 'all' | ((project: ProjectContent) => boolean | Promise<boolean>);

/** What trust in a project would cover. */
export interface ProjectContent {
  /** Resolved path. */
  readonly path: string;
  readonly digest: string;
  /** Every definition and script that the digest covers, relative to the project. */
  readonly files: readonly CoveredFile[];
}

export interface CoveredFile {
  readonly path: string;
  readonly digest: string;
}

/** The host's function behind prompt handlers: gives the model's reply as text. */
export type AskModel = (request: PromptRequest, signal: AbortSignal) => Promise<string>;

/** The host's function behind agent handlers: gives the sub-agent's structured answer, or its text. */
export type AskAgent = (request: AgentRequest, signal: AbortSignal) => Promise<unknown>;

/** A background hook's wish to wake the model. */
export interface WakeCall {
  readonly hook: string;
  readonly reminder: string;
  readonly summary: string;
}

/** A hook that goes on after the answer was given, in a form that can be written down. */
export interface BackgroundJob {
  readonly decisionId: string;
  readonly hook: HookRun;
  readonly nativeEvent: string;
  readonly event: EventName;
  readonly request: Exclude<Request, { readonly kind: 'function' | 'impossible' }>;
}

/** A job whose command runs already: `descriptors` are its stdout, stderr and exit status. */
export interface RunningJob extends BackgroundJob {
  readonly running: { readonly handed: HandedOver; readonly descriptors: readonly number[] } | null;
}

export interface HooksOptions {
  readonly project?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Ids of the dialects to load; all by default. */
  readonly dialects?: readonly string[];
  readonly plugins?: readonly string[];
  /** Kolega's state folder. */
  readonly stateDir?: string;
  readonly trust?: TrustPolicy;
  readonly nonInteractive?: boolean;
  /**
   * `native`: hooks of each dialect see the neutral tools (`Bash`, `Read`, `Write`, `Edit`, `Glob`, `Grep`, `WebFetch`, `Agent`), their
   * input fields and the reasons of a session's end under their system's own names; `given`, the default: as the host names them.
   */
  readonly toolNames?: 'given' | 'native';
  readonly model?: AskModel;
  readonly agent?: AskAgent;
  readonly onWake?: (call: WakeCall) => void;
  readonly onContext?: (context: { readonly hook: string; readonly text: string }) => void;
  readonly onMessage?: (message: Message) => void;
  /** Told when a hook starts, for a status line; `status` is what the hook wants shown, if it says so. */
  readonly onStart?: (hook: { readonly id: string; readonly name: string; readonly status: string | null }) => void;
  /** Lines that a dialect documents for its debug mode. */
  readonly onDebug?: (line: string) => void;
  /** false: nothing is recorded; a folder: there; default: the state folder. */
  readonly record?: boolean | string;
  /** Makes the record one that nobody can chain anew without this; default: what `HOOKLINE_RECORD_KEY_FILE` names. */
  readonly recordKey?: string | Uint8Array;
  /** Told once, when something could not be recorded, or only without its key; decisions go on. */
  readonly onRecordFailure?: (why: string) => void;
  /**
   * false: every hook's process is started when it is needed. Default: once a command has run, shells wait for the next
   * ones, and a small helper starts the other programs; a host that hands its background hooks over does without.
   * `HOOKLINE_WARM=0` in the environment of the host turns it off too.
   */
  readonly warm?: boolean;
  /** Asked before a hook is carried out what is to be done in its place: for a tool that tries hooks under other circumstances. */
  readonly adjust?: (request: Request) => Request;
  /** Told what each hook of a file said, in the order in which they end. */
  readonly onSaid?: (said: HookSaid) => void;
  /** Takes background hooks over, for a process that ends before they do; whoever runs them then asks the model for those that ask one. */
  readonly detach?: (jobs: readonly BackgroundJob[]) => Promise<void>;
}

/** What a function of the host may answer. */
export interface HostAnswer {
  readonly decision?: 'allow' | 'ask' | 'block' | 'none';
  readonly reason?: string;
  readonly updatedInput?: JsonObject;
  readonly updatedToolOutput?: Json;
  readonly updatedPrompt?: string;
  readonly additionalContext?: string | readonly string[];
  readonly systemMessage?: string;
  readonly extra?: Extra;
}

export type HostFunction = (event: LifecycleEvent) => HostAnswer | void | Promise<HostAnswer | void>;

export interface Registration {
  readonly event: EventName;
  readonly matcher?: string;
  readonly once?: boolean;
  readonly name?: string;
  readonly timeoutMs?: number;
}

/** One hook as `list` shows it. */
export interface ListedHook {
  readonly id: string;
  readonly name: string;
  /** What people call it, where its name is only its command; absent otherwise. */
  readonly label?: string;
  readonly dialect: string;
  readonly scope: Scope;
  readonly source: string;
  readonly event: string;
  readonly matcher: string | null;
  readonly handler: HandlerKind;
  readonly armed: boolean;
  /** Why it is not armed; null when it is. */
  readonly why: string | null;
  /** The user has put it in shadow: it runs, and decides nothing. Absent otherwise. */
  readonly shadow?: true;
}

/** One hook as `explain` shows it; `order` counts from 1 among those that run. */
export interface ExplainedHook extends ListedHook {
  readonly runs: boolean;
  readonly why: string;
  readonly order: number | null;
}

export interface Explanation {
  readonly event: EventName;
  readonly hooks: readonly ExplainedHook[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface FireOptions {
  readonly signal?: AbortSignal;
  /** Also wait for background hooks and report them. */
  readonly wait?: boolean;
  /** Where a tool call stands: only the dialects whose hooks run at this point take part. Absent: all. */
  readonly point?: FirePoint;
  /** Ids of dialects that take no part, such as one that has used up its bound. */
  readonly without?: readonly string[];
  /** `left-out`: background hooks, which decide nothing, are not started. */
  readonly background?: 'left-out';
  /** Ids of the only hooks that take part: for a tool that looks at one. Absent: all. */
  readonly only?: readonly string[];
}

/** A file, or a folder of hook folders, that is read for hooks; it need not exist. */
export interface ConfigurationFile {
  /** Absolute. */
  readonly path: string;
  readonly dialect: string;
  readonly scope: Exclude<Scope, 'host'>;
}

export interface ReloadResult {
  /** False: the new files are bad, and the old set stays in force. */
  readonly applied: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** The hooks of one project, ready to fire. */
export interface Hooks {
  readonly fire: (event: LifecycleEvent, options?: FireOptions) => Promise<Outcome>;
  /** Adds a hook of the host; the result removes it again. */
  readonly on: (registration: Registration, call: HostFunction) => () => void;
  readonly reload: () => Promise<ReloadResult>;
  readonly list: () => readonly ListedHook[];
  readonly explain: (event: LifecycleEvent) => Explanation;
  /** Decides an event anew from reports of runs, as if the hooks had ended in that order; hooks without a report take no part. Runs nothing, records nothing. */
  readonly refold: (event: LifecycleEvent, given: Reports) => Promise<Refolded>;
  /** What would be carried out for a hook on an event, whether or not the event selects it; null for one that is not armed, or not of that event. Runs nothing. */
  readonly requestOf: (id: string, event: LifecycleEvent) => Request | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Where hooks are looked for, in the order in which they count: what a host watches for changes. */
  readonly files: readonly ConfigurationFile[];
  /** Entries in all files that count here, loaded or not: what `armed N of M` is told against. */
  readonly entries: number;
  /** Ids of dialects whose whole load was rejected. */
  readonly rejected: readonly string[];
  /** The project's own hook files, and whether they are trusted; null when it has none. */
  readonly project: (ProjectContent & { readonly trusted: boolean }) | null;
  readonly close: () => Promise<void>;
}
