import { MARKS } from './marks.ts';
import type { Shell } from './shell.ts';

/** Runs a text that a shell was given to run; where nobody can read it before, that is an act of its own. */
export function runScriptText(text: string, shell: Shell, by: string): string {
  const { acts } = shell.session;
  if (text.includes(MARKS.network)) acts.push({ act: 'blind-script', from: 'network', by });
  else if (text.includes(MARKS.hidden)) acts.push({ act: 'blind-script', from: 'hidden', by });
  else if (!BLANK.test(text)) return shell.session.runner.text(text, shell);
  return MARKS.unknown;
}

// Of a script that is not known at all there is nothing to say.
const BLANK = /^[\s\uE000-\uE006]*$/;
