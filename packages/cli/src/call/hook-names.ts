import type { Hooks, ListedHook } from '@hookline/core/internal';
import { findHooks, UnknownHookError } from '@hookline/toolbox';
import { wrongCall } from './wrong-call.ts';

/** The same error, or the wrong call that it means when a hook is named that is not here. */
export const namingProblem = (error: unknown): unknown =>
  error instanceof UnknownHookError
    ? wrongCall(error.message, { word: error.word, known: error.known, otherwise: 'see hookline list' })
    : error;

/** The hooks that a word means, at least one; throws a wrong call. */
export function hooksMeant(word: string, hooks: Hooks, project: string): readonly ListedHook[] {
  try {
    return findHooks(word, hooks, project);
  } catch (error) {
    throw namingProblem(error);
  }
}

/** The one hook of several that a word means, for what is done to one hook at a time; throws a wrong call. */
export function onlyHook(word: string, found: readonly ListedHook[]): ListedHook {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const ids = found.map(({ id }) => id).join(', ');
  throw wrongCall(
    `"${word}" names ${found.length} hooks: ${ids}; give one of these ids, or name its system with --dialect`,
  );
}
