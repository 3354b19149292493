import type { Decision } from '@hookline/core';
import { isInside } from '../files/inside.ts';
import type { PermissionMode } from '../contract/permission-mode.ts';
import type { Access } from '../tools/tool.ts';
import { findRule, type Rule, type RuledCall, ruleText } from './rules.ts';

/** What the gate says before anybody is asked. */
export type Standing =
  | { readonly is: 'allowed' }
  | { readonly is: 'denied'; readonly reason: string }
  | { readonly is: 'asked'; readonly reason: string | null };

/** What is known of a call when the gate looks at it. */
export interface Candidate extends RuledCall {
  readonly access: Access;
  /** True for a file that decides itself what may run. */
  readonly isGuard: boolean;
  /** What hooks decided, with their reason. */
  readonly hooks: { readonly decision: Decision; readonly reason: string | null };
}

/** Hooks can only make the gate stricter than a deny rule or plan mode, never looser. */
export function decide(mode: PermissionMode, rules: readonly Rule[], call: Candidate): Standing {
  const rule = findRule(rules, call);
  if (rule?.behavior === 'deny') return { is: 'denied', reason: `the rule ${ruleText(rule)} denies it` };
  if (mode === 'plan' && call.access !== 'read' && call.access !== 'delegate')
    return { is: 'denied', reason: 'plan mode only reads; leave it with another permission mode' };
  if (call.hooks.decision === 'ask') return { is: 'asked', reason: call.hooks.reason };
  if (call.hooks.decision === 'allow') return { is: 'allowed' };
  if (rule !== null) return rule.behavior === 'allow' ? { is: 'allowed' } : { is: 'asked', reason: null };
  return isAllowedBy[mode](call) ? { is: 'allowed' } : { is: 'asked', reason: null };
}

const isEditInside = ({ access, file, project, isGuard }: Candidate): boolean =>
  access === 'edit' && file !== null && isInside(project, file) && !isGuard;

const isHarmless = ({ access }: Candidate): boolean => access === 'read' || access === 'delegate';

const isAllowedBy: Readonly<Record<PermissionMode, (call: Candidate) => boolean>> = {
  default: isHarmless,
  acceptEdits: (call) => isHarmless(call) || isEditInside(call),
  plan: isHarmless,
  bypass: () => true,
};
