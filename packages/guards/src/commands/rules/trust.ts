import type { CommandRule, VariableRule } from '../rule.ts';

const ID = 'trusts-itself';
const WHY = 'decides which hooks count, and that is for a person to do';
const ANYWHERE = ['here', 'remote', 'container'] as const;

/** Rules about an agent that removes its own guards. */
export const TRUST_RULES: readonly CommandRule[] = [
  {
    id: ID,
    does: 'block',
    why: WHY,
    programs: ['hookline'],
    sub: [['trust', 'untrust', 'shadow', 'remove']],
    without: ['list', 'show', 'help', 'dry-run'],
    sites: ANYWHERE,
  },
  { id: ID, does: 'block', why: WHY, programs: ['hookline'], flags: [['trust-hooks']], sites: ANYWHERE },
  {
    id: ID,
    does: 'block',
    why: WHY,
    programs: ['node', 'nodejs', 'bun', 'deno', 'tsx'],
    text: /hookline(?:\.[cm]?[jt]s)?\s+(?:.*\s)?(?:(?:trust|untrust|shadow)(?!\s+--(?:list|show))\b|--trust-hooks\b)/,
    sites: ANYWHERE,
  },
];

/** Variables that switch hooks off. */
export const VARIABLE_RULES: readonly VariableRule[] = [
  {
    id: ID,
    does: 'block',
    why: 'switches all hooks off',
    name: /^HOOKLINE_DISABLE$/,
    value: /^(?!(?:0|false)?$)/,
  },
  {
    id: ID,
    does: 'block',
    why: 'lets actions go on when the hooks fail',
    name: /^HOOKLINE_ON_ERROR$/,
    value: /^proceed$/,
  },
];
