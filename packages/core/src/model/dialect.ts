import type { AnswerTable, OutcomeRow } from './answer.ts';
import type { Effect, Extra } from './outcome.ts';
import type { EventName } from './event.ts';
import type { FaultCode } from './verdict.ts';
import type { Location, Shape } from './configuration.ts';
import type { NativeTool, NativeWords } from './native-names.ts';
import type { PayloadField } from './payload.ts';

/** The syntax of a dialect's matchers. */
export type MatchRule =
  /** Exact names in an OR list, else a regular expression over the whole subject. */
  | 'names-or-full-regex'
  /** Exact names in an OR list, else a regular expression that is searched; a broken one is compared literally. */
  | 'names-or-searched-regex'
  /** As before, but a dot in a plain name is a literal dot. */
  | 'basenames-or-searched-regex'
  /** One regular expression searched in the tool name, one in the values of the tool input. */
  | 'tool-and-content-regex'
  /** A glob over the whole subject. */
  | 'segment-glob'
  | 'everything';

/** The source of the text that a matcher is tested against. */
export type SubjectRule =
  /** `or` replaces a field that the event lacks. */
  | { readonly from: 'field'; readonly field: string; readonly or?: string }
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
  /** Whether the action goes on when a hook fails. */
  readonly onFault: 'proceed' | 'block';
  /** False: all hooks of the event run in the background. */
  readonly waits: boolean;
  /** The user sees the output of a failing hook, although the dialect only logs it elsewhere. */
  readonly showsFailure?: boolean;
  /** Whether `continue: false` and the like end the turn here. */
  readonly endsTurn?: boolean;
  /** Whether context for the model is accepted here. */
  readonly context?: 'given' | 'dropped';
  /** `ignored`: neither exit code nor output counts, and nothing is a fault. */
  readonly answers?: 'read' | 'ignored';
  /** The meaning of plain text on stdout. */
  readonly text?: 'context' | 'nothing' | 'worktree-path';
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

/** The environment of a hook's process. */
export interface EnvironmentTable {
  readonly inherits: 'everything' | readonly string[];
  readonly sets: readonly PayloadField[];
}

/** The order in which the hooks of one event run. */
export interface ScheduleTable {
  readonly order: 'configuration' | 'priority';
  readonly pace: 'one-by-one' | 'parallel-unless-sequential';
  readonly afterBlock: 'stop' | 'go-on';
  readonly duplicates: 'run' | 'identical-commands-run-once';
  /** When background hooks start. */
  readonly background: 'with-the-rest' | 'unless-blocked';
  /** What happens to the context that a background hook gives. */
  readonly lateContext: 'next-turn' | 'record-only' | 'discard';
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
}

/** The number of times in a row that a host lets hooks keep it from stopping or make it retry. */
export interface Bounds {
  readonly keepWorking: number;
  readonly retryTurn: number | null;
}

/** When a running session applies an edited hook file: when its host notices, or on a reload. */
export type EditRule = 'when-noticed' | 'on-reload';

/** One complete hook system as data: nothing here is ever called. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  /** The document that the table was made from, and the day on which `source.txt` beside it was copied. */
  readonly source?: { readonly title: string; readonly copied: string };
  readonly locations: readonly Location[];
  readonly shape: Shape;
  /** When a running session applies an edit of its files; absent: `when-noticed`. */
  readonly edits?: EditRule;
  readonly match: MatchRule;
  /** Extra conditions on the tool call (`if` rules). */
  readonly condition: 'tool-rule' | 'none';
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
  readonly environment: EnvironmentTable;
  /** Where hooks run; `work-dir` is the folder in which the session was opened, or the worktree of a sub-agent. */
  readonly cwd: 'project' | 'event' | 'work-dir';
  /** What a relative program with a slash is relative to. */
  readonly programsFrom: 'project' | 'cwd' | 'cwd-then-project';
  readonly expandsTilde: boolean;
  /** `${NAME}` placeholders that are replaced in literal arguments and PowerShell text. */
  readonly placeholders: readonly PayloadField[];
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
