import { oneLine } from './one-line.ts';
import { isWrongCall } from '../call/wrong-call.ts';

/** What a call that failed says: one line, and the stack of an error of ours on request only. */
export function problemText(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isWrongCall(error)) return `hookline: ${oneLine(message)}\n`;
  const isVerbose = !['', '0'].includes(env['HOOKLINE_VERBOSE'] ?? '');
  if (isVerbose) return `hookline: internal error: ${error instanceof Error ? (error.stack ?? message) : message}\n`;
  return `hookline: internal error: ${oneLine(message)} (HOOKLINE_VERBOSE=1 shows where)\n`;
}
