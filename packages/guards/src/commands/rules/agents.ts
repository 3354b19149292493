import type { CommandRule, VariableRule } from '../rule.ts';
import { ANY_PROGRAM } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;
/** They speak of an option, and do not take it. */
const SPEAKERS = /^(?:[ef]?grep|rg|ag|echo|printf|git|gh|man|cat|sed|awk|alias|complete|compgen)\s/;

/** Rules about agents that work without guards. */
export const AGENT_RULES: readonly CommandRule[] = [
  {
    id: 'unguarded-agent',
    does: 'ask',
    why: 'starts an agent that asks no one before it acts',
    programs: [ANY_PROGRAM],
    text: /\s--(?:(?:allow-)?dangerously-[\w-]+|yolo|skip-permissions|allow-all-(?:tools|paths)|trust-all-tools|(?:permission-mode[= ]bypass\w*)|(?:approval-mode[= ]yolo)|(?:sandbox[= ]danger-full-access))(?=[\s=]|$)/i,
    unless: SPEAKERS,
    sites: ANYWHERE,
  },
  {
    id: 'change-guards',
    does: 'ask',
    why: 'removes, moves or locks the hooks, the settings or the guards of an agent',
    programs: ['rm', 'grm', 'unlink', 'shred', 'truncate', 'mv', 'chmod', 'chattr', 'chflags', 'rmdir'],
    operands: ['names the guards of an agent'],
  },
  {
    id: 'trusts-itself',
    does: 'block',
    why: 'ends the program that decides what may run',
    programs: ['pkill', 'killall', 'kill', 'taskkill'],
    text: /\bhookline\b/,
  },
];

/** Variables that tell a program to leave its guards out. */
export const AGENT_VARIABLES: readonly VariableRule[] = [
  {
    id: 'change-guards',
    does: 'ask',
    why: 'tells an agent to leave its hooks or its questions out',
    name: /^(?:\w+_)?(?:DISABLE_(?:ALL_)?(?:HOOKS?|GUARDS?)|(?:HOOKS?|GUARDS?)_DISABLED?|SKIP_PERMISSIONS?|DANGEROUSLY_\w+|YOLO(?:_MODE)?)$/,
    value: /^(?!(?:0|false|no|off)?$)/i,
  },
];
