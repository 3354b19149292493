import type { AnswerTable, ExitRules, OutcomeRow } from './answer.ts';
import type { Effect, Extra } from './outcome.ts';
import type { EventName } from './event.ts';
import type { FaultCode } from './verdict.ts';
import type { Location, Shape } from './configuration.ts';
import type { NativeTool, NativeWords } from './native-names.ts';
import type { PayloadField } from './payload.ts';
import type { Scope } from './hook.ts';

/** The syntax of a dialect's matchers. */
export type MatchRule =
  /** Exact names in an OR list, else a regular expression over the whole subject. */
  | 'names-or-full-regex'
  /** Exact names in an OR list, else a regular expression that is searched; a broken one is compared literally. */
  | 'names-or-searched-regex'
  /** Exact names in an OR list, else a JavaScript regular expression that is searched; a broken one matches nothing. */
  | 'names-or-valid-regex'
  /** As before, but only letters, digits, `_` and `|` make a list. */
  | 'words-or-valid-regex'
  /** As `names-or-searched-regex`, but a dot in a plain name is a literal dot. */
  | 'basenames-or-searched-regex'
  /** One regular expression searched in the tool name, one in the values of the tool input. */
  | 'tool-and-content-regex'
  /** A glob over the whole subject. */
  | 'segment-glob'
  | 'everything';

/** The source of the text that a matcher is tested against. */
export type SubjectRule =
  /** `orField`, then `or` replaces a field that the event lacks. */
  | { readonly from: 'field'; readonly field: string; readonly orField?: string; readonly or?: string }
  | { readonly from: 'basename'; readonly field: string }
  | { readonly from: 'event-name' }
  | { readonly from: 'nothing' };

/** When in a tool call the hooks of a dialect run: before the host asks for permission, or once it is granted. */
export type FirePoint = 'before-permission' | 'after-permission';

/** The wording in which a host passes a refusal on: `{reason}` and `{tool}` are filled in. */
export interface HostText {
  readonly text: string;
  /** Replaces a reason that the hook did not give. */
  readonly withoutReason?: string;
}

/** One native event. */
export interface EventRow {
  /** The neutral events that hooks receive as this one. */
  readonly means: readonly EventName[];
  /** Absent: before the permission. */
  readonly fires?: FirePoint;
  readonly subject: SubjectRule;
  /** For a host that gives each dialect its own names. */
  readonly words?: NativeWords;
  /** Overrides the dialect's matcher rule for this event. */
  readonly match?: MatchRule;
  readonly fields: readonly PayloadField[];
  /** The effect of a refusal; null where the event cannot be stopped. */
  readonly block: Effect | null;
  /** Removes the power to refuse for some instances of the event. */
  readonly noBlockWhen?: { readonly field: string; readonly is: string };
  /** What a refusal does where nothing can be stopped: its reason is feedback for the model. Absent: a fault. */
  readonly refusal?: 'feedback';
  /** `exit`: a refusal in the answer of a process does not count, only one by its exit code. Absent: both do. */
  readonly refusedBy?: 'exit';
  /** What a model's `ok: false` does here, where it is not the event's own block. */
  readonly modelRefusal?: {
    /** Of a prompt handler that does not say that the turn goes on. */
    readonly prompt: 'end_turn' | 'nothing';
    /** Of all others. Absent: the event's own block. */
    readonly others?: 'nothing';
  };
  /** Whether the action goes on when a hook fails. */
  readonly onFault: 'proceed' | 'block';
  /** An entry's own wish about its failures has no effect here. */
  readonly ignoresOnFailure?: true;
  /** Overrides parts of the dialect's rules for exit codes. */
  readonly exits?: Partial<ExitRules>;
  /** Whether the answer beside a blocking exit is read here, where that differs from the dialect's rule. */
  readonly readsBlockingExit?: false;
  /** Time limit of commands, requests and calls that give none; absent: that of the handler. */
  readonly timeoutMs?: number;
  /** One time limit for all hooks of the event together. */
  readonly sharedTimeout?: SharedTimeout;
  /** False: all hooks of the event run in the background. */
  readonly waits: boolean;
  /** The user sees the output of a failing hook, although the dialect only logs it elsewhere. */
  readonly showsFailure?: boolean;
  /** Whether `continue: false` and the like end the turn here. */
  readonly endsTurn?: boolean;
  /** Whether context for the model is accepted here; `keeps-working`: the agent does not stop, but reads it. */
  readonly context?: 'given' | 'dropped' | 'keeps-working';
  /** `ignored`: neither exit code nor output counts, and nothing is a fault. */
  readonly answers?: 'read' | 'ignored';
  /** The meaning of plain text on stdout. */
  readonly text?: 'context' | 'nothing' | 'worktree-path' | 'worktree-path-from-cwd';
  /** An extra without which the run is a failure. */
  readonly requires?: 'worktreePath';
  /** Extras that go with every block. */
  readonly blockExtra?: Extra;
  /** The host's wording of the event's own block; absent: the bare reason. */
  readonly blockText?: HostText;
  /** What a refusal, even one without effect, appends to the output that the model sees; `{reason}` is filled in. */
  readonly annotation?: string;
  /** For dialects that answer by a tagged outcome: its words here. */
  readonly outcomes?: Readonly<Record<string, OutcomeRow>>;
}

