import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import { PERMISSION_MODES, type PermissionMode } from '../contract/permission-mode.ts';
import { BEHAVIORS, readRules, type Rule } from './rules.ts';

/** Rules and mode after a change. */
export interface Permissions {
  readonly rules: readonly Rule[];
  readonly mode: PermissionMode;
}

/** `updatedPermissions` of a hook, applied in order for the rest of the session; what cannot be read changes nothing. */
export function updatePermissions(permissions: Permissions, updates: Json | undefined): Permissions {
  if (!Array.isArray(updates)) return permissions;
  return updates.reduce(applyUpdate, permissions);
}

function applyUpdate(permissions: Permissions, update: unknown): Permissions {
  if (!isJsonObject(update)) return permissions;
  if (update['type'] === 'setMode') return { ...permissions, mode: modeOf(update['mode']) ?? permissions.mode };
  const behavior = BEHAVIORS.find((word) => word === update['behavior']);
  return behavior === undefined
    ? permissions
    : { ...permissions, rules: updateRules(permissions.rules, update, behavior) };
}

function updateRules(rules: readonly Rule[], update: JsonObject, behavior: Rule['behavior']): readonly Rule[] {
  const named = readRules(update['rules'], behavior);
  const { type } = update;
  if (type === 'addRules') return [...rules, ...named];
  if (type === 'replaceRules') return [...rules.filter((rule) => rule.behavior !== behavior), ...named];
  if (type === 'removeRules') return rules.filter((rule) => !named.some((each) => isSame(each, rule)));
  return rules;
}

const isSame = (one: Rule, other: Rule): boolean =>
  one.tool === other.tool && one.content === other.content && one.behavior === other.behavior;

const modeOf = (value: Json | undefined): PermissionMode | undefined =>
  value === 'bypassPermissions' ? 'bypass' : PERMISSION_MODES.find((mode) => mode === value);
