import { lstatSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The folder of a worktree as a hook printed it; a relative one is below the folder in which the hook ran. */
export function worktreeFrom(printed: string, folder: string): { readonly path: string } | { readonly why: string } {
  if (printed.split(/[/\\]/).includes('..')) return { why: `the path ${JSON.stringify(printed)} leads upwards` };
  const path = resolve(folder, printed);
  const below = relative(folder, path);
  const link = below.startsWith('..') ? null : linkIn(folder, below.split(sep));
  return link === null ? { path } : { why: `the path ${JSON.stringify(printed)} leads through the symlink ${link}` };
}

/** The first symlink among the folders of a path, which could lead anywhere; null when there is none. */
function linkIn(folder: string, names: readonly string[]): string | null {
  let at = folder;
  for (const name of names) {
    at = join(at, name);
    try {
      if (lstatSync(at).isSymbolicLink()) return at;
    } catch {
      return null; // it does not exist yet
    }
  }
  return null;
}
