import { didYouMean, forTerminal } from '@hookline/core/internal';
import { oneLine } from './one-line.ts';
import { type Unknown, WrongCall } from '../call/wrong-call.ts';

/** Whether a call failed because it was wrong, and not because of an error of ours. */
export const isCallersMistake = (error: unknown): boolean => error instanceof WrongCall;

/** What a call that failed says: one line, and the stack of an error of ours on request only. */
export function problemText(
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
  isRefusal = false,
): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WrongCall) return `hookline: ${oneLine(`${message}${guess(error.unknown)}`)}\n`;
  const isVerbose = !['', '0'].includes(env['HOOKLINE_VERBOSE'] ?? '');
  if (isVerbose)
    return `hookline: internal error: ${forTerminal(stackOf(error) ?? message)}\n${isRefusal ? REFUSED : ''}`;
  return `hookline: internal error: ${oneLine(message)} (HOOKLINE_VERBOSE=1 shows where)\n${isRefusal ? REFUSED : ''}`;
}

const REFUSED =
  'hookline: refused, because nothing could be checked; run "hookline doctor" (HOOKLINE_ON_ERROR=proceed lets actions go on)\n';

const stackOf = (error: unknown): string | undefined => (error instanceof Error ? error.stack : undefined);

/** The end of a message about an unknown word: what was meant, or else what there is. */
function guess(unknown: Unknown | null): string {
  if (unknown === null) return '';
  const meant = didYouMean(unknown.word, unknown.known);
  if (meant !== null) return `; did you mean ${meant}?`;
  return `; ${unknown.otherwise ?? `expected one of ${unknown.known.join(', ')}`}`;
}
