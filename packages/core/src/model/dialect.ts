import type { AnswerTable } from './answer.ts';
import type { EventRow, MatchRule } from './event-row.ts';
import type { FaultCode } from './verdict.ts';
import type { Location } from './configuration.ts';
import type { Scope } from './hook.ts';
import type { NativeTool } from './native-names.ts';
import type { PayloadField } from './payload.ts';
import type { Shape } from './shapes.ts';

/** The environment of a hook's process. */
export interface EnvironmentTable {
  readonly inherits: 'everything' | readonly string[];
  /** Beginnings of names that are not passed on. */
  readonly leavesOut?: readonly string[];
  readonly sets: readonly PayloadField[];
  /** The native event whose hooks give variables to all later hooks of the session, and the key of their answers. */
  readonly fromSession?: { readonly on: string; readonly key: string };
}

/** How the headers of an http handler take values from the environment. */
export interface HeaderTable {
  /** Whether `$NAME` is replaced as well as `${NAME}`. */
  readonly bareNames: boolean;
  /** The names that a handler without a list of its own may take. */
  readonly unlisted: 'all' | 'none';
  /** Values are sent over https alone; absent: in any case. */
  readonly secureOnly?: true;
  /** The address takes values in the same way; absent: it takes none. */
  readonly inAddress?: true;
}

/** What http handlers may ask, and how an answer is read, beyond what is common. */
export interface HttpTable {
  /** Addresses of private networks are refused; this machine itself is not, unless that is said too. */
  readonly privateNetworks: 'refused' | 'refused-with-loopback';
  /** A variable whose `1` lifts that, and what `secureOn` says. Absent: nothing does. */
  readonly liftedBy?: string;
  /** Native events on which only https is taken; absent: none. */
  readonly secureOn?: readonly string[];
  /** A body that does not say that it is JSON is a message for the user; absent: it is read like any other. */
  readonly otherBody?: 'message';
  /** Longer texts in an answer are cut; absent: none are. */
  readonly longestText?: number;
}

/** A field of the event that changes from hook to hook of a sequence. */
export interface SequenceRow {
  /** Native events. */
  readonly on: readonly string[];
  readonly field: string;
  /** `input`: the keys of the rewritten input replace those of the field; `context`: it follows the text of the field. */
  readonly takes: 'input' | 'context' | 'llmRequest';
}

/** The order in which the hooks of one event run. */
export interface ScheduleTable {
  readonly order: 'configuration' | 'priority';
  readonly pace: 'one-by-one' | 'parallel-unless-sequential';
  readonly afterBlock: 'stop' | 'go-on';
  /**
   * `same-handler-runs-once`: by kind, text and condition; the first copy stands, waited for if one of them is, with the
   * longest time limit and the strictest rule for failures of all.
   */
  readonly duplicates:
    | 'run'
    | 'identical-commands-run-once'
    | 'same-handler-runs-once'
    /** The same, by name and text, also of plugins. */
    | 'same-name-and-handler-run-once'
    /** By name and text; the first copy runs as it is. */
    | 'first-of-name-and-handler-runs';
  /**
   * What the next hook of a sequence sees of the answer of one that exited with 0, where that is not what the host
   * gets; absent: each sees what the ones before have rewritten.
   */
  readonly sequence?: readonly SequenceRow[];
  /** When background hooks start. */
  readonly background: 'with-the-rest' | 'unless-blocked';
  /**
   * What happens to the context that a background hook gives; `next-turn-from-json`: plain text is no context;
   * `next-turn-as-waited-for`: it is one on those events on which it is one for a hook that is waited for.
   */
  readonly lateContext: 'next-turn' | 'next-turn-from-json' | 'next-turn-as-waited-for' | 'record-only' | 'discard';
  /**
   * The key of a JSON object in the first line of stdout whose `true` declares the hook a background one: it decides
   * nothing from then on. Absent: a hook is one only by its definition.
   */
  readonly declaredBy?: string;
  /** Whether `once` and wake-up hooks are supported. */
  readonly rewake: boolean;
  /** Whose reason a refusal by several hooks gives; absent: that of all, joined by line breaks. */
  readonly reasons?: 'first';
  /** Each hook of a sequence sees the event as it came; absent: as those before it have rewritten it. */
  readonly eachSees?: 'original';
  /** What becomes of context when a hook of the dialect refuses; absent: it is given all the same. */
  readonly contextBesideBlock?: 'dropped';
}

/** How prompt and agent handlers ask, and how their replies are read. */
export interface ModelTable {
  /** Names that the event JSON replaces in the text. */
  readonly placeholders: readonly string[];
  /** The text between the prompt and the JSON when no placeholder occurs; null: nothing is appended. */
  readonly appendPrompt: string | null;
  readonly appendAgent: string | null;
  /** `whole-object`: bare or in a code fence; any other reply lets the action go on. */
  readonly reply: 'first-object' | 'one-object' | 'whole-object';
  /** The key of a reply with context for the model. */
  readonly context?: string;
  /** A refusal does what `continue: false` does. Absent: it is the event's own block. */
  readonly halts?: true;
  readonly maxTurns: number | null;
  /** The key of a reply whose `true` lets the agent stop although the answer is no. */
  readonly impossible?: string;
}

