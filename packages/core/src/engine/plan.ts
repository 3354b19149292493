import type { Hook, MatchResult, MatchSubject } from '../model/index.ts';
import type { ArmedHook } from './armed-hook.ts';
import type { Frame } from './frame.ts';

/** A hook that matched and will run. */
export interface Step {
  readonly hook: Hook;
  readonly background: boolean;
}

/** A hook that will not run, and why; `matched` tells those that the event did select. */
export interface Rest {
  readonly hook: Hook;
  readonly matched: boolean;
  readonly why: string;
}

/** Which hooks of one dialect run for an event, in which order and how, and which do not. */
export interface Plan {
  readonly frame: Frame;
  /** In the order in which they run; background hooks that wait for the others come last. */
  readonly steps: readonly Step[];
  readonly rest: readonly Rest[];
  readonly pace: 'one-by-one' | 'parallel';
  /** Why each step runs, by hook id. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Selects and orders; matchers are asked once, before anything runs. `hooks` are those of the native event. */
export function plan(hooks: readonly ArmedHook[], frame: Frame): Plan {
  const rest: Rest[] = [];
  const reasons = new Map<string, string>();
  const selected: Hook[] = [];
  for (const { hook, unarmed } of hooks) {
    const answer = isSelected(hook, frame);
    if (!answer.matches || unarmed !== null) {
      rest.push({ hook, matched: answer.matches, why: answer.matches ? (unarmed ?? answer.why) : answer.why });
      continue;
    }
    reasons.set(hook.id, answer.why);
    selected.push(hook);
  }
  const unique = withoutDuplicates(selected, frame, rest);
  const steps = ordered(
    unique.map((hook) => ({ hook, background: isBackground(hook, frame) })),
    frame,
  );
  return { frame, steps, rest, pace: paceOf(selected, frame), reasons };
}

function isSelected(hook: Hook, frame: Frame): MatchResult {
  const first = isAbout(hook, frame.subject);
  if (first.matches) return first;
  for (const subject of frame.otherSubjects) {
    const other = isAbout(hook, subject);
    if (other.matches) return other;
  }
  return first;
}

function isAbout(hook: Hook, subject: MatchSubject): MatchResult {
  const byMatcher = hook.matcher.test(subject);
  if (!byMatcher.matches || hook.condition === null) return byMatcher;
  const byCondition = hook.condition.test(subject);
  return byCondition.matches ? { matches: true, why: `${byMatcher.why}; ${byCondition.why}` } : byCondition;
}

function isBackground(hook: Hook, frame: Frame): boolean {
  if (!frame.row.waits) return true;
  // Where nothing can be woken, a hook that would wake the model is waited for instead.
  if (hook.wake !== null && !frame.place.canWake) return false;
  return hook.background;
}

function ordered(steps: readonly Step[], frame: Frame): readonly Step[] {
  const { order, background } = frame.dialect.schedule;
  const sorted = order === 'priority' ? steps.toSorted((one, other) => other.hook.priority - one.hook.priority) : steps;
  if (background === 'with-the-rest') return sorted;
  return [...sorted.filter((step) => !step.background), ...sorted.filter((step) => step.background)];
}

function paceOf(selected: readonly Hook[], frame: Frame): 'one-by-one' | 'parallel' {
  if (frame.dialect.schedule.pace === 'one-by-one') return 'one-by-one';
  return selected.some((hook) => hook.sequential) ? 'one-by-one' : 'parallel';
}

function withoutDuplicates(hooks: readonly Hook[], frame: Frame, rest: Rest[]): readonly Hook[] {
  if (frame.dialect.schedule.duplicates === 'run') return hooks;
  const kept = new Map<string, Hook>();
  for (const hook of hooks) {
    const key = duplicateKey(hook);
    const twin = kept.get(key);
    // Of two that are the same, the one that can stop the action stays.
    if (twin === undefined || (twin.background && !hook.background)) kept.set(key, hook);
  }
  return hooks.filter((hook) => {
    const twin = kept.get(duplicateKey(hook));
    if (twin === undefined || twin === hook) return true;
    rest.push({ hook, matched: true, why: `the same command runs already as ${twin.id}` });
    return false;
  });
}

function duplicateKey(hook: Hook): string {
  if (hook.handler.kind !== 'command') return hook.id;
  const env = Object.entries(hook.env).map((pair) => JSON.stringify(pair));
  return JSON.stringify([hook.handler, env.toSorted(), hook.condition?.text ?? null, hook.folder]);
}
