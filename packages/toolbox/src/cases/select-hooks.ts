import type { Hooks, AnyEvent, ListedHook, Request } from '@hookline/core/internal';
import { isHook } from './judge-outcome.ts';

/** The hooks in which a word is searched; `eventOf` gives an event that shows which file a hook runs. */
export interface NameScope {
  /** The systems whose hooks count; null: all. */
  readonly dialects: readonly string[] | null;
  readonly eventOf: (hook: ListedHook) => AnyEvent | null;
}

/**
 * The hooks that a word means, in every command and case file: the one with this id; else all with this name, with a
 * name that ends in it as a path does, or that run a file of this name.
 */
export function hooksNamed(word: string, hooks: Hooks, { dialects, eventOf }: NameScope): readonly ListedHook[] {
  const all = hooks.list().filter(({ dialect }) => dialects === null || dialects.includes(dialect));
  const exact = all.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  return all.filter((hook) => isHook(word, hook) || runs(word, hook, hooks, eventOf(hook)));
}

/** The ids of the hooks that a case names. */
export function selectHooks(hooks: Hooks, names: readonly string[], event: AnyEvent): readonly string[] {
  const scope = { dialects: null, eventOf: () => event };
  const found = names.flatMap((name) => hooksNamed(name, hooks, scope)).map(idOf);
  if (found.length > 0) return found;
  // What an unarmed hook runs is not known; only that it is unarmed can be reported.
  return hooks
    .list()
    .filter(({ armed }) => !armed)
    .map(idOf);
}

const idOf = ({ id }: ListedHook): string => id;

function runs(name: string, { id }: ListedHook, hooks: Hooks, event: AnyEvent | null): boolean {
  const request: Request | null = event === null ? null : hooks.requestOf(id, event);
  if (request?.kind !== 'command') return false;
  const words = [request.program, ...request.args, ...(request.script?.split(/[\s"']+/) ?? [])];
  return words.some((word) => word === name || word.endsWith(`/${name}`));
}