/** A time limit that the hooks of one event share. */
export interface SharedTimeout {
  /** Where no entry gives a longer one. */
  readonly leastMs: number;
  /** The longest of the limits that entries give counts, up to this one. */
  readonly mostMs: number;
  /** Scopes whose entries cannot raise it. */
  readonly notRaisedBy: readonly Scope[];
  /** An environment variable with the limit in milliseconds. */
  readonly variable: string;
}

/** The environment of a hook's process. */
export interface EnvironmentTable {
  readonly inherits: 'everything' | readonly string[];
  /** Beginnings of names that are not passed on. */
  readonly leavesOut?: readonly string[];
  readonly sets: readonly PayloadField[];
}

/** How the headers of an http handler take values from the environment. */
export interface HeaderTable {
  /** Whether `$NAME` is replaced as well as `${NAME}`. */
  readonly bareNames: boolean;
  /** The names that a handler without a list of its own may take. */
  readonly unlisted: 'all' | 'none';
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
  readonly duplicates: 'run' | 'identical-commands-run-once' | 'same-handler-runs-once';
  /** When background hooks start. */
  readonly background: 'with-the-rest' | 'unless-blocked';
  /** What happens to the context that a background hook gives; `next-turn-from-json`: plain text is no context. */
  readonly lateContext: 'next-turn' | 'next-turn-from-json' | 'record-only' | 'discard';
  /** Whether `once` and wake-up hooks are supported. */
  readonly rewake: boolean;
}

/** How prompt and agent handlers ask, and how their replies are read. */
export interface ModelTable {
  /** Names that the event JSON replaces in the text. */
  readonly placeholders: readonly string[];
  /** The text between the prompt and the JSON when no placeholder occurs; null: nothing is appended. */
  readonly appendPrompt: string | null;
  readonly appendAgent: string | null;
  readonly reply: 'first-object' | 'one-object';
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
  /** Documents and the program itself, as it was run on a day; there is no copy beside the table. */
  | {
      readonly title: string;
      readonly documents: readonly string[];
      readonly tested: { readonly program: string; readonly day: string };
    };

/** One complete hook system as data: nothing here is ever called. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  /** What the table was made from. */
  readonly source?: DialectSource;
  readonly locations: readonly Location[];
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
  /**
   * Every tool that any version of the system has had; absent: not all are known, so no name can be reported as wrong.
   */
  readonly allTools?: readonly string[];
  /** Further tools of the system whose names mean something else in another system; they keep their names. */
  readonly otherTools?: readonly string[];
  /** Other spellings of native event names. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Fields at the start of every payload. */
  readonly commonFields: readonly PayloadField[];
  /** The JSON format of the payload. */
  readonly json: 'compact' | 'spaced';
  /** What follows the payload on stdin; absent: a line break. */
  readonly stdinEnd?: '';
  readonly environment: EnvironmentTable;
  /** Where hooks run; `work-dir` is the folder in which the session was opened, or the worktree of a sub-agent. */
  readonly cwd: 'project' | 'event' | 'work-dir';
  /** What a relative program with a slash is relative to. */
  readonly programsFrom: 'project' | 'cwd' | 'cwd-then-project';
  readonly expandsTilde: boolean;
  /** `${NAME}` placeholders that are replaced in literal arguments and PowerShell text. */
  readonly placeholders: readonly Placeholder[];
  /** Beginnings of placeholders that must not stand in a text for a shell; a hook with one is not started. */
  readonly notInShell?: readonly string[];
  /** The shell of commands without another; absent: bash. */
  readonly shell?: 'sh' | 'bash';
  /**
   * A script that is missing: the hook is not started, or its shell or interpreter is and says so by its exit code.
   * Absent: the former.
   */
  readonly missingScript?: 'not-started' | 'started';
  /** Absent: only `${NAME}`, and all names. */
  readonly headers?: HeaderTable;
  readonly atTimeout: 'term' | 'kill';
  readonly answer: AnswerTable;
  readonly model: ModelTable;
  readonly schedule: ScheduleTable;
  /** The names by which users of the system know its faults, with advice. */
  readonly faultIds: Readonly<Partial<Record<FaultCode, { readonly id: string; readonly advice: string }>>>;
  readonly bounds: Bounds;
  /** Whether the system prints debug lines about its hooks. */
  readonly debugLines: boolean;
}
