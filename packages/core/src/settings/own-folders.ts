import { isAbsolute, join, resolve } from 'node:path';
import type { Settings } from './settings.ts';

/** Where hookline keeps its own state (trust and record): set by the user's environment, never by a project's files. */
export function stateFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const own = env['HOOKLINE_STATE_DIR'];
  if (own !== undefined && own !== '') return resolve(own);
  const general = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  // The XDG specification requires that relative paths are ignored.
  if (general !== undefined && isAbsolute(general)) return join(general, 'hookline');
  return platform === 'win32' ? join(home, 'AppData', 'Local', 'hookline') : join(home, '.local', 'state', 'hookline');
}

type UserHome = Pick<Settings, 'env' | 'home' | 'platform'>;

/** The path of the settings file; it need not exist. */
export const settingsFile = (home: UserHome): string => join(configFolder(home), 'settings.json');

/** Where the user's own settings for hookline are: set by the user's environment, never by a project's files. */
export function configFolder({ env, home, platform }: UserHome): string {
  const own = env['HOOKLINE_CONFIG_DIR'];
  if (own !== undefined && own !== '') return resolve(own);
  const general = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  // The XDG specification requires that relative paths are ignored.
  if (general !== undefined && isAbsolute(general)) return join(general, 'hookline');
  return platform === 'win32' ? join(home, 'AppData', 'Roaming', 'hookline') : join(home, '.config', 'hookline');
}
