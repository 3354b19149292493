/** A question that only a person may answer. */
export interface PersonQuestion {
  /** What it covers, line by line; safe to print. */
  readonly lines: readonly string[];
  readonly question: string;
  /** What is said when the answer is no. */
  readonly undone: string;
}

/** Asks in the terminal of the studio, one question at a time. */
export type AskPerson = (question: PersonQuestion) => Promise<boolean>;
