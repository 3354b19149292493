import { hasPolicy, type HooksOptions } from '@hookline/core/internal';
import type { Environment } from '../print/output.ts';
import type { Arguments } from './arguments.ts';
import type { Caller } from './caller.ts';
import { homeOf, type HooksPlace } from './place.ts';

/** Whether the user has switched hooks off. */
const isSwitchedOff = (env: HooksPlace['env']): boolean => !['', '0', 'false'].includes(env['HOOKLINE_DISABLE'] ?? '');

const WHY = 'HOOKLINE_DISABLE is set';

/**
 * What `HOOKLINE_DISABLE` does: null where no hook runs at all, else what hooks are opened with. It does not reach the
 * hooks of a policy.
 */
export function switchedOff(place: Pick<HooksPlace, 'env' | 'home'>): Pick<HooksOptions, 'disabled'> | null {
  if (!isSwitchedOff(place.env)) return {};
  return hasPolicy(place) ? { disabled: WHY } : null;
}

/** Says that no hook ran, or which ones did, so that silence is not taken for consent. */
export const disabledWords = (isAll: boolean): string =>
  isAll ? `hookline: no hook was run: ${WHY}` : `hookline: only hooks of the policy were run: ${WHY}`;

/** The environment as far as it may say what happens when hookline fails: where there is a policy, it may not. */
export const environmentAtError = (given: Arguments, caller: Caller): Environment =>
  hasPolicy(homeOf(given, caller)) ? {} : caller.env;
