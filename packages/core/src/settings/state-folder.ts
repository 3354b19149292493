import { isAbsolute, join, resolve } from 'node:path';

/** Where hookline keeps its own state (trust and record): by the user's environment, never by a project's files. */
export function stateFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const own = env['HOOKLINE_STATE_DIR'];
  if (own !== undefined && own !== '') return resolve(own);
  const general = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  // The XDG specification has relative paths ignored.
  if (general !== undefined && isAbsolute(general)) return join(general, 'hookline');
  return platform === 'win32' ? join(home, 'AppData', 'Local', 'hookline') : join(home, '.local', 'state', 'hookline');
}
