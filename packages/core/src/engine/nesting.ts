import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyEvent, Dialect } from '../model/index.ts';
import { POLICY_DEPTH } from './policy-environment.ts';

/** The variable that marks everything a hook starts: finds escaped children, and keeps hooks from firing hooks. */
export const RUN_TAG = 'HOOKLINE_RUN';

/** A hook's work; open as long as what it started counts as part of the hook. */
interface HookWork {
  isOpen: boolean;
}

const insideHook = new AsyncLocalStorage<HookWork>();

// Async tracking stays off until a function that awaits needs it, so that the host's promises do not pay for it.
let isFollowing = false;

/** Runs a hook's work so that everything it starts in this process is recognized as nested in it. */
export function asHook<Result>(work: () => Result): Result {
  isFollowing = true;
  return insideHook.run({ isOpen: true }, work);
}

/** A function of the host, as the engine calls it. */
type Called = (event: AnyEvent) => unknown;

// Whether a synchronous function is being called right now.
let isCalling = false;

/**
 * A function of the host, called so that events it fires are recognized as coming from within a hook. A synchronous
 * one needs only a flag while it runs; which kind it is shows at its first call. Work that a synchronous function
 * leaves for later counts as the host's own. If it ever returns a promise, it is tracked from the next call on.
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

/** Whether a value is a promise or another thenable. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** Variables that any shell sets by itself, and the one that `--home` and hosts set. */
const SHELLS_OWN: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SHLVL', '_', 'HOME']);

/** Whether the current call is made by a hook of this process. */
export const isInsideOwnHook = (): boolean => isCalling || insideHook.getStore()?.isOpen === true;

/** Whether this process is a descendant of a hook. */
export function isStartedByHook(
  env: Readonly<Record<string, string | undefined>>,
  dialects: readonly Dialect[],
): boolean {
  if ((env[RUN_TAG] ?? '') !== '' || (env[POLICY_DEPTH] ?? '') !== '') return true;
  return dialects.some((dialect) => isExactEnvironmentOf(dialect, env));
}

/** A dialect with an exact environment has no room for a tag; there the environment as a whole is the mark. */
function isExactEnvironmentOf(dialect: Dialect, env: Readonly<Record<string, string | undefined>>): boolean {
  const { inherits, sets } = dialect.environment;
  if (inherits === 'everything') return false;
  const expected = new Set([...inherits, ...sets.map((field) => field.name)]);
  const present = Object.keys(env).filter((name) => env[name] !== undefined && !SHELLS_OWN.has(name));
  return sets.every((field) => env[field.name] !== undefined) && present.every((name) => expected.has(name));
}
