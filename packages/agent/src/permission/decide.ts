import type { Decision } from '@hookline/core';
import { isInside } from '../files/paths.ts';
import type { PermissionMode } from '../contract/permission-mode.ts';
import type { Access } from '../tools/tool.ts';
import { findRule, type Rule, type RuledCall, ruleText } from './rules.ts';

/** What the gate decides before hooks and user are asked. */
export type PermissionDecision =
  | { readonly is: 'allowed' }
  | { readonly is: 'denied'; readonly reason: string }
  | { readonly is: 'asked'; readonly reason: string | null };

/** What the gate knows of a call. */
export interface CallFacts extends RuledCall {
  readonly access: Access;
  /** Folders beside the project that the user has added. */
  readonly folders: readonly string[];
  /** True for a file that decides what may run, such as a hook file. */
  readonly isProtected: boolean;
  /** What hooks decided, with their reason. */
  readonly hooks: { readonly decision: Decision; readonly reason: string | null };
}

/** Hooks can only make the gate stricter than a deny rule or plan mode, never looser. */
export function decide(mode: PermissionMode, rules: readonly Rule[], call: CallFacts): PermissionDecision {
  const rule = findRule(rules, call);
  if (rule?.behavior === 'deny') return { is: 'denied', reason: `the rule ${ruleText(rule)} denies it` };
  if (mode === 'plan' && call.access !== 'read' && call.access !== 'delegate')
    return { is: 'denied', reason: 'plan mode only reads; leave it with another permission mode' };
  if (call.hooks.decision === 'ask') return { is: 'asked', reason: call.hooks.reason };
  if (call.hooks.decision === 'allow') return { is: 'allowed' };
  if (rule !== null) return rule.behavior === 'allow' ? { is: 'allowed' } : { is: 'asked', reason: null };
  return isAllowedBy[mode](call) ? { is: 'allowed' } : { is: 'asked', reason: null };
}

const isEditInside = ({ access, file, project, folders, isProtected }: CallFacts): boolean =>
  access === 'edit' && file !== null && [project, ...folders].some((folder) => isInside(folder, file)) && !isProtected;

const isHarmless = ({ access }: CallFacts): boolean => access === 'read' || access === 'delegate';

const isAllowedBy: Readonly<Record<PermissionMode, (call: CallFacts) => boolean>> = {
  default: isHarmless,
  acceptEdits: (call) => isHarmless(call) || isEditInside(call),
  plan: isHarmless,
  bypass: () => true,
};
