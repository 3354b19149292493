import type { AgentRequest, McpToolRequest, PromptRequest } from './request.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { EventName, LifecycleEvent } from './event.ts';
import type { Dialect, EditRule } from './dialect.ts';
import type { FirePoint } from './event-row.ts';
import type { Explanation, ListedHook } from './listed-hook.ts';
import type { HostFunction, Registration } from './host-function.ts';
import type { Message, Outcome } from './outcome.ts';
import type { ProjectContent, TrustPolicy } from './project-trust.ts';
import type { FileScope } from './configuration.ts';

/**
 * The host's function behind prompt handlers: returns the model's reply as text. If it throws, the hook's answer is
 * `unavailable`.
 */
export type AskModel = (request: PromptRequest, signal: AbortSignal) => Promise<string>;

/**
 * The host's function behind agent handlers: returns the sub-agent's structured answer, or its text. If it throws, the
 * hook's answer is `unavailable`.
 */
export type AskAgent = (request: AgentRequest, signal: AbortSignal) => Promise<unknown>;

/** What a tool of an MCP server gave, as the clients of the protocol have it. */
export interface McpToolResult {
  readonly content: readonly { readonly type: string; readonly text?: unknown }[];
  readonly structuredContent?: unknown;
  /** The tool failed, and so has the hook. */
  readonly isError?: boolean | undefined;
}

/**
 * The host's function behind handlers that call a tool of an MCP server: returns the result of the tool, or its text,
 * which is read as a command's standard output is. If it throws, as for a server that is not connected, the hook's
 * answer is `unavailable`.
 */
export type CallMcpTool = (request: McpToolRequest, signal: AbortSignal) => Promise<McpToolResult | string>;

/** A background hook's request to wake the model: a reminder for the model, and a line for the person. */
export interface WakeCall {
  readonly hook: string;
  readonly reminder: string;
  readonly summary: string;
}

/**
 * The options of `createHooks`; all have defaults. An option that does not exist, or has the wrong type, is a
 * TypeError.
 */
export interface HooksOptions {
  /** The folder whose hooks are loaded; default: the working directory. */
  readonly project?: string;
  /** Instead of `HOME`, for the hooks of the user. */
  readonly home?: string;
  /** The environment that hooks inherit and in which folders are looked up; default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * The hook systems whose hooks are loaded, each as an id or as a table: `[...DIALECTS, mine]` adds one of your own.
   * Those of this version run in the order of `DIALECTS` and the tables that you give after them, in their order; a
   * table with the id of a known system replaces it. Default: `DIALECTS`. Trust in a project covers the files of all
   * of them: give `trustProject` the same list.
   */
  readonly dialects?: readonly (string | Dialect)[];
  /** Folders of plugins, for the hook systems whose plugins bring hooks. */
  readonly plugins?: readonly string[];
  /**
   * Settings for this run, for the hook systems that take such: a JSON text, or the path of a file. They count as the
   * user's own.
   */
  readonly settings?: string;
  /** Which files of the user, of the project and its local ones count; default: all three. Others always count. */
  readonly settingSources?: readonly SettingSource[];
  /**
   * The folder in which the session works, for the hook systems that read a file in every folder from the root of the
   * repository down to it; default: the project. One outside the project does not count.
   */
  readonly workDir?: string;
  /** The state folder of the agent, for the hook systems that keep the user's hooks there. */
  readonly stateDir?: string;
  /** Whose project hooks run; default `store`. */
  readonly trust?: TrustPolicy;
  /** Tells hooks that no person can be asked; default false. */
  readonly nonInteractive?: boolean;
  /**
   * Under which names hooks see tools. `native`, the default: a host may use the name that any known system has for a
   * tool, with that system's input fields, or the neutral one (`Bash`, `Read`, `Write`, `Edit`, `Glob`, `Grep`,
   * `WebFetch`, `Agent`); each hook sees its own system's name and fields, and the reason of a session's end in its
   * words, its matcher is tested against those, and a rewritten input comes back in the host's fields. The rules: a
   * neutral name means the neutral tool; else a name that the hook's own system has is kept, with its input; else it
   * means what the other systems have under it, where they agree. A name that no system has, such as
   * `mcp__files__read`, is kept. A hook whose matcher only accepts the name as the host gives it sees the event as
   * given. The host's own functions always do.
   * `given`: every hook sees what the host gives.
   */
  readonly toolNames?: 'given' | 'native';
  /** Answers prompt handlers; without it they are `unavailable`. */
  readonly model?: AskModel;
  /** Answers agent handlers; without it they are `unavailable`. */
  readonly agent?: AskAgent;
  /** Calls the tools of MCP servers that handlers name; without it such handlers are `unavailable`. */
  readonly mcpTool?: CallMcpTool;
  /** Called when a background hook wants the model woken; without it such hooks are waited for. */
  readonly onWake?: (call: WakeCall) => void;
  /** Called with the context that a background hook gave after the outcome. */
  readonly onContext?: (context: { readonly hook: string; readonly text: string }) => void;
  /** Called with every message of every outcome. */
  readonly onMessage?: (message: Message) => void;
  /** Called when a hook starts, for a status line; `status` is the text that the hook wants shown, if any. */
  readonly onStart?: (hook: { readonly id: string; readonly name: string; readonly status: string | null }) => void;
  /** Lines that a hook system documents for its debug mode. */
  readonly onDebug?: (line: string) => void;
  /** false: nothing is recorded; a folder: there; default: the state folder. */
  readonly record?: boolean | string;
  /**
   * Makes the record one that cannot be rewritten without this key; default: the key in the file that
   * `HOOKLINE_RECORD_KEY_FILE` names.
   */
  readonly recordKey?: string | Uint8Array;
  /** Called once, when something could not be recorded, or only without its key; decisions continue. */
  readonly onRecordFailure?: (why: string) => void;
  /**
   * false: every hook's process is started when it is needed. Default: once a command has run, shells wait for the next
   * ones, and a small helper starts the other programs; a host that hands its background hooks over does without.
   * `HOOKLINE_WARM=0` in the environment of the host turns it off too.
   */
  readonly warm?: boolean;
}

