import type { CommandRule } from './rule.ts';
import { ADMIN_RULES } from './rules/admin.ts';
import { CLOUD_RULES } from './rules/cloud.ts';
import { DATABASE_RULES } from './rules/databases.ts';
import { DISK_RULES } from './rules/disks.ts';
import { GIT_RULES } from './rules/git.ts';
import { REMOVAL_RULES } from './rules/removal.ts';

/** Every rule about commands, in the order in which they are tried; of those that fit, the strictest and then the first counts. */
export const COMMAND_RULES: readonly CommandRule[] = [
  ...REMOVAL_RULES,
  ...DISK_RULES,
  ...GIT_RULES,
  ...ADMIN_RULES,
  ...DATABASE_RULES,
  ...CLOUD_RULES,
];
