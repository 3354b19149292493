import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The name of the file that keeps state about the project with this path. */
export const fileNameFor = (path: string): string => `${createHash('sha256').update(path).digest('hex')}.json`;

/** The real path of the project, or its absolute path where it does not exist. */
export function resolvedProject(project: string): string {
  try {
    return realpathSync(project);
  } catch {
    return resolve(project);
  }
}

/** False when another user could have written what is in the folder. */
export function isOwnersOnly(folder: string): boolean {
  try {
    const { uid, mode } = statSync(folder);
    const user = process.geteuid?.();
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** Replaces a file atomically; only its owner can read it. */
export function writePrivateFile(folder: string, file: string, text: string): void {
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
