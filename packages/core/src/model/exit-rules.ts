/**
 * How the end of a process is interpreted. `read-object-else-fault`: a JSON object that fits is the answer, as if the
 * process had exited with 0; anything else is a fault. `block-with-reason`: a refusal if the process says why, else a
 * fault. `read-and-warn`: the answer is read, and stderr is a warning to the user. `stderr-is-context`: the answer is
 * not read, and stderr is context for the model.
 */
export type ExitRule =
  | 'read'
  | 'block'
  | 'block-with-reason'
  | 'fault'
  | 'read-object-else-fault'
  | 'read-and-warn'
  | 'stderr-is-context';

/** How each end of a process is interpreted; absent for a signal: a fault. */
export interface ExitRules {
  readonly zero: ExitRule;
  readonly two: ExitRule;
  readonly other: ExitRule;
  readonly signal?: Exclude<ExitRule, 'block' | 'block-with-reason' | 'read-and-warn' | 'stderr-is-context'>;
}

/**
 * What a printed text is: `read`: the answer; `refuse`: a refusal, with the text as its reason; `by-event`: what the
 * event makes of plain text; `message` and `warning`: for the user; `fault`: a broken answer.
 */
export type TextUse = 'read' | 'refuse' | 'by-event' | 'message' | 'warning' | 'fault' | 'nothing';

/** What each kind of text is at one end of a process; a JSON object is always read, and no text is nothing. */
export interface TextUses {
  /** JSON that is no object. */
  readonly json: TextUse;
  /** What begins with a brace and is no JSON. */
  readonly broken: TextUse;
  readonly text: TextUse;
}

/**
 * How the answer of a process is read where the kind of its text counts beside its end, at every end. A JSON string is
 * parsed once more. An end other than exit code 0 that refuses nothing is a fault beside the answer.
 */
export interface TextTable {
  /** The stream with the answer: stdout, and stderr where stdout is blank; at exit code 2 another one. */
  readonly from: { readonly usual: 'stdout-else-stderr'; readonly two?: 'stderr' };
  readonly zero: TextUses;
  /** Absent: as `other`. */
  readonly one?: TextUses;
  readonly two?: TextUses;
  readonly signal?: TextUses;
  readonly other: TextUses;
}
