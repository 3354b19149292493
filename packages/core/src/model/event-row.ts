import type { OutcomeRow } from './answer.ts';
import type { ExitRules } from './exit-rules.ts';
import type { EventName } from './event.ts';
import type { Scope } from './hook.ts';
import type { NativeWords } from './native-names.ts';
import type { Effect, Extra } from './outcome.ts';
import type { PayloadField } from './payload.ts';

/** The syntax of a dialect's matchers. */
export type MatchRule =
  /** Exact names in an OR list, else a regular expression over the whole subject. */
  | 'names-or-full-regex'
  /** Exact names in an OR list, else a regular expression that is searched; a broken one is compared literally. */
  | 'names-or-searched-regex'
  /** Exact names in an OR list, else a JavaScript regular expression that is searched; a broken one matches nothing. */
  | 'names-or-valid-regex'
  /** A JavaScript regular expression that is searched, names too; a broken one matches nothing. */
  | 'valid-regex'
  /** As `names-or-valid-regex`, but only letters, digits, `_` and `|` make a list. */
  | 'words-or-valid-regex'
  /**
   * Words between bars, not trimmed, else an expression that is searched, in the syntax of engines that take linear
   * time: without look-around and back-references. A broken one matches nothing, with a warning.
   */
  | 'words-or-linear-regex'
  /** As `names-or-searched-regex`, but a dot in a plain name is a literal dot. */
  | 'basenames-or-searched-regex'
  /** One regular expression searched in the tool name, one in the values of the tool input. */
  | 'tool-and-content-regex'
  /**
   * One name, or several between bars, each a subject or another name of the tool (`toolAliases`); else a JavaScript
   * regular expression that is searched in the subject alone; a broken one matches nothing.
   */
  | 'aliases-or-valid-regex'
  /** A JavaScript regular expression that is searched; a broken one is compared literally. */
  | 'searched-regex'
  /**
   * A JavaScript regular expression over the whole subject; an empty or a broken one matches nothing.
   */
  | 'whole-regex'
  /** `*` and `**` are all; names between bars, each the subject or another name of it (`toolAliases`); else the same. */
  | 'aliases-or-whole-regex'
  /** The subject itself. */
  | 'equal'
  /** A glob over the whole subject. */
  | 'segment-glob'
  | 'everything';

