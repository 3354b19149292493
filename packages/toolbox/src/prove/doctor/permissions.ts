import { statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, error, warning } from './check.ts';

/** What is wrong with who may write a file, or replace it. */
export function permissionChecks(path: string, area: Check['area']): readonly Check[] {
  const file = statsOf(path);
  if (file === null) return [];
  return [...writableBy(path, file, area), ...folderOf(path, area)];
}

function folderOf(path: string, area: Check['area']): readonly Check[] {
  const folder = dirname(path);
  const found = statsOf(folder);
  if (found === null || (found.mode & STICKY) !== 0) return [];
  return writableBy(folder, found, area);
}

const STICKY = 0o1000;

/** A group of the user's own has no other member. */
function writableBy(path: string, { mode, gid }: Stats, area: Check['area']): readonly Check[] {
  const hint = `run: chmod go-w ${shellWord(path)}`;
  if ((mode & 0o002) !== 0) return [error(area, path, 'everybody on this machine can change it', hint)];
  if ((mode & 0o020) !== 0 && gid !== process.getgid?.())
    return [warning(area, path, `everybody in the group ${gid} can change it`, hint)];
  return [];
}

export function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** A word that a shell takes literally. */
export const shellWord = (word: string): string =>
  /^[\w./+@%:,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
