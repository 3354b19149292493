import type { Frame } from './engine/frame.ts';
import type { Plan } from './engine/plan.ts';
import type { Watch } from './engine/ports.ts';
import type { HookSet } from './hook-set.ts';
import type { Hook, TrustPolicy, VerdictMessage } from './model/index.ts';
import { createProjectGate } from './project-gate.ts';
import type { Settings } from './settings.ts';
import { isProjects } from './switched-off.ts';

/** The hooks that are in force, judged anew whenever something about the project has changed. */
export interface CurrentSet {
  readonly get: () => HookSet;
  /** Puts a set in force that was read later than any other. */
  readonly replace: (set: HookSet) => void;
  /** Before an event's hooks run: what is to be said about a change that was noticed; null when there is none. */
  readonly renew: (plans: readonly Plan[], event: string) => Promise<readonly VerdictMessage[]> | null;
  /** A watch over one run of a hook; null when there is nothing to look after. */
  readonly watch: (hook: Hook, frame: Frame) => Watch | null;
}

/** Starts with the set as it was loaded; `onChange` is told of every other one. */
export function createCurrentSet(
  loaded: HookSet,
  settings: Settings,
  trust: TrustPolicy,
  onChange: () => void,
): CurrentSet {
  const gate = createProjectGate(settings, trust);
  let set = loaded;
  // One judgement that takes longer must not undo another that was begun later.
  let begun = 0;
  let inForce = 0;
  const put = (next: HookSet, number: number): void => {
    if (number < inForce) return;
    inForce = number;
    const isOther = next.hooks !== set.hooks || next.diagnostics !== set.diagnostics;
    set = next;
    if (isOther) onChange();
  };
  const take = async (
    renewed: Promise<HookSet>,
    number: number,
    selected: readonly Hook[],
  ): Promise<readonly VerdictMessage[]> => {
    const next = await renewed;
    const before = set;
    put(next, number);
    return lossOf(before, set, selected);
  };
  return {
    get: () => set,
    replace: (next) => put(next, ++begun),
    watch: (hook, frame) => gate.watch(() => set, hook, frame),
    renew: (plans, event) => {
      const selected = selectedBy(plans);
      const renewed = gate.renew(set, selected, event);
      return renewed === null ? null : take(renewed, ++begun, selected);
    },
  };
}

const selectedBy = (plans: readonly Plan[]): readonly Hook[] =>
  plans.flatMap(({ steps, skipped }) => [...steps, ...skipped].map(({ hook }) => hook));

/** Said once, at the moment that it is seen: guards do not run any more, or only because what is in the files now is not used. */
function lossOf(before: HookSet, now: HookSet, selected: readonly Hook[]): readonly VerdictMessage[] {
  if (before.diagnostics === now.diagnostics) return [];
  const known = new Set(before.diagnostics.map(({ message }) => message));
  const hook = selected.find(isProjects) ?? selected[0];
  return now.diagnostics
    .filter(({ severity, message }) => severity === 'error' && !known.has(message))
    .map(({ file, message }) => ({ level: 'error', text: `${file}: ${message}`, hook: hook?.id ?? '' }));
}
