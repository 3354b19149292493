import { MARKS } from './marks.ts';
import type { Shell } from './shell.ts';

/**
 * Evaluates a text that a shell was given to run; a text that cannot be read beforehand is recorded as an act of its
 * own.
 */
export function runScriptText(text: string, shell: Shell, by: string): string {
  const { acts } = shell.session;
  if (text.includes(MARKS.network)) acts.push({ act: 'blind-script', from: 'network', by });
  else if (text.includes(MARKS.hidden)) acts.push({ act: 'blind-script', from: 'hidden', by });
  else if (ONLY_PRINTED.test(text)) acts.push({ act: 'blind-script', from: 'program', by });
  else if (!BLANK.test(text)) return shell.session.runner.text(text, shell);
  return MARKS.unknown;
}

// Only the program that prints the script is known.
const ONLY_PRINTED = /^\s*\uE009\s*$/;
// A variable or a file of the user: equivalent to a script that is started by its name.
const BLANK = /^[\s\uE000-\uE006\uE008\uE009]*$/;
