import { DIALECTS, isStartedByHook } from '@hookline/core/internal';
import { ancestors, type Ancestor } from '../process/ancestors.ts';
import { wrongCall } from './wrong-call.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a project may do is decided by a person: throws a wrong call when a hook or a tool call of an agent makes this call, at
 * whatever distance. `unattended` says that a person has ordered a call which nobody stands behind; it excuses nothing else.
 */
export function refuseDriven(env: Environment, what: string, unattended = false): void {
  const driver = driverOf(env);
  if (driver === 'hook') throw wrongCall(`${what} is refused inside a hook`);
  if (driver === 'agent')
    throw wrongCall(`${what} is refused in a tool call of an agent: a person runs it, in a terminal of their own`);
  if (driver === 'unknown' && !unattended)
    throw wrongCall(
      `${what} is refused: the process that started it has ended, and there is no terminal; run it in a terminal, or order it with \`hookline ${what.startsWith('--') ? 'trust' : what} --unattended\``,
    );
}

/** Whether a hook or an agent makes this call, or it cannot be told who does: then a person cannot be asked. */
export const isDriven = (env: Environment): boolean => driverOf(env) !== null;

/** Who makes this call, at whatever distance; null: a person, as far as can be seen. */
function driverOf(env: Environment): 'hook' | 'agent' | 'unknown' | null {
  const above = ancestors();
  const driver = driverIn(env) ?? above.map(({ env: own }) => driverIn(own)).find((found) => found !== null);
  return driver ?? (isStray(above) ? 'unknown' : null);
}

/** Whose mark an environment bears. */
function driverIn(env: Environment): 'hook' | 'agent' | null {
  if (isStartedByHook(env, DIALECTS) || isFilled(env['HOOKLINE_SHELL'])) return 'hook';
  return isFilled(env['HOOKLINE_AGENT']) ? 'agent' : null;
}

const isFilled = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Whether this process has left those behind who started it: then nobody can tell whether a hook did. */
function isStray([parent]: readonly Ancestor[]): boolean {
  return parent !== undefined && parent.isKeeper && !parent.hasChildOnTerminal;
}
