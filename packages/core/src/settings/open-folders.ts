import { statsOf } from '../load/stats-of.ts';
import type { Diagnostic } from '../model/index.ts';

/** Hookline's own folders that other accounts may write to, with advice for each. */
export const openFolders = (folders: readonly string[]): readonly Diagnostic[] =>
  folders.filter(mayOthersWrite).map((folder) => ({
    severity: 'warning',
    file: folder,
    line: null,
    column: null,
    message: 'other accounts can write to this folder: what is recorded or trusted there may be forged',
    hint: `run: chmod 700 '${folder}'`,
  }));

/** Whether accounts other than the user's own can add or remove files in a folder; false when it does not exist. */
export function mayOthersWrite(folder: string): boolean {
  const stats = statsOf(folder);
  const [user, ownGroup] = [process.geteuid?.(), process.getegid?.()];
  if (stats === null || user === undefined) return false;
  // Many systems give each account its own group, and make its folders group-writable.
  const byGroup = (stats.mode & 0o020) !== 0 && stats.gid !== ownGroup;
  return (stats.mode & 0o002) !== 0 || byGroup || stats.uid !== user;
}
