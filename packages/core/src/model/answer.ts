import type { ExitRules, TextTable } from './exit-rules.ts';
import type { Effect, Extra, Level } from './outcome.ts';
import type { Json } from './json.ts';
import type { FaultCode } from './verdict.ts';

/** A key of the answer that holds a decision. */
export interface DecisionKey {
  readonly key: string;
  /**
   * The words it accepts, in lower case when `anyCase`; `none` decides nothing, `pass` neither, but keeps later keys
   * from deciding; `defer` asks and puts the call off where the host can do that.
   */
  readonly words: Readonly<Record<string, 'allow' | 'ask' | 'block' | 'defer' | 'none' | 'pass'>>;
  readonly anyCase?: true;
  /** A boolean is written `true`/`false` among the words, a text, which is the reason itself, `filled`/`empty`. */
  readonly takes: 'word' | 'boolean' | 'text';
  readonly unknownWord: 'ignored' | 'warned' | 'bad_output';
  /** Native events on which the key is known; absent: all. */
  readonly on?: readonly string[];
  /** Native events on which `ask` is known; elsewhere it is a fault. Absent: all. */
  readonly askOn?: readonly string[];
  /** Keys with the reason of this decision, the first that has one; absent: those of the whole answer. */
  readonly reasons?: readonly string[];
  /** The key in which its reason is written for an agent; absent: the first of those that are read. */
  readonly givesReasonIn?: string;
  /** A refusal without a reason decides nothing, and a warning says so; absent: it has a default one. */
  readonly needsReason?: true;
  /** Keys beside which it decides nothing. */
  readonly notBeside?: readonly string[];
}

/** The type of a field of an answer. */
export type FieldType =
  | 'text'
  | 'non-empty-text'
  | 'text-or-json'
  | 'non-empty-text-or-json'
  /** A text without the blanks around it, if there is anything left; a number or a boolean as text. */
  | 'trimmed-scalar'
  | 'object'
  | 'json'
  | 'flag'
  | 'list'
  /** The text of `{"textResultForLlm": …}`. */
  | 'result-text'
  | 'texts'
  | 'absolute-path'
  | 'absolute-paths'
  | 'elicitation-action'
  /** An object whose first candidate has parts. */
  | 'model-answer'
  | 'permission-answer'
  /** An answer to a request for permission that has no other parts than `behavior` and `message`. */
  | 'plain-permission-answer'
  /** As `permission-answer`, but an object that does not allow denies. */
  | 'permission-or-denial';

/** The meaning of a field of an answer. */
export type FieldMeaning =
  | 'updatedInput'
  | 'updatedToolOutput'
  | 'updatedPrompt'
  /** The input as the next hook of a sequence sees it; the host gets none of it. */
  | 'nextInput'
  | 'context'
  | 'message'
  | 'quiet'
  | 'log'
  /** Nothing by itself: another cell reads it, or it has no effect; only its type counts. */
  | 'checked'
  | keyof Extra;

/**
 * A field of an answer; of several with the same meaning the later one in the table wins. A key may have several rows
 * for different events.
 */
export interface AnswerField {
  readonly key: string;
  readonly gives: FieldMeaning;
  readonly takes: FieldType;
  /** Keys beside it that are parts of the value, which is then an object of all of them. */
  readonly parts?: readonly string[];
  readonly on?: readonly string[];
  /** On all other events. */
  readonly elsewhere?: 'ignored' | 'warned' | 'no_power';
  readonly wrongType: 'ignored' | 'bad_output';
  /** `null` is a value of the wrong type here, although it counts as absent elsewhere. */
  readonly notNull?: true;
  /** Only for tools of an MCP server. */
  readonly onlyForMcp?: true;
  /** A field of the event: where it is an object, only an object counts; anything else is dropped, with a warning. */
  readonly inShapeOf?: string;
  /** Level of a message. */
  readonly level?: Level;
  /** A text is cut after so many characters; absent: never. */
  readonly most?: number;
  /** Given only by a hook that blocks. */
  readonly onlyBesideBlock?: true;
  /** Given even by a hook that blocks. */
  readonly besideBlock?: boolean;
  /** Instances of the event on which it has no effect. */
  readonly notWhen?: { readonly field: string; readonly isOneOf: readonly string[] };
  /** Its meaning in the answer of a background hook, where that differs. */
  readonly late?: 'context';
  /** The message of a denied permission that has none. */
  readonly otherwise?: string;
}

/** A key that a dialect knows, and that makes the whole answer void all the same. */
export interface VoidRow {
  readonly key: string;
  /** The value that does; absent: every value but null. */
  readonly is?: Json;
  /** Native events on which it does. */
  readonly on: readonly string[];
  /** Unless one of these keys is there, with this value where one is named. */
  readonly unless?: readonly { readonly key: string; readonly is?: Json }[];
}

