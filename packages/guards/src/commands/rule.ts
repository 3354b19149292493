import type { Site } from '../shell/shell.ts';
import type { OperandClaim } from './operands.ts';

/** In a rule: whatever program it is. */
export const ANY_PROGRAM = '*';

/** What is done about a command. */
export type Severity = 'block' | 'ask';

/** One kind of dangerous call, as data: all given conditions must hold. */
export interface CommandRule {
  readonly id: string;
  readonly does: Severity;
  /** Completes the sentence "this command …". */
  readonly why: string;
  /** `*` alone stands for every program. */
  readonly programs: readonly string[];
  /** The first operands, such as `reset`; each may be one of several. */
  readonly sub?: readonly (readonly string[])[];
  /** Of each group at least one option is given. */
  readonly flags?: readonly (readonly string[])[];
  /** None of these options is given. */
  readonly without?: readonly string[];
  /** All of these are true of what it names. */
  readonly operands?: readonly OperandClaim[];
  /** Matches the arguments, joined by spaces, or the program's input. */
  readonly text?: RegExp;
  /** Matches one of the arguments, or the program's input, after SQL strings and comments are removed. */
  readonly sql?: RegExp;
  /** Does not match the arguments. */
  readonly unless?: RegExp;
  /** Where it is dangerous; by default here and on other machines, not in a container. */
  readonly sites?: readonly Site[];
}

/** A rule about a variable that a line sets. */
export interface VariableRule {
  readonly id: string;
  readonly does: Severity;
  readonly why: string;
  readonly name: RegExp;
  readonly value: RegExp;
}

/** A rule about programs that are dangerous together in one line: of each group one runs. */
export interface TogetherRule {
  readonly id: string;
  readonly does: Severity;
  readonly why: string;
  readonly programs: readonly (readonly string[])[];
}

/** A rule about a file that a redirection opens for writing. */
export interface RedirectRule {
  readonly id: string;
  readonly does: Severity;
  readonly why: string;
  readonly path: RegExp;
  /**
   * With `appended`, only a file that is written anew counts, not one that grows; with `backups`, a copy under a
   * name for backups beside the file itself does not.
   */
  readonly keeps?: 'appended' | 'backups';
  /** Also counts when a program such as `cp` or `sed -i` writes the file; where new content counts, `tee` may be left out. */
  readonly by?: 'any-writer' | 'all-but-tee';
}