/** The number of times in a row that a host lets hooks keep it from stopping or make it retry. */
export interface Bounds {
  readonly keepWorking: number;
  readonly retryTurn: number | null;
}

/** A placeholder; `outside`: what happens to a hook that uses it where it has no value. Absent: it is left as it is. */
export type Placeholder = PayloadField & { readonly outside?: 'not-started' };

/** When a running session applies an edited hook file: when its host notices, or on a reload. */
export type EditRule = 'when-noticed' | 'on-reload';

/** What a table was made from. */
export type DialectSource =
  /** A document, and the day on which `source.txt` beside the table was copied from it. */
  | { readonly title: string; readonly copied: string }
  /** Documents and the program itself, as it was run on a day, or null: never. There is no copy beside the table. */
  | {
      readonly title: string;
      readonly documents: readonly string[];
      readonly tested: { readonly program: string; readonly day: string } | null;
    };

/** One complete hook system as data: nothing here is ever called. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  /** What the table was made from. */
  readonly source?: DialectSource;
  readonly locations: readonly Location[];
  /** Whether files apply in the order of `locations`; absent: in the usual order of their scopes. */
  readonly fileOrder?: 'as-listed';
  readonly shape: Shape;
  /** When a running session applies an edit of its files; absent: `when-noticed`. */
  readonly edits?: EditRule;
  readonly match: MatchRule;
  /** Extra conditions on the tool call (`if` rules). */
  readonly condition: 'tool-rule' | 'permission-rule' | 'none';
  readonly events: Readonly<Record<string, EventRow>>;
  /**
   * The neutral tools under the system's own names, as its hooks see them unless the host wants otherwise; others keep
   * their names.
   */
  readonly tools: Readonly<Record<string, NativeTool>>;
  /** How the tool of a server is called, with `{tool}` and, where it is told, `{server}`; absent: `mcp__{server}__{tool}`. */
  readonly serverTools?: string;
  /**
   * Its hooks see tools under these names, also where the host's come first; `only-own`: and their matchers accept them
   * under no other. Absent: under those they accept first.
   */
  readonly seesTools?: 'own' | 'only-own';
  /**
   * Every tool that any version of the system has had; absent: not all are known, so no name can be reported as wrong.
   */
  readonly allTools?: readonly string[];
  /** Further tools of the system whose names mean something else in another system; they keep their names. */
  readonly otherTools?: readonly string[];
  /** Further names by which matchers find a tool; hooks see it under its own. */
  readonly alsoFoundAs?: Readonly<Record<string, readonly string[]>>;
  /** Further names of native tools that a matcher may use as they are, never in a pattern. */
  readonly toolAliases?: Readonly<Record<string, readonly string[]>>;
  /** Other spellings of native event names. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Fields at the start of every payload. */
  readonly commonFields: readonly PayloadField[];
  /** The JSON format of the payload. */
  readonly json: 'compact' | 'spaced';
  /** What follows the payload on stdin; absent: a line break. */
  readonly stdinEnd?: '';
  readonly environment: EnvironmentTable;
  /**
   * Where hooks of these scopes run instead: in the folder of their plugin, or in that of the file that defines them.
   */
  readonly cwdByScope?: Readonly<Partial<Record<Scope, 'hook-folder' | 'file-folder'>>>;
  /** Where hooks run; `work-dir` is the folder in which the session was opened, or the worktree of a sub-agent. */
  readonly cwd: 'project' | 'event' | 'work-dir';
  /** What a relative program with a slash is relative to. */
  readonly programsFrom: 'project' | 'cwd' | 'cwd-then-project';
  readonly expandsTilde: boolean;
  /** `${NAME}` placeholders that are replaced in literal arguments and PowerShell text. */
  readonly placeholders: readonly Placeholder[];
  /** They are replaced in a text for any shell too, also between quotes. */
  readonly placeholdersInShell?: true;
  /**
   * Names whose `$NAME` is replaced in a text for a shell before the shell reads it: each by one quoted word, wherever
   * it stands, also inside quotes and as the beginning of a longer name. Absent: none.
   */
  readonly namesInText?: readonly PayloadField[];
  /** Beginnings of placeholders that must not stand in a text for a shell; a hook with one is not started. */
  readonly notInShell?: readonly string[];
  /** The shell of commands without another; `of-account`: that of the password database. Absent: bash. */
  readonly shell?: 'sh' | 'bash' | 'of-account';
  /**
   * A script that is missing: the hook is not started, or its shell or interpreter is and says so by its exit code.
   * Absent: the former.
   */
  readonly missingScript?: 'not-started' | 'started';
  /** Absent: only `${NAME}`, and all names. */
  readonly headers?: HeaderTable;
  readonly http?: HttpTable;
  readonly atTimeout: 'term' | 'kill';
  /** How long after SIGTERM the rest is killed, in milliseconds; absent: our own time, which is below 2 s. */
  readonly killGraceMs?: number;
  readonly answer: AnswerTable;
  readonly model: ModelTable;
  readonly schedule: ScheduleTable;
  /** The names by which users of the system know its faults, with advice. */
  readonly faultIds: Readonly<Partial<Record<FaultCode, { readonly id: string; readonly advice: string }>>>;
  readonly bounds: Bounds;
  /** Whether the system prints debug lines about its hooks. */
  readonly debugLines: boolean;
}
