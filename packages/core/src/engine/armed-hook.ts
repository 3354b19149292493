import type { Hook } from '../model/index.ts';

/** A hook of the running set: `unarmed` says why it must not run (an untrusted project), and is null when it may. */
export interface ArmedHook {
  readonly hook: Hook;
  readonly unarmed: string | null;
  /** The user wants it to run and to decide nothing. */
  readonly shadow?: true;
}

/** Hooks by native event, in the order in which they were given. */
export function groupByEvent(hooks: readonly ArmedHook[]): ReadonlyMap<string, readonly ArmedHook[]> {
  const groups = new Map<string, ArmedHook[]>();
  for (const each of hooks) {
    const group = groups.get(each.hook.event);
    if (group === undefined) groups.set(each.hook.event, [each]);
    else group.push(each);
  }
  return groups;
}
