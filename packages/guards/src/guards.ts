import { formatAfterEdit } from './checks/format-after-edit.ts';
import { testsBeforeStop } from './checks/tests-before-stop.ts';
import { dangerousCommands } from './commands/dangerous-commands.ts';
import { protectedFiles } from './files/protected-files.ts';
import type { Guard } from './guard/guard.ts';
import { desktopNotification } from './notify/desktop-notification.ts';
import { secrets } from './secrets/secrets.ts';

/** Every guard, in the order in which they are listed. */
export const GUARDS: readonly Guard[] = [
  dangerousCommands,
  secrets,
  protectedFiles,
  formatAfterEdit,
  testsBeforeStop,
  desktopNotification,
];
