import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** Where a path is seen from. */
export interface PathPlace {
  readonly project: string;
  /** Where relative paths begin. */
  readonly cwd: string;
  /** The worktree that the event tells of; absent: the one of git that holds `cwd`, if any. */
  readonly worktree?: string | undefined;
}

/** A path as given, made absolute, and without links: the same file twice where the two differ. */
export function spellingsOf(path: string, { cwd }: PathPlace): readonly string[] {
  const absolute = resolve(cwd, path);
  return [...new Set([absolute, realPathOf(absolute)])];
}

/** Every spelling of a path, absolute and as seen from the project and from the worktree that the event happened in. */
export function placesOf(path: string, place: PathPlace): readonly string[] {
  const spellings = spellingsOf(path, place);
  const roots = rootsOf(place);
  return [...new Set(spellings.flatMap((each) => [each, ...roots.map((root) => relative(root, each))]))];
}

function rootsOf({ project, cwd, worktree = worktreeOf(cwd) ?? project }: PathPlace): readonly string[] {
  const roots = [project, worktree];
  return [...new Set(roots.flatMap((root) => [resolve(root), realPathOf(resolve(root))]))];
}

/** Without links, as far as the path exists: what a tool is about to write may not be there yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** The top of the linked worktree of git that holds a folder: its `.git` is a file. Null where there is none. */
function worktreeOf(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return isFile(git) ? at : null;
    if (dirname(at) === at) return null;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
