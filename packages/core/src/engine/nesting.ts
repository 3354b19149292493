import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dialect } from '../model/index.ts';

/** The variable that marks everything a hook starts: finds escaped children, and keeps hooks from firing hooks. */
export const RUN_TAG = 'HOOKLINE_RUN';

const insideHook = new AsyncLocalStorage<string>();

/** Runs a hook's work so that whatever it starts in this process is known to be inside it. */
export const asHook = <Result>(runId: string, work: () => Result): Result => insideHook.run(runId, work);

/** Variables that any shell sets by itself. */
const SHELLS_OWN: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);

/** Whether this very piece of work is done by a hook of this process. */
export const isInsideOwnHook = (): boolean => insideHook.getStore() !== undefined;

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
