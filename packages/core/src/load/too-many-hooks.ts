import type { FoundFile } from './discover.ts';
import type { Finding } from './document.ts';

/** Why a file of a project holds more hooks than are read; null when it does not. What the user writes is the user's to bear. */
export function tooManyHooks({ scope }: Pick<FoundFile, 'scope'>, entries: number): Finding | null {
  if ((scope !== 'project' && scope !== 'local') || entries <= MOST_HOOKS) return null;
  const message = `the file was not read: it holds ${entries} hooks; at most ${MOST_HOOKS} of a project are read`;
  return { severity: 'error', at: null, message, hint: 'join hooks that do the same, with a pattern for all of them' };
}

// Of one file: reading and covering as many takes some tenths of a second.
const MOST_HOOKS = 2000;
