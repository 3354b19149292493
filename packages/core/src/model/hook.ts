import type { Json } from './json.ts';
import type { AnyEvent } from './event.ts';

export type Scope = 'user' | 'project' | 'local' | 'plugin' | 'host';

export type HandlerKind = 'command' | 'http' | 'python' | 'module' | 'prompt' | 'agent' | 'function';

/** What a hook runs, as its configuration says it. */
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
  | { readonly kind: 'prompt'; readonly prompt: string; readonly model: string | null }
  | {
      readonly kind: 'agent';
      readonly prompt: string;
      readonly model: string | null;
      readonly tools: readonly string[] | null;
      readonly maxTurns: number | null;
    }
  | { readonly kind: 'function'; readonly call: (event: AnyEvent) => unknown };

/** What a search found; `undecided` when it was given up at its budget, `pending` while it still runs. */
export type Finding = 'accepts' | 'refuses' | 'undecided' | 'pending';

/** A search that would hold up the event loop if it were done at once. */
export interface SlowSearch {
  /** Searches the texts while everything else waits. */
  readonly now: (texts: readonly string[]) => Finding;
  /** Searches them beside everything else. */
  readonly later: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<Finding>;
}

/** Carries out the slow searches of one event. */
export interface SlowSearches {
  /** What a search has found in these texts; null when it was never asked. */
  readonly known: (search: SlowSearch, texts: readonly string[]) => Finding | null;
  /** The same; it is begun when it was never asked. */
  readonly find: (search: SlowSearch, texts: readonly string[]) => Finding;
  /** Whether so many steps, of about 20 ns each, may be done at once beside those that were before; they count as done. */
  readonly mayTake: (steps: number) => boolean;
}

/** What a matcher is tested against. */
export interface MatchSubject {
  /** The tool name, source, trigger …; empty when it is not known, null where the event has none. */
  readonly text: string | null;
  readonly toolName: string | null;
  readonly toolInput: Json;
  /** The project folder, for rules about paths. */
  readonly project: string;
  /** The folder in which the event happened: where its relative paths begin. Absent: the project. */
  readonly cwd?: string;
  /** The worktree in which the event happened, for the same rules; absent: none is told of. */
  readonly worktree?: string;
  /** What does slow searches; absent: they are done at once. */
  readonly slow?: SlowSearches | undefined;
}

/** A matcher checked at load time and made ready at its first use; never throws. Its answer depends on the subject and on nothing else. */
export interface Matcher {
  /** As written, for people; null matches everything. */
  readonly text: string | null;
  /** The exact names it accepts, when it is such a list: lets an index find it. */
  readonly names: readonly string[] | null;
  readonly test: (subject: MatchSubject) => MatchResult;
  /** Its parts as written, where `text` only tells people about them. */
  readonly written?: { readonly tool?: string; readonly content?: string };
  /** What every text begins with that it accepts, as far as that is known. */
  readonly prefix?: string;
  /** `names`: it looks at the text and the tool's name alone, so that one answer holds for all events of these names. Absent: at anything. */
  readonly looksAt?: 'names';
  /** For a matcher that looks at more: whether these names could be accepted at all. Absent: perhaps. */
  readonly couldAccept?: (names: Pick<MatchSubject, 'text' | 'toolName' | 'slow'>) => boolean;
}

/** Whether a matcher accepts a subject, and why, in words for `explain`. */
export interface MatchResult {
  readonly matches: boolean;
  readonly why: string;
  /** Taken as a match because it could not be decided within its budget; `pending`: it is still being decided, and must be asked again. */
  readonly undecided?: 'ever' | 'pending';
}

/** How a hook that does not hold up the agent tells the model about its end. */
export interface Wake {
  readonly message: string | null;
  readonly summary: string | null;
}

/** One hook, whatever file and dialect it came from. */
export interface Hook {
  /** Unique and stable: dialect, scope and place in its file, such as `<dialect>:project:PreToolUse[0].hooks[0]`. */
  readonly id: string;
  readonly name: string;
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
  /** Runs beside the agent: nobody waits for it. */
  readonly background: boolean;
  /** A background hook that may wake the model; null for all others. */
  readonly wake: Wake | null;
  /** Makes all hooks of the event run in order where the dialect knows that. */
  readonly sequential: boolean;
  readonly once: boolean;
  readonly statusMessage: string | null;
  /** More environment, last of all. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of a HOOK.md or of a plugin; null for others. */
  readonly folder: string | null;
  /** Where a plugin keeps its data; null for others. */
  readonly dataFolder: string | null;
  /** What a fault of it does, where it is not left to the rules of its dialect. */
  readonly onFault?: 'proceed' | 'block';
  /** Known at load: why it cannot be started (no entry point, …); null when it can. */
  readonly defect: string | null;
}
