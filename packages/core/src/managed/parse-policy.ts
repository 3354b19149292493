import type {
  BreakGlassRule,
  Dialect,
  ManagedPolicy,
  PolicyException,
  PolicyHook,
  PolicyRollout,
  PolicySettings,
  PolicyState,
  ShipLevel,
  SpoolLimits,
} from '../model/index.ts';
import { parseHook } from './parse-policy-hook.ts';
import { rolloutIn } from './parse-rollout.ts';
import {
  flag,
  keysOf,
  list,
  oneWord,
  or,
  PolicyError,
  table,
  text,
  time,
  whole,
  type PolicyValue,
  wrong,
} from './read-values.ts';

const POLICY = 'v org version hooks settings shadow rollout breakGlass expires onExpired'.split(' ');
const MINUTES_OF_OFFLINE = 60;
const MINUTES_OF_EXCEPTION = 240;

/** Reads a policy; throws a `PolicyError` for one that could not be carried out as it is written. */
export function parsePolicy(value: unknown, systems: readonly Dialect[]): ManagedPolicy {
  const at = keysOf({ value, at: '' }, POLICY);
  if (at('v').value !== 1) wrong(at('v'), '1, which this version of hookline understands,');
  const hooks = list(parseHook(systems))(at('hooks'));
  const names = hooks.map(({ name }) => name);
  const hookName = nameAmong(names);
  checkNames(hooks);
  return {
    v: 1,
    org: orgName(at('org')),
    version: whole(1, Number.MAX_SAFE_INTEGER)(at('version')),
    hooks,
    settings: or(at('settings'), PLAIN, settingsIn),
    shadow: or(at('shadow'), [], list(hookName)),
    rollout: or<PolicyRollout | null>(at('rollout'), null, (each) => rolloutIn(each, hookName)),
    breakGlass: or<BreakGlassRule | null>(at('breakGlass'), null, breakGlassIn),
    expires: time(at('expires')),
    onExpired: or(at('onExpired'), 'keep' as const, oneWord('keep', 'strict')),
  };
}

/** It stands in ids of hooks and in names of folders. */
const orgName = (written: PolicyValue): string =>
  /^[a-z0-9][a-z0-9.-]{0,62}$/.test(text(written))
    ? text(written)
    : wrong(written, 'a name of small letters, digits, dots and dashes');

const nameAmong =
  (names: readonly string[]) =>
  (written: PolicyValue): string =>
    names.includes(text(written)) ? text(written) : wrong(written, `the name of a hook (${names.join(', ')})`);

function checkNames(hooks: readonly PolicyHook[]): void {
  const names = hooks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new PolicyError(`hooks: two hooks are called "${twice}"; give each a name of its own`);
  for (const { name, replaces } of hooks)
    if (replaces !== undefined && (replaces === name || !names.includes(replaces)))
      throw new PolicyError(`hooks: "${name}" replaces "${replaces}", which is no other hook of the policy`);
}

const PLAIN: PolicySettings = { managedOnly: false, path: null, spool: null, ship: null };

function settingsIn(written: PolicyValue): PolicySettings {
  const at = keysOf(written, Object.keys(PLAIN));
  return {
    managedOnly: or(at('managedOnly'), PLAIN.managedOnly, flag),
    path: or<string | null>(at('path'), null, text),
    spool: or<SpoolLimits | null>(at('spool'), null, spoolIn),
    ship: or<ShipLevel | null>(at('ship'), null, oneWord('full', 'decisions', 'metadata')),
  };
}

/** Less would drop lines while a gateway is away for an hour. */
const LEAST_SPOOL = 1024 ** 2;

function spoolIn(written: PolicyValue): SpoolLimits {
  const at = keysOf(written, ['maxBytes', 'whenFull']);
  return {
    maxBytes: whole(LEAST_SPOOL, Number.MAX_SAFE_INTEGER)(at('maxBytes')),
    whenFull: or(at('whenFull'), 'oldest' as const, oneWord('oldest', 'strict')),
  };
}

function breakGlassIn(written: PolicyValue): BreakGlassRule {
  const at = keysOf(written, ['approvers', 'longestMinutes', 'offline']);
  const minutes = (most: number) => (each: PolicyValue) =>
    whole(1, most)(keysOf(each, ['longestMinutes'])('longestMinutes'));
  return {
    approvers: or(at('approvers'), [], list(text)),
    longestMinutes: or(at('longestMinutes'), MINUTES_OF_EXCEPTION, whole(1, MINUTES_OF_EXCEPTION)),
    offline: or<BreakGlassRule['offline']>(at('offline'), null, (each) => ({
      longestMinutes: minutes(MINUTES_OF_OFFLINE)(each),
    })),
  };
}

/** Reads what the client has written about the policy in force; throws a `PolicyError`. */
export function parseState(value: unknown): PolicyState {
  const at = keysOf({ value, at: '' }, ['v', 'machine', 'folder', 'shadow', 'off']);
  if (at('v').value !== 1) wrong(at('v'), '1');
  const folder = text(at('folder'));
  if (!/^[0-9]+-[0-9a-f]{64}$/.test(folder)) wrong(at('folder'), 'VERSION-SHA256');
  return {
    v: 1,
    machine: or(at('machine'), '', text),
    folder,
    shadow: or(at('shadow'), [], list(text)),
    off: or(at('off'), {}, table(text)),
  };
}

/** Reads an exception; throws a `PolicyError`. */
export function parseException(value: unknown): PolicyException {
  const known = 'v id org machine hooks reason askedBy grantedBy from until'.split(' ');
  const at = keysOf({ value, at: '' }, known);
  if (at('v').value !== 1) wrong(at('v'), '1');
  return {
    v: 1,
    id: text(at('id')),
    org: text(at('org')),
    machine: text(at('machine')),
    hooks: list(text)(at('hooks')),
    reason: text(at('reason')),
    askedBy: text(at('askedBy')),
    grantedBy: or<string | null>(at('grantedBy'), null, text),
    from: time(at('from')),
    until: time(at('until')),
  };
}
