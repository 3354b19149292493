/** A word that is not known, and those that are: what was meant is guessed only when the call has failed. */
export interface Unknown {
  readonly word: string;
  readonly known: readonly string[];
  /** What to say when no known word is near; without it they are listed. */
  readonly otherwise?: string;
}

/** A mistake of the caller, said in one line. */
export class WrongCall extends Error {
  readonly unknown: Unknown | null;

  constructor(message: string, unknown: Unknown | null = null) {
    super(message);
    this.unknown = unknown;
  }
}

/** A mistake of the caller; with an unknown word the line ends in a guess at what was meant. */
export const wrongCall = (message: string, unknown: Unknown | null = null): WrongCall =>
  new WrongCall(message, unknown);
