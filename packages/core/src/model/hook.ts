import type { Json, JsonObject } from './json.ts';
import type { AnyEvent } from './event.ts';
import type { HookPolicy } from './managed-policy.ts';

/**
 * Where a hook comes from: `managed` is an administrator's file or a signed policy, `flag` a file that the caller names for one run,
 * `session` the front matter of a skill or sub-agent, `host` a function of the host.
 */
export type Scope = 'managed' | 'user' | 'project' | 'local' | 'flag' | 'plugin' | 'session' | 'host';

/** The skill or sub-agent in whose front matter a hook stands: it runs only while that is in use. */
export interface HookUse {
  readonly of: 'skill' | 'agent';
  readonly name: string;
}

export type HandlerKind =
  | 'command'
  | 'http'
  | 'python'
  | 'module'
  | 'prompt'
  | 'agent'
  | 'mcp_tool'
  | 'text'
  | 'function';

/** What a hook runs, as configured. */
export type Handler =
  | { readonly kind: 'command'; readonly form: 'shell'; readonly shell: 'bash' | 'powershell'; readonly script: string }
  /** One program and its literal arguments. */
  | { readonly kind: 'command'; readonly form: 'argv'; readonly program: string; readonly args: readonly string[] }
  /** A line that is split like `shlex.split` when it is run. */
  | { readonly kind: 'command'; readonly form: 'words'; readonly line: string }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Names that header values may take from the environment; null: all. */
      readonly allowedVariables: readonly string[] | null;
    }
  | { readonly kind: 'python'; readonly callable: string }
  | { readonly kind: 'module'; readonly path: string; readonly exportName: string }
  | {
      readonly kind: 'prompt';
      readonly prompt: string;
      readonly model: string | null;
      /** A refusal is the event's own block; absent: the event's row says what it is. */
      readonly continuesOnBlock?: true;
    }
  | {
      readonly kind: 'agent';
      readonly prompt: string;
      readonly model: string | null;
      readonly tools: readonly string[] | null;
      readonly maxTurns: number | null;
    }
  /** A tool of an MCP server to which the host is connected; texts of the input take `${field.path}` from the event. */
  | { readonly kind: 'mcp_tool'; readonly server: string; readonly tool: string; readonly input: JsonObject }
  /** Nothing is run: the text is sent as the first prompt of a new session at a terminal. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'function'; readonly call: (event: AnyEvent) => unknown };

/** The result of a search; `undecided` when it exceeded its budget, `pending` while it still runs. */
export type Finding = 'accepts' | 'refuses' | 'undecided' | 'pending';

/** A search that would block the event loop if it were run synchronously. */
export interface SlowSearch {
  /** Searches the texts synchronously. */
  readonly now: (texts: readonly string[]) => Finding;
  /** Searches them asynchronously. */
  readonly later: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<Finding>;
}

/** Runs the slow searches of one event. */
export interface SlowSearches {
  /** The result of a search in these texts; null when it was never started. */
  readonly known: (search: SlowSearch, texts: readonly string[]) => Finding | null;
  /** The same; starts the search if it was never started. */
  readonly find: (search: SlowSearch, texts: readonly string[]) => Finding;
  /**
   * Whether this many steps, of about 20 ns each, may be done synchronously in addition to earlier ones; they count as
   * done.
   */
  readonly mayTake: (steps: number) => boolean;
}

/** What a matcher is tested against. */
export interface MatchSubject {
  /** The tool name, source, trigger …; empty when it is unknown, null where the event has none. */
  readonly text: string | null;
  readonly toolName: string | null;
  readonly toolInput: Json;
  /** The project folder, for rules about paths. */
  readonly project: string;
  /** The folder in which the event happened, against which its relative paths are resolved. Absent: the project. */
  readonly cwd?: string;
  /** The home folder of the user, for the same rules; absent: no path is below it. */
  readonly home?: string;
  /** The worktree in which the event happened, for the same rules; absent: none is given. */
  readonly worktree?: string;
  /** Runs slow searches; absent: they are run synchronously. */
  readonly slow?: SlowSearches | undefined;
}

