import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

/** A name for a file about a project, by which it is found again however the project is reached. */
export const fileNameFor = (path: string): string => `${createHash('sha256').update(path).digest('hex')}.json`;

/** The project with all links followed, as far as it is there. */
export function resolvedProject(project: string): string {
  try {
    return realpathSync(project);
  } catch {
    return resolve(project);
  }
}

/** Where hookline keeps what it must remember for this user. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const own = env['HOOKLINE_STATE_DIR'];
  if (own !== undefined && own !== '') return resolve(own);
  const general = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  if (general !== undefined && isAbsolute(general)) return join(general, 'hookline');
  return process.platform === 'win32'
    ? join(home, 'AppData', 'Local', 'hookline')
    : join(home, '.local/state/hookline');
}

/** False when others could have written what is in the folder. */
export function isOwnersOnly(folder: string): boolean {
  try {
    const { uid, mode } = statSync(folder);
    const user = process.geteuid?.();
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** Puts a file in the place of another, whole or not at all; nobody else can read it. */
export function writeOwn(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
