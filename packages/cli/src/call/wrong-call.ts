import { didYouMean, forTerminal } from '@hookline/core/internal';
import type { Environment } from '../print/output.ts';
import { oneLine } from '../print/text.ts';

/** A word that is not known, and those that are: what was meant is guessed only when the call has failed. */
export interface Unknown {
  readonly word: string;
  readonly known: readonly string[];
  /** What to say when no known word is similar; without it they are listed. */
  readonly otherwise?: string;
}

/** A mistake of the caller, in one line. */
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

/** Whether a call failed by a mistake of the caller, and not by an internal error. */
export const isCallersMistake = (error: unknown): boolean => error instanceof WrongCall;

/** The message of a call that failed: one line, and the stack of an internal error only on request. */
export function problemText(error: unknown, env: Environment, isRefusal = false): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WrongCall) return `hookline: ${oneLine(`${message}${guess(error.unknown)}`)}\n`;
  const isVerbose = !['', '0'].includes(env['HOOKLINE_VERBOSE'] ?? '');
  if (isVerbose)
    return `hookline: internal error: ${forTerminal(stackOf(error) ?? message)}\n${isRefusal ? REFUSAL : ''}`;
  return `hookline: internal error: ${oneLine(message)} (HOOKLINE_VERBOSE=1 shows where)\n${isRefusal ? REFUSAL : ''}`;
}

const REFUSAL =
  'hookline: refused, because nothing could be checked; run "hookline doctor" (HOOKLINE_ON_ERROR=proceed lets actions go on)\n';

const stackOf = (error: unknown): string | undefined => (error instanceof Error ? error.stack : undefined);

/** The end of a message about an unknown word: what was meant, or else what there is. */
function guess(unknown: Unknown | null): string {
  if (unknown === null) return '';
  const meant = didYouMean(unknown.word, unknown.known);
  if (meant !== null) return `; did you mean ${meant}?`;
  return `; ${unknown.otherwise ?? `expected one of ${unknown.known.join(', ')}`}`;
}