/**
 * A matcher, checked at load time and compiled at its first use; never throws. Its result depends on the subject
 * alone.
 */
export interface Matcher {
  /** As written, for people; null matches everything. */
  readonly text: string | null;
  /** The exact names it accepts, when it is such a list; used by the index. */
  readonly names: readonly string[] | null;
  readonly test: (subject: MatchSubject) => MatchResult;
  /** Its parts as written, where `text` is only a description for people. */
  readonly written?: { readonly tool?: string; readonly content?: string };
  /** The literal prefix of every text that it accepts, as far as that is known. */
  readonly prefix?: string;
  /**
   * `names`: it depends on the text and the tool's name alone, so that one result holds for all events of these names.
   * Absent: on anything.
   */
  readonly looksAt?: 'names';
  /** For a matcher that depends on more: whether these names could be accepted at all. Absent: perhaps. */
  readonly couldAccept?: (names: Pick<MatchSubject, 'text' | 'toolName' | 'slow'>) => boolean;
}

/** Whether a matcher accepts a subject, and why, as text for `explain`. */
export interface MatchResult {
  readonly matches: boolean;
  readonly why: string;
  /**
   * Counts as a match because it could not be decided within its budget; `pending`: it is still being decided, and
   * must be tested again.
   */
  readonly undecided?: 'ever' | 'pending';
}

/** How a hook that does not block the agent reports its end to the model. */
export interface Wake {
  readonly message: string | null;
  readonly summary: string | null;
}

/** One hook, whatever file and dialect it came from. */
export interface Hook {
  /** Unique and stable: dialect, scope and position in its file, such as `<dialect>:project:PreToolUse[0].hooks[0]`. */
  readonly id: string;
  readonly name: string;
  /** What a list of hooks that are off calls it, where that is not its name. */
  readonly calledBy?: string;
  readonly dialect: string;
  readonly scope: Scope;
  /** For people: relative to the project, absolute outside it. */
  readonly source: string;
  /** The file of the definition, absolute; empty for a host's own hook. */
  readonly file: string;
  /** Native name of the event. */
  readonly event: string;
  readonly matcher: Matcher;
  /** A further condition on the tool call; null when there is none. */
  readonly condition: Matcher | null;
  readonly handler: Handler;
  readonly timeoutMs: number;
  readonly priority: number;
  /** Runs beside the agent, which does not wait for it. */
  readonly background: boolean;
  /** A background hook that may wake the model; null for all others. */
  readonly wake: Wake | null;
  /** Makes all hooks of the event run in order, where the dialect supports that. */
  readonly sequential: boolean;
  readonly once: boolean;
  readonly statusMessage: string | null;
  /** Additional environment, set last. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder in which it runs, from the usual one; absent: the usual one. */
  readonly cwd?: string;
  /** The folder of a HOOK.md or of a plugin; null for others. */
  readonly folder: string | null;
  /** Where a plugin keeps its data; null for others. */
  readonly dataFolder: string | null;
  /** The consequence of its faults, where that is not left to the rules of its dialect. */
  readonly onFault?: 'proceed' | 'block';
  /** How often in a row it may keep the agent working; null: ever again. Absent: as often as its dialect lets it. */
  readonly mostInARow?: number | null;
  /** Found at load: why it cannot be started (no entry point, …); null when it can. */
  readonly defect: string | null;
  /** The only names that headers of an http hook may take from the environment, whatever it allows; absent: no limit. */
  readonly headerVariables?: readonly string[];
  /** The skill or sub-agent that must be in use; absent: it is always in force. */
  readonly during?: HookUse;
  /** The name by which a switch of its system finds it; absent: it has none. */
  readonly switchName?: string;
  /** The place of its file among those of its dialect, where that is not given by its scope. */
  readonly rank?: number;
  /** A hook of the scope `session` whose file is part of the project: it needs trust. Absent otherwise. */
  readonly ofProject?: true;
  /** The signed policy that it comes from: nothing of the user or the project reaches it. Absent for all others. */
  readonly policy?: HookPolicy;
}
