import type { CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;

const DRY =
  /(?:^|\s)(?:--?dry-run(?:=(?!none|false)\w+)?|--dryrun|--help|--whatif|-whatif|--what-if|--preview-only)(?=\s|$)/i;

/** A row about statements of SQL: texts and comments in them do not count. */
export const sqlRow = (id: string, programs: string, sql: RegExp, why: string): CommandRule => ({
  id,
  does: 'ask',
  why,
  programs: programs.split(' '),
  sql,
  sites: ANYWHERE,
});

/** A row of a pack: programs, a pattern of their arguments, and what is lost; at any site, and not in a dry run. */
export const row = (id: string, programs: string, text: RegExp, why: string): CommandRule => ({
  id,
  does: 'ask',
  why,
  programs: programs.split(' '),
  text,
  unless: DRY,
  sites: ANYWHERE,
});
