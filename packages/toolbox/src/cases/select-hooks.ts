import type { Hooks, AnyEvent, ListedHook, Request } from '@hookline/core/internal';
import { isHook } from './judge-outcome.ts';

/** The ids of the hooks that a case file names. */
export function selectHooks(hooks: Hooks, names: readonly string[], event: AnyEvent): readonly string[] {
  const found = names.flatMap((name) => hooksNamed(name, hooks, event));
  if (found.length > 0) return found;
  // What an unarmed hook runs is not known; that it is unarmed is what there is to say.
  return hooks
    .list()
    .filter(({ armed }) => !armed)
    .map(idOf);
}

/** The ids of the hooks that a word means: by id, by name, or by the file that they run on the event. */
export const hooksNamed = (word: string, hooks: Hooks, event: AnyEvent): readonly string[] =>
  hooks
    .list()
    .filter((hook) => isHook(word, hook) || runs(word, hooks.requestOf(hook.id, event)))
    .map(idOf);

const idOf = ({ id }: ListedHook): string => id;

function runs(name: string, request: Request | null): boolean {
  if (request?.kind !== 'command') return false;
  const words = [request.program, ...request.args, ...(request.script?.split(/[\s"']+/) ?? [])];
  return words.some((word) => word === name || word.endsWith(`/${name}`));
}
