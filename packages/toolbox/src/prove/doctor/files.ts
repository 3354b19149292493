import type { ConfigurationFile, Hooks } from '@hookline/core/internal';
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, error, info, ok } from './check.ts';
import { permissionChecks, shellWord, statsOf } from './permissions.ts';

/** Every path that is read for hooks, system by system: found, absent or unreadable, and who may write it. */
export const fileChecks = (hooks: Hooks): readonly Check[] => hooks.files.flatMap(placeChecks);

function placeChecks({ path, dialect, scope }: ConfigurationFile): readonly Check[] {
  const name = `${dialect} ${scope}`;
  if (statsOf(path) === null && !isThere(path)) return [{ ...info('files', name, `${path}: absent`), isAbsent: true }];
  if (!isReadable(path)) {
    const hint = statsOf(path) === null ? `u+rx ${shellWord(dirname(path))}` : `u+r ${shellWord(path)}`;
    return [error('files', name, `${path} cannot be read: its hooks do not run`, `run: chmod ${hint}`)];
  }
  return [ok('files', name, `${path}: found`), ...permissionChecks(path, 'files')];
}

/** A folder that cannot be entered hides its content. */
function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