/** The options of one fire. An option that does not exist, or has the wrong type, is a TypeError. */
export interface FireOptions {
  /** Cancels the hooks that still run; each is then a fault `killed`, and the outcome comes at once. */
  readonly signal?: AbortSignal;
  /** Also wait for background hooks and report them. */
  readonly wait?: boolean;
  /** The point of a tool call: only the hook systems whose hooks run at this point take part. Absent: all. */
  readonly point?: FirePoint;
  /** Ids of hook systems that take no part, such as one that has reached its bound. */
  readonly without?: readonly string[];
}

/** Files that a caller can choose to leave out. */
export type SettingSource = 'user' | 'project' | 'local';

/**
 * A skill or a sub-agent that is in use, by the name in its front matter or of its file. Exactly one of `skill` and
 * `agent` is given.
 */
export interface InUse {
  readonly skill?: string;
  readonly agent?: string;
  /** Only for events of this session; absent: of any. */
  readonly session_id?: string;
  /** Only for events of this sub-agent; absent: of any. */
  readonly agent_id?: string;
}

/** A file, or a folder of hook files or hook folders, that is read for hooks; it need not exist. */
export interface ConfigurationFile {
  /** Absolute. */
  readonly path: string;
  /** The path is that of a folder, of which all files of some names are read. */
  readonly isFolder?: true;
  readonly dialect: string;
  readonly scope: FileScope;
  /** `on-reload`: the system applies an edit only on a reload. */
  readonly edits: EditRule;
}

/** The options of a reload. */
export interface ReloadOptions {
  /**
   * `edit`: a host noticed that a file was edited. Systems that apply an edit only on request keep what they have.
   * Absent: a reload was requested.
   */
  readonly after?: 'edit';
}

export interface ReloadResult {
  /** False: the new files are bad, and the old set stays in force. */
  readonly applied: boolean;
  /** Files that are broken or gone: the hooks read from them before stay in force. */
  readonly kept: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The hooks of one project, ready to fire. After `close`, `fire`, `on`, `use` and `reload` are errors. */
export interface Hooks {
  /**
   * Runs the hooks that an event selects and returns what the host must do. Rejects with a TypeError for an event that
   * does not exist or a wrong option, never because of a hook.
   */
  readonly fire: (event: LifecycleEvent, options?: FireOptions) => Promise<Outcome>;
  /**
   * Adds a hook of the host, which sees the event before any hook of a file; the returned function removes it again.
   * Throws a TypeError for a wrong registration.
   */
  readonly on: <Name extends EventName>(registration: Registration<Name>, call: HostFunction<Name>) => () => void;
  /**
   * Says that a skill or a sub-agent is in use: until the returned function is called, the hooks in its front matter
   * are in force. A skill stays in use from its first use to the end of the session, a sub-agent while it runs. One
   * without hooks is no mistake. An event that names its sub-agent in `agent_type` needs no such call. Throws a
   * TypeError for a wrong call.
   */
  readonly use: (use: InUse) => () => void;
  /** Reads the files again; the old set stays in force when they are bad. */
  readonly reload: (options?: ReloadOptions) => Promise<ReloadResult>;
  /** Every hook, and whether it would run. */
  readonly list: () => readonly ListedHook[];
  /** What an event would do; runs nothing. */
  readonly explain: (event: LifecycleEvent) => Explanation;
  /** Diagnostics about the hook files: show them to the person, since a hook may be missing. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where hooks are searched, in the order in which they apply: what a host watches for changes. */
  readonly files: readonly ConfigurationFile[];
  /** Entries in all files that apply here, loaded or not: the M of `armed N of M`. */
  readonly entries: number;
  /** Ids of hook systems whose whole load was rejected. */
  readonly rejected: readonly string[];
  /** The project's own hook files, and whether they are trusted; null when it has none. */
  readonly project: (ProjectContent & { readonly trusted: boolean }) | null;
  /**
   * Waits for the events that are being decided, whose `signal` can cut them short, then for background hooks, of which
   * it ends those that take too long, and releases all resources; may be called again.
   */
  readonly close: () => Promise<void>;
}
