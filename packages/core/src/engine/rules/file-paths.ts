import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** The folders that a path is resolved against. */
export interface PathPlace {
  readonly project: string;
  /** The base of relative paths. */
  readonly cwd: string;
  /** The worktree given by the event; absent: the git worktree that contains `cwd`, if any. */
  readonly worktree?: string | undefined;
}

/** A path as given, made absolute, and with symlinks resolved: two spellings of one file where they differ. */
export function spellingsOf(path: string, { cwd }: PathPlace): readonly string[] {
  const absolute = resolve(cwd, path);
  return [...new Set([absolute, realPathOf(absolute)])];
}

/** Every spelling of a path: absolute, and relative to the project and to the worktree of the event. */
export function placesOf(path: string, place: PathPlace): readonly string[] {
  const spellings = spellingsOf(path, place);
  const roots = rootsOf(place);
  return [...new Set(spellings.flatMap((each) => [each, ...roots.map((root) => relative(root, each))]))];
}

function rootsOf({ project, cwd, worktree = worktreeOf(cwd) ?? project }: PathPlace): readonly string[] {
  const roots = [project, worktree];
  return [...new Set(roots.flatMap((root) => [resolve(root), realPathOf(resolve(root))]))];
}

/** With symlinks resolved, as far as the path exists: a file that a tool is about to write may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** The top of the linked git worktree that contains a folder: its `.git` is a file. Null where there is none. */
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
