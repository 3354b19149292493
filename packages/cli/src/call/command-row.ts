import type { Completion, OptionRow } from './options.ts';

/** The plain words that a command takes. */
export interface WordsRow {
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** What to do about a word too many; without it the help is named. */
  readonly advice?: string;
  readonly completes: Completion;
}

interface Example {
  readonly does: string;
  readonly line: string;
}

/** One command of the command line, as help, parser and completion know it. */
export interface CommandRow {
  readonly name: string;
  readonly about: string;
  readonly words?: WordsRow;
  readonly options: readonly OptionRow[];
  readonly examples: readonly Example[];
  readonly exits?: Readonly<Record<number, string>>;
  /** Left out of help and completion. */
  readonly hidden?: true;
}
