import { basename } from 'node:path';
import { askedOf } from '../shell/asked-script.ts';
import { handlerText } from '../engine/handler-text.ts';
import { shortName } from '../load/source-of.ts';
import type { Handler, Hook } from '../model/index.ts';
import { splitWords } from '../shell/shlex.ts';

/**
 * What people call a hook whose file gives it no name: its script, or for one of hookline's guards the guard; else its
 * name.
 */
export function labelOf({ name, handler }: Hook): string {
  if (handler.kind !== 'command') return name;
  const words = wordsOf(handler);
  const [program = ''] = words;
  const isNamed = name !== shortName(handlerText(handler)) && name !== shortName(basename(program));
  if (isNamed || words.length === 0) return name;
  return guardOf(words) ?? scriptOf(words) ?? name;
}

/** The words of one simple command; none where a shell would do more with the text. */
function wordsOf(handler: Extract<Handler, { readonly kind: 'command' }>): readonly string[] {
  if (handler.form === 'argv') return [handler.program, ...handler.args];
  const line = handler.form === 'words' ? handler.line : handler.script;
  const split = handler.form === 'shell' && /[|&;<>()`\n]/.test(line) ? null : splitWords(line);
  return split?.ok === true ? split.words : [];
}

/** Guards that were added before each had its own script share one, and are distinguished by its arguments. */
function guardOf([program = '', way = '', guard]: readonly string[]): string | null {
  const isGuard = basename(program) === 'hookline-guard.sh' && ['closed', 'open'].includes(way);
  return isGuard ? (guard ?? null) : null;
}

function scriptOf(words: readonly string[]): string | null {
  const [program = ''] = words;
  const asked = askedOf(words);
  const script = asked?.runs === 'file' ? asked.path : program;
  if (!script.includes('/') && asked?.runs !== 'file') return null;
  const bare = basename(script).replace(/\.(?:sh|bash|py|[cm]?[jt]s|rb|pl)$/, '');
  return bare === '' ? null : bare;
}
