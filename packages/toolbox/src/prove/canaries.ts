import type { Hooks, ListedHook } from '@hookline/core/internal';
import type { Canary } from '../cases/index.ts';
import { reachingExample } from './example.ts';
import type { Trial } from './proof.ts';

/** A hook, and the events it is tested with. */
export interface Candidate {
  readonly hook: ListedHook;
  /** Canaries that name it, or that select it. */
  readonly trials: readonly CandidateTrial[];
}

/** `shared`: it names no hook, so another hook may be the one to block it. */
export type CandidateTrial = Trial & { readonly shared: boolean };

/** Gives each hook its canaries; a hook without any gets a built-in example that selects it, if there is one. */
export function candidatesOf(
  chosen: readonly ListedHook[],
  canaries: readonly Canary[],
  hooks: Hooks,
  project: string,
): readonly Candidate[] {
  const reached = canaries.map((canary) => (canary.hook === null ? idsReached(canary, hooks) : null));
  return chosen.map((hook) => {
    const own = canaries.filter((canary, index) => reached[index]?.has(hook.id) ?? isFor(canary, hook));
    return { hook, trials: own.length > 0 ? own.map(trialOf) : exampleTrial(hook, hooks, project) };
  });
}

/** Whether a canary names this hook, by its id. */
export const isFor = ({ hook: word }: Canary, { id }: ListedHook): boolean => word === id;

/** The hooks that a canary would run. */
export const idsReached = ({ event, dialects }: Canary, hooks: Hooks): ReadonlySet<string> =>
  new Set(
    hooks
      .explain(event)
      .hooks.filter(({ runs, dialect }) => runs && (dialects === null || dialects.includes(dialect)))
      .map(({ id }) => id),
  );

const trialOf = ({ title, file, line, must, event, hook }: Canary): CandidateTrial => ({
  title,
  file,
  line,
  must,
  event,
  shared: hook === null,
});

function exampleTrial(hook: ListedHook, hooks: Hooks, project: string): readonly CandidateTrial[] {
  const event = hook.armed ? reachingExample(hook, hooks, project) : null;
  if (event === null) return [];
  const title = `a ready example of ${event.hook_event_name}`;
  return [{ title, must: 'nothing', file: null, line: null, event, shared: false }];
}
