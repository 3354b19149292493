import type { Hooks, ListedHook } from '@hookline/core/internal';
import { hooksNamed } from '../cases/index.ts';
import { anyExample } from './example.ts';

/** The requested hook is not configured here. */
export class UnknownHookError extends Error {
  readonly word: string;
  readonly known: readonly string[];

  constructor(word: string, known: readonly string[]) {
    super(`there is no hook "${word}" here`);
    this.word = word;
    this.known = known;
  }
}

/** The hooks that an argument means: by id, by name, or by the file that they run; throws an `UnknownHookError`. */
export function findHooks(word: string, hooks: Hooks, project: string): readonly ListedHook[] {
  const found = hooksNamed(word, hooks, { dialects: null, eventOf: (hook) => anyExample(hook, project) });
  if (found.length > 0) return found;
  throw new UnknownHookError(
    word,
    hooks.list().flatMap(({ id, name }) => [id, name]),
  );
}
