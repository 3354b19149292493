import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyEvent, Dialect } from '../model/index.ts';

/** The variable that marks everything a hook starts: finds escaped children, and keeps hooks from firing hooks. */
export const RUN_TAG = 'HOOKLINE_RUN';

/** A hook's work; open as long as what it started counts as the hook's. */
interface HookWork {
  isOpen: boolean;
}

const insideHook = new AsyncLocalStorage<HookWork>();

// Until something asks for it that goes on after a first wait, no promise of the host pays for being followed.
let isFollowing = false;

/** Runs a hook's work so that whatever it starts in this process is known to be inside it. */
export function asHook<Result>(work: () => Result): Result {
  isFollowing = true;
  return insideHook.run({ isOpen: true }, work);
}

/** A function of the host, as the engine calls it. */
type Called = (event: AnyEvent) => unknown;

// Whether a function that answers at once is being called at this very moment.
let isCalling = false;

/**
 * A function of the host that is called so that what it fires is known to come from within a hook. One that answers without a
 * promise needs no more than a mark while it runs; which kind it is shows at its first call. What such a function leaves behind
 * for later is the host's own work. Should it give a promise one day after all, it is followed from the next call on.
 */
export function calledAsHook(call: Called): Called {
  let answersAtOnce = false;
  let isKnown = false;
  const callFollowed = (event: AnyEvent): unknown => {
    const work: HookWork = { isOpen: true };
    const result = insideHook.run(work, call, event);
    if (isKnown) return result;
    isKnown = true;
    answersAtOnce = !isThenable(result);
    work.isOpen = !answersAtOnce;
    if (!answersAtOnce) isFollowing = true;
    else if (!isFollowing) insideHook.disable();
    return result;
  };
  return (event) => {
    if (!answersAtOnce) return callFollowed(event);
    isCalling = true;
    try {
      const result = call(event);
      if (result !== undefined && isThenable(result)) answersAtOnce = !(isFollowing = true);
      return result;
    } finally {
      isCalling = false;
    }
  };
}

/** Whether a value is a promise of any kind. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** Variables that any shell sets by itself, and the one that `--home` and hosts set. */
const SHELLS_OWN: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SHLVL', '_', 'HOME']);

/** Whether this very piece of work is done by a hook of this process. */
export const isInsideOwnHook = (): boolean => isCalling || insideHook.getStore()?.isOpen === true;

/** Whether this process was started by a hook, at whatever distance. */
export function isStartedByHook(
  env: Readonly<Record<string, string | undefined>>,
  dialects: readonly Dialect[],
): boolean {
  if ((env[RUN_TAG] ?? '') !== '') return true;
  return dialects.some((dialect) => isExactEnvironmentOf(dialect, env));
}

/** A dialect with an exact environment leaves no room for a tag: there the environment as a whole is the mark. */
function isExactEnvironmentOf(dialect: Dialect, env: Readonly<Record<string, string | undefined>>): boolean {
  const { inherits, sets } = dialect.environment;
  if (inherits === 'everything') return false;
  const expected = new Set([...inherits, ...sets.map((field) => field.name)]);
  const present = Object.keys(env).filter((name) => env[name] !== undefined && !SHELLS_OWN.has(name));
  return sets.every((field) => env[field.name] !== undefined) && present.every((name) => expected.has(name));
}
