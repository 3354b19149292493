import { realpathSync, statSync } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { recordStamp } from './stamps/file-stamps.ts';
import { onceEach } from './scan-budget.ts';

/** The path with symlinks resolved; as given, made absolute, where it does not exist. */
export function resolvedPath(path: string): string {
  const absolute = resolve(path);
  return realPathOf(absolute) ?? absolute;
}

/** The path relative to the (resolved) project, even when it goes through a symlink; null when it is outside. */
export function insideProject(project: string, path: string): string | null {
  const absolute = resolve(path);
  if (isBelow(project, absolute)) return absolute;
  const parent = realPathOf(dirname(absolute));
  const real = realPathOf(absolute) ?? (parent === null ? absolute : join(parent, basename(absolute)));
  return isBelow(project, real) ? real : null;
}

/** True for a path below the folder, false for the folder itself; both absolute. */
export function isBelow(folder: string, path: string): boolean {
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return path.startsWith(start) && path.length > start.length;
}

/** The path with symlinks resolved, or null when it does not exist. */
export function realPathOf(path: string): string | null {
  const { itself } = recordStamp(path, 'identity');
  return itself === null ? null : realPathOnce(path);
}

const realPathOnce = onceEach((path): string | null => {
  try {
    return realpathSync.native(path);
  } catch {
    return null; // ENOENT, ELOOP or a NUL in it: nothing that could be run
  }
});

/** The stat of the path now, or null when nothing is there. */
export function statsOf(path: string): Stats | null {
  recordStamp(path, 'identity');
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** The stat of the path as first taken in a scan; null when nothing is there. */
export function targetOf(path: string): BigIntStats | null {
  const { itself, target } = recordStamp(path, 'identity');
  return itself?.isSymbolicLink() === true ? target : itself;
}

/** The lstat of the path; null when nothing is there. */
export const linkStatsOf = (path: string): BigIntStats | null => recordStamp(path, 'identity').itself;

/** True for a file, or a symlink to one. */
export const isFile = (path: string): boolean => targetOf(path)?.isFile() === true;

/** True for a folder, or a symlink to one. */
export const isFolder = (path: string): boolean => targetOf(path)?.isDirectory() === true;

/** A path of the project as shown to people. */
export const shownPath = (path: string, project: string): string => relative(project, path).split(sep).join('/');
