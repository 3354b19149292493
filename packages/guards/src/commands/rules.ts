import type { CommandRule } from './rule.ts';
import { ADMIN_RULES } from './rules/admin.ts';
import { AGENT_RULES } from './rules/agents.ts';
import { CLOUD_RULES } from './rules/cloud.ts';
import { CREDENTIAL_RULES } from './rules/credentials.ts';
import { DATABASE_RULES } from './rules/databases.ts';
import { DISK_RULES } from './rules/disks.ts';
import { DISGUISE_RULES } from './rules/disguise.ts';
import { FOUNDATION_RULES } from './rules/foundations.ts';
import { GIT_RULES } from './rules/git.ts';
import { MACOS_RULES } from './rules/macos.ts';
import { LATER_RULES } from './rules/later.ts';
import { LEAK_RULES } from './rules/leaks.ts';
import { OPENING_RULES } from './rules/openings.ts';
import { PACKAGE_RULES } from './rules/packages.ts';
import { PROTECTION_RULES } from './rules/protection.ts';
import { REMOVAL_RULES } from './rules/removal.ts';
import { REMOVAL_PLACE_RULES } from './rules/removal-places.ts';
import { SERVICE_RULES } from './rules/services.ts';
import { SHOWN_SECRET_RULES } from './rules/shown-secrets.ts';
import { SYSTEM_FILE_RULES } from './rules/system-files.ts';
import { SURVEILLANCE_RULES } from './rules/surveillance.ts';
import { TAKEOVER_RULES } from './rules/takeover.ts';
import { TRUST_RULES } from './rules/trust.ts';
import { VERSION_CONTROL_RULES } from './rules/version-control.ts';
import { WINDOWS_RULES } from './rules/windows.ts';

/**
 * Every rule about commands, in the order in which they are tried; of those that match, the strictest and then the
 * first counts.
 */
export const COMMAND_RULES: readonly CommandRule[] = [
  ...REMOVAL_RULES,
  ...REMOVAL_PLACE_RULES,
  ...TRUST_RULES,
  ...DISK_RULES,
  ...GIT_RULES,
  ...VERSION_CONTROL_RULES,
  ...ADMIN_RULES,
  ...MACOS_RULES,
  ...DATABASE_RULES,
  ...CLOUD_RULES,
  ...SERVICE_RULES,
  ...TAKEOVER_RULES,
  ...PROTECTION_RULES,
  ...PACKAGE_RULES,
  ...LEAK_RULES,
  ...WINDOWS_RULES,
  ...SYSTEM_FILE_RULES,
  ...LATER_RULES,
  ...SHOWN_SECRET_RULES,
  ...CREDENTIAL_RULES,
  ...AGENT_RULES,
  ...DISGUISE_RULES,
  ...OPENING_RULES,
  ...SURVEILLANCE_RULES,
  ...FOUNDATION_RULES,
];