/** One outcome word of a dialect whose answers are tagged. */
export interface OutcomeRow {
  readonly does: 'proceed' | 'stop' | 'suppress';
  /** Its effect, when not the event's own block. */
  readonly effect?: Effect;
  readonly fields: Readonly<Record<string, OutcomeField>>;
}

export interface OutcomeField {
  readonly required: boolean;
  readonly gives: 'reason' | 'context' | 'prependToPrompt' | 'appendToOutput' | 'record';
}

/** How the answer of a process is read. */
export interface AnswerTable {
  readonly exits: ExitRules;
  /** What an answer is by the kind of its text at each end; it counts instead of `exits`. Absent: `exits` do. */
  readonly byText?: TextTable;
  /**
   * Where the reason of a blocking exit is searched: the first stream that is not blank; the rest of the output there
   * is context for the model.
   */
  readonly exitReasons: readonly ('stdout' | 'stderr')[];
  /** Where the reason of a refusal in an answer is searched before the answer itself. */
  readonly answerReasons: readonly ('stdout' | 'stderr')[];
  /** Of a refusal by exit code and of one in an answer, where they differ; `{name}` is the hook's name, `{event}` the native event. */
  readonly defaultReason: string | { readonly exit: string; readonly answer: string };
  /** The reason of a question to the user that gives none; absent: it has none. */
  readonly askReason?: string;
  /**
   * Whether the answer beside a blocking exit is still read for what may stand beside a block; `its-reason-first`: and
   * for a refusal, whose reason comes before the output of the process.
   */
  readonly readsBlockingExit: boolean | 'its-reason-first';
  /** How a JSON object on stdout is read. */
  readonly style: 'keys' | 'tagged-outcome';
  /** The meaning of stdout that is not a JSON object. */
  readonly text: 'bad_output' | 'recorded' | 'by-event';
  /**
   * Output that begins with a brace and is no JSON: what it decides still counts, or it is plain text. Absent: the
   * former. `bad_output`: all that begins with a brace or a bracket must be one object, else it is a fault.
   */
  readonly brokenObject?: 'decides' | 'text' | 'bad_output';
  readonly otherJson?: 'nothing'; // JSON that is no object; absent: what plain text is
  /** What begins a line that holds the answer, the last one of several; absent: all of stdout is the answer. */
  readonly controlLine?: string;
  /** Lines of stdout that are a JSON object with `"type": "progress"` are no answer; `message` is for the user. */
  readonly progressLines?: true;
  /** A key that no row of the table has on the event; `bad_output`: also one in the envelope. */
  readonly unknownKeys: 'ignored' | 'warned-once' | 'bad_output';
  /** A known key whose value is null: as if it were absent, or a value of the wrong type. Absent: the former. */
  readonly nullValue?: 'absent' | 'wrong-type';
  readonly decisions: readonly DecisionKey[];
  /** Which of several decisions in one answer counts; absent: that of the first key with a known word. */
  readonly severalDecisions?: 'first-key' | 'strictest';
  /** A refusal in an answer must have a reason that is not blank; without one the answer is void. Absent: a default. */
  readonly refusalNeedsReason?: true;
  /** Keys that make an answer void on some events. */
  readonly voids?: readonly VoidRow[];
  /** Keys that hold the reason of a decision: the first that has one. */
  readonly reasons: readonly string[];
  /** What counts as a reason: only a text, or a text without the blanks around it. Absent: any value, as text. */
  readonly reasonTakes?: 'text' | 'trimmed-text';
  /** The key whose `false` ends the turn, and the key with the reason for that. */
  readonly endTurn: {
    readonly key: string;
    readonly reasons: readonly string[];
    /** Which reason counts when the answer also contains a refusal. */
    readonly prefers: 'its-own-reason' | 'the-refusals-reason';
    /** What happens to the other tool calls of the same reply. */
    readonly otherCalls: 'run' | 'do-not-run';
    /** Whether the model gets the reason too, beside the user. */
    readonly tellsModel: boolean;
  } | null;
  /** An object that must name its event. */
  readonly envelope: {
    readonly key: string;
    readonly names: string;
    /** The names that will do; absent: only that of the event itself. */
    readonly known?: readonly string[];
  } | null;
  /**
   * The reason of a refusal that stands for a failure of a hook whose own entry asks for that: `{command}` is what it
   * runs, `{what}` is `failed` or `timed out`; its own output follows on the next line. Absent: the fault's message.
   */
  readonly failureReason?: string;
  readonly fields: readonly AnswerField[];
  /** Whether the action goes on after a broken answer although the event fails closed. */
  readonly badOutputProceeds: boolean;
  /** Whether a field of the wrong type invalidates even a refusal beside it. */
  readonly badOutputSpoilsRefusal: boolean;
  /**
   * Where an exit code other than 0 and 2 is a fault: `log`: the user sees that the hook failed, its output is only
   * recorded. Absent: both are a warning to the user.
   */
  readonly failureGoesTo?: 'log';
  /** A refusal is also shown as a message, like the fault of this code. */
  readonly blockToldAs: FaultCode | null;
}
