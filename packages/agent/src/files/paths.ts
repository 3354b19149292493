import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** True when a path is the folder itself or lies under it, as both are written. */
export function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

/** The path that reading or writing would reach: all symlinks resolved, also those whose target does not exist yet. */
export function realPath(path: string, linksLeft: number = MOST_LINKS): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(resolve(path));
    if (parent === resolve(path)) return parent;
    const target = join(realPath(parent, linksLeft), basename(path));
    const link = linksLeft > 0 ? linkAt(target) : null;
    return link === null ? target : realPath(resolve(dirname(target), link), linksLeft - 1);
  }
}

const MOST_LINKS = 40;

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
