import type { Effect, Extra, Level } from './outcome.ts';
import type { FaultCode } from './verdict.ts';

/** How the exit of a process is taken. */
export type ExitRule = 'read' | 'block' | 'fault';

/** A key of the answer that holds a decision; the first key with a known word wins. */
export interface DecisionKey {
  readonly key: string;
  /** The words it knows, in lower case when `anyCase`; `none` says nothing. */
  readonly words: Readonly<Record<string, 'allow' | 'ask' | 'block' | 'none'>>;
  readonly anyCase?: true;
  /** A boolean key is written `true`/`false` among the words. */
  readonly takes: 'word' | 'boolean';
  readonly unknownWord: 'ignored' | 'warned' | 'bad_output';
  /** Native events on which the key is known; absent: all. */
  readonly on?: readonly string[];
  /** Native events on which `ask` is known; elsewhere it is a fault. Absent: all. */
  readonly askOn?: readonly string[];
}

/** What a field of an answer must be. */
export type FieldType =
  | 'text'
  | 'non-empty-text'
  | 'text-or-json'
  | 'non-empty-text-or-json'
  | 'object'
  | 'json'
  | 'flag'
  | 'texts'
  | 'absolute-path'
  | 'absolute-paths'
  | 'elicitation-action'
  | 'permission-answer';

/** What a field of an answer gives. */
export type FieldMeaning =
  | 'updatedInput'
  | 'updatedToolOutput'
  | 'updatedPrompt'
  | 'context'
  | 'message'
  | 'quiet'
  | 'log'
  | keyof Extra;

/** A field of an answer; of several with the same meaning the later one in the table wins. */
export interface AnswerField {
  readonly key: string;
  readonly gives: FieldMeaning;
  readonly takes: FieldType;
  readonly on?: readonly string[];
  /** On any other event. */
  readonly elsewhere?: 'ignored' | 'warned' | 'no_power';
  readonly wrongType: 'ignored' | 'bad_output';
  /** Only for tools of an MCP server. */
  readonly onlyForMcp?: true;
  /** Level of a message. */
  readonly level?: Level;
  /** Given even by a hook that blocks. */
  readonly besideBlock?: boolean;
}

/** One outcome word of a dialect whose answers are tagged. */
export interface OutcomeRow {
  readonly does: 'proceed' | 'stop' | 'suppress';
  /** What it does, when not the event's own block. */
  readonly effect?: Effect;
  readonly fields: Readonly<Record<string, OutcomeField>>;
}

export interface OutcomeField {
  readonly required: boolean;
  readonly gives: 'reason' | 'context' | 'prependToPrompt' | 'appendToOutput' | 'record';
}

/** How the answer of a process is read. */
export interface AnswerTable {
  readonly exits: { readonly zero: ExitRule; readonly two: ExitRule; readonly other: ExitRule };
  /** Where the reason of an exit that blocks is looked for: the first that is not blank; what else was printed there is context for the model. */
  readonly exitReasons: readonly ('stdout' | 'stderr')[];
  /** Where the reason of a refusal in an answer is looked for before the answer itself. */
  readonly answerReasons: readonly ('stdout' | 'stderr')[];
  /** `{name}` is the hook's name. */
  readonly defaultReason: string;
  /** Whether the answer beside an exit that blocks is still read for what may stand beside a block. */
  readonly readsBlockingExit: boolean;
  /** How a JSON object on stdout is read. */
  readonly style: 'keys' | 'tagged-outcome';
  /** What stdout is that is no JSON object. */
  readonly text: 'bad_output' | 'recorded' | 'by-event';
  readonly unknownKeys: 'ignored' | 'warned-once';
  readonly decisions: readonly DecisionKey[];
  /** Keys that hold the reason of a decision: the first that has one. */
  readonly reasons: readonly string[];
  /** The key whose `false` ends the turn, and where the reason for that stands. */
  readonly endTurn: {
    readonly key: string;
    readonly reasons: readonly string[];
    /** Which reason stands when the answer also holds a refusal. */
    readonly prefers: 'its-own-reason' | 'the-refusals-reason';
    /** What becomes of the other tool calls of the same reply. */
    readonly otherCalls: 'run' | 'do-not-run';
    /** Whether the model is told the reason too, beside the user. */
    readonly tellsModel: boolean;
  } | null;
  /** An object that must name its event. */
  readonly envelope: { readonly key: string; readonly names: string } | null;
  readonly fields: readonly AnswerField[];
  /** Whether a broken answer goes on although the event fails closed. */
  readonly badOutputProceeds: boolean;
  /** Whether a field of the wrong type makes even a refusal beside it void. */
  readonly badOutputSpoilsRefusal: boolean;
  /** Where it counts as a fault when a hook exits with another code than 0 and 2: `log`: the user learns that it failed, what it printed is only recorded. Absent: both are a warning to the user. */
  readonly failureGoesTo?: 'log';
  /** A refusal is also told as a message, like the fault of this code. */
  readonly blockToldAs: FaultCode | null;
}
