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
    sub: [['trust', 'untrust', 'shadow', 'remove', 'disconnect', 'adopt', 'break-glass']],
    without: ['list', 'show', 'help', 'dry-run'],
    sites: ANYWHERE,
  },
  { id: ID, does: 'block', why: WHY, programs: ['hookline'], flags: [['trust-hooks']], sites: ANYWHERE },
  {
    id: ID,
    does: 'block',
    why: 'writes a hook that runs in all projects, and that is for a person to do',
    programs: ['hookline'],
    sub: [['add', 'new']],
    flags: [['user']],
    without: ['list', 'help', 'dry-run'],
    sites: ANYWHERE,
  },
  {
    id: ID,
    does: 'block',
    why: WHY,
    programs: ['node', 'nodejs', 'bun', 'deno', 'tsx'],
    text: /hookline(?:\.[cm]?[jt]s)?\s+(?:.*\s)?(?:(?:trust|untrust|shadow|remove|disconnect|adopt|break-glass)(?!\s+--(?:list|show)|.*\s--dry-run)\b|--trust-hooks\b|(?:add|new)\s(?!.*--dry-run).*--user\b)/,
    sites: ANYWHERE,
  },
];

/** Variables that switch hooks off, load code into other programs, or hide what is done. */
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
  {
    id: 'load-code',
    does: 'ask',
    why: 'loads code into every program that is started',
    name: /^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|LD_AUDIT)$/,
    // Libraries of the system are named without a folder, or with one of its own.
    value: /^(?!\s*$|(?:\/(?:usr|lib|lib64|opt)\/|lib[\w.+-]*\.(?:so|dylib))|[\uE000-\uE009])./,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes every shell or interpreter run a file first',
    name: /^(?:BASH_ENV|PYTHONSTARTUP|PERL5OPT|RUBYOPT|PERL5DB)$/,
    value: /^(?!\s*$|-W|[\uE000-\uE009])./,
  },
  {
    id: 'hide-traces',
    does: 'ask',
    why: 'removes the trace of what is done',
    name: /^HIST(?:FILE|SIZE|FILESIZE)$/,
    value: /^(?:\/dev\/null|0)$/,
  },
];
