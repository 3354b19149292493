// Whether the built command has a subcommand.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../packages/cli/dist/hookline.js', import.meta.url));

/** Why a subcommand cannot be measured, or null. */
export function missingCommand(name) {
  const help = spawnSync(process.execPath, [COMMAND, name, '--help'], { encoding: 'utf8' });
  return help.status === 0 && help.stdout.includes(name) ? null : `not built: hookline ${name} --help does not work`;
}