/** The source of the text that a matcher is tested against. */
export type SubjectRule =
  /** `orField`, then `or` replaces a field that the event lacks. */
  | { readonly from: 'field'; readonly field: string; readonly orField?: string; readonly or?: string }
  | { readonly from: 'basename'; readonly field: string }
  /** A field of the tool's input. */
  | { readonly from: 'input'; readonly field: string }
  | { readonly from: 'event-name' }
  /** The same text for every event of the row. */
  | { readonly from: 'constant'; readonly text: string }
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
  /** The neutral events that hooks receive as this one; none: it is known and never fired. */
  readonly means: readonly EventName[];
  /**
   * The instances of its neutral events that it stands for: those whose field fits a pattern, in any case; a field that
   * is missing is an empty text. Absent: all. Of several native events of one neutral event all run whose turn it is, in
   * the order of the table.
   */
  readonly when?: { readonly field: string; readonly fits: string };
  /**
   * The native event of which this is another spelling: the hooks of both run together, in configuration order and in
   * one file those of that spelling first, each by the row of its own. Absent: it is the first or only one.
   */
  readonly spellingOf?: string;
  /**
   * Its hooks see tools under the neutral names, with the system's own inputs; `neutral-in-matchers`: only their
   * matchers do. Absent: under the system's own names.
   */
  readonly toolNames?: 'neutral' | 'neutral-in-matchers';
  /** The neutral tool of all its instances, where their payloads name none; absent: payloads name it. */
  readonly tool?: string;
  /** What the name of the event alone tells a host's hooks, where its payload does not: by neutral field. */
  readonly tells?: Readonly<Record<string, string>>;
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
  readonly noBlockWhen?: { readonly field: string; readonly isOneOf: readonly string[] };
  /** The field that counts how often hooks have kept the agent working; an entry may limit that. */
  readonly counts?: string;
  /**
   * What a refusal does where nothing can be stopped: its reason is feedback for the model, or the message by which a
   * requested permission is denied. Absent: a fault.
   */
  readonly refusal?: 'feedback' | 'denied-permission';
  /** Which reasons a block has that several hooks gave: all, each on a line; all as paragraphs; the first. Absent: lines. */
  readonly reasons?: 'lines' | 'paragraphs' | 'first';
  /** A refusal that gives no reason has none here; absent: the usual one of the dialect. */
  readonly unexplained?: 'without-reason';
  /** Whose messages a permission is denied with that several hooks denied: all, each on a line. Absent: the first's. */
  readonly denials?: 'lines';
  /** The keys of an answer with the reason of a refusal here, the first that has one; absent: those of the dialect. */
  readonly reasonKeys?: readonly string[];
  /** A rewrite does not count where another hook refuses. Absent: it is given beside the refusal. */
  readonly rewriteBesideBlock?: 'dropped';
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
  /** Whether it goes on when a hook takes too long; absent: as when it fails. */
  readonly onTimeout?: 'proceed';
  /** The reason of a refusal that stands for a failure; `{file}` is the hook's file. Absent: the fault's message. */
  readonly faultReason?: string;
  /**
   * `laid-over`: all hooks run and see the event as it came; of each key of their answers the last counts, but a
   * refusal of an administrator's or user's hook stands. `laid-over-deep`: so it is with the keys of objects in an
   * answer too, and in a sequence the next hook sees what the one before has rewritten. Absent: by the rules of the
   * dialect.
   */
  readonly fold?: 'laid-over' | 'laid-over-deep';
  /** An entry's own wish about its failures has no effect here. */
  readonly ignoresOnFailure?: true;
  /** Overrides parts of the dialect's rules for exit codes. */
  readonly exits?: Partial<ExitRules>;
  /** Whether the answer beside a blocking exit is read here, where that differs from the dialect's rule. */
  readonly readsBlockingExit?: false;
  /** Time limit of commands, requests and calls that give none; absent: that of the handler. */
  readonly timeoutMs?: number;
  /** The shortest and the longest time limit that an entry can give; absent: any. */
  readonly timeoutRangeMs?: readonly [least: number, most: number];
  /** One time limit for all hooks of the event together. */
  readonly sharedTimeout?: SharedTimeout;
  /** False: all hooks of the event run in the background. */
  readonly waits: boolean;
  /** The user sees the output of a failing hook, although the dialect only logs it elsewhere. */
  readonly showsFailure?: boolean;
  /** Whether `continue: false` and the like end the turn here. */
  readonly endsTurn?: boolean;
  /**
   * What `continue: false` does here, where that is not the end of the turn; `no-power`: it wants to refuse where
   * nothing can be stopped.
   */
  readonly halts?: Effect | 'no-power';
  /** Where the reason of that stands, and the one that it has otherwise; absent: as for the end of the turn. */
  readonly haltReason?: { readonly keys?: readonly string[]; readonly otherwise: string };
  /** Whether context for the model is accepted here; `keeps-working`: the agent does not stop, but reads it. */
  readonly context?: 'given' | 'dropped' | 'keeps-working';
  /**
   * `ignored`: neither exit code nor output counts, and nothing is a fault. `unread`: what it prints decides
   * nothing, and every exit but 0 is a fault.
   */
  readonly answers?: 'read' | 'ignored' | 'unread';
  /** The meaning of plain text on stdout; `context-always`: any output that neither refuses nor gives context is one. */
  readonly text?:
    | 'context'
    | 'context-always'
    | 'message'
    | 'nothing'
    | 'bad_output'
    | 'worktree-path'
    | 'worktree-path-from-cwd';
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
