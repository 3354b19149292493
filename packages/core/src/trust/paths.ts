import { realpathSync, statSync } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { recordStamp } from './stamps/file-stamps.ts';
import { onceEach } from './scan-budget.ts';

/** The path without links; as given, made absolute, where it does not exist. */
export function resolvedPath(path: string): string {
  const absolute = resolve(path);
  return realPathOf(absolute) ?? absolute;
}

/** The path as one below the (resolved) project, even when it is spelled through a link; null when it lies outside. */
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

/** The path without links, or null when it leads nowhere. */
export function realPathOf(path: string): string | null {
  const { itself } = recordStamp(path, 'identity');
  return itself === null ? null : realPathOnce(path);
}

const realPathOnce = onceEach((path): string | null => {
  try {
    return realpathSync.native(path);
  } catch {
    return null; // missing, a cycle of symlinks, a NUL in it: nothing that could be run
  }
});

/** What the path leads to at this moment, or null when that is nothing. */
export function statsOf(path: string): Stats | null {
  recordStamp(path, 'identity');
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** What the path leads to, as it was first seen in a scan; null when that is nothing. */
export function targetOf(path: string): BigIntStats | null {
  const { itself, target } = recordStamp(path, 'identity');
  return itself?.isSymbolicLink() === true ? target : itself;
}

/** What the path itself is, be it a link; null when there is nothing. */
export const linkStatsOf = (path: string): BigIntStats | null => recordStamp(path, 'identity').itself;

/** True for a file, or a link that leads to one. */
export const isFile = (path: string): boolean => targetOf(path)?.isFile() === true;

/** True for a folder, or a link that leads to one. */
export const isFolder = (path: string): boolean => targetOf(path)?.isDirectory() === true;

/** As people are shown a path of the project. */
export const shownPath = (path: string, project: string): string => relative(project, path).split(sep).join('/');
