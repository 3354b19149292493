import { isAbsolute, join } from 'node:path';

/** The user's own folder for instructions and agent types. */
export function agentsFolder(home: string, env: Readonly<Record<string, string | undefined>>): string {
  const configuration = env['XDG_CONFIG_HOME'];
  // The XDG specification has relative paths ignored.
  const folder = configuration !== undefined && isAbsolute(configuration) ? configuration : join(home, '.config');
  return join(folder, 'agents');
}
