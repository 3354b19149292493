import { MARKS, undecoded } from './marks.ts';
import type { Shell } from './shell.ts';

/**
 * Evaluates a text that a shell was given to run; a text that cannot be read beforehand is recorded as an act of its
 * own.
 */
export function runScriptText(text: string, shell: Shell, by: string): string {
  const { acts } = shell.session;
  if (text.includes(MARKS.decoded)) acts.push({ act: 'blind-script', from: 'encoding', by });
  if (text.includes(MARKS.network)) acts.push({ act: 'blind-script', from: 'network', by });
  else if (text.includes(MARKS.hidden)) acts.push({ act: 'blind-script', from: 'hidden', by });
  else if (isOnlyPrinted(text)) acts.push({ act: 'blind-script', from: 'program', by });
  else if (!BLANK.test(text)) return shell.session.runner.text(undecoded(text), shell);
  return MARKS.unknown;
}

/** Evaluates a line that stands in the command itself, as for `eval` and `sh -c`: a variable may hold anything. */
export function runGivenLine(text: string, shell: Shell, by: string): string {
  if (ONLY_VARIABLES.test(text)) shell.session.acts.push({ act: 'blind-script', from: 'variable', by });
  return runScriptText(text, shell, by);
}

/** Whether only the program that prints the text is known. */
export const isOnlyPrinted = (text: string): boolean => ONLY_PRINTED.test(text);

const ONLY_PRINTED = /^\s*\uE009[\s\uE009]*$/;
const ONLY_VARIABLES = /^\s*\uE000(?:[\s\uE000]*)[\s&;]*$/;
// A variable or a file of the user: equivalent to a script that is started by its name.
const BLANK = /^[\s\uE000-\uE006\uE008-\uE00C]*$/;
