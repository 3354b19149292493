import { rmdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { BRANCH_PREFIX } from './add-worktree.ts';
import { git } from './git.ts';
import { inTurn } from '../async/in-turn.ts';

/** What became of a worktree; `error` is one line that says why it stays. */
export type RemovedWorktree = { readonly isBranchDeleted: boolean } | { readonly error: string };

/** True when nothing in the worktree is changed, staged or new; files that git ignores do not count. */
export async function isWorktreeClean(path: string, signal?: AbortSignal): Promise<boolean> {
  const status = await git(path, ['status', '--porcelain', '--untracked-files=normal'], signal);
  return status.ok && status.output === '';
}

/** Removes a worktree in which no work would be lost, and its branch when it has no commits of its own; never throws. */
export const removeWorktree = (project: string, path: string, signal?: AbortSignal): Promise<RemovedWorktree> =>
  inTurn(project, () => removeNow(project, path, signal));

async function removeNow(project: string, path: string, signal?: AbortSignal): Promise<RemovedWorktree> {
  const inside = await git(path, ['rev-parse', '--git-dir'], signal);
  if (!inside.ok) return { error: inside.error };
  if (!(await isWorktreeClean(path, signal)))
    return { error: `${path} holds changes and stays: commit or discard them` };
  if (await hasCommits(path, ['HEAD', '--not', '--branches', '--tags', '--remotes'], signal)) {
    return { error: `${path} holds commits that are on no branch, and stays: make a branch of them` };
  }
  const removed = await git(project, ['worktree', 'remove', path], signal);
  if (!removed.ok) return { error: removed.error };
  removeIfEmpty(dirname(path));
  return { isBranchDeleted: await deleteBranch(project, basename(path), signal) };
}

/** True also when it cannot be known, since what is kept can be deleted later. */
async function hasCommits(folder: string, range: readonly string[], signal?: AbortSignal): Promise<boolean> {
  const list = await git(folder, ['rev-list', '--max-count=1', ...range], signal);
  return !list.ok || list.output !== '';
}

async function deleteBranch(project: string, name: string, signal?: AbortSignal): Promise<boolean> {
  const branch = `${BRANCH_PREFIX}${name}`;
  const others = ['--not', 'HEAD', `--exclude=${branch}`, '--branches', '--tags', '--remotes'];
  if (await hasCommits(project, [`refs/heads/${branch}`, ...others], signal)) return false;
  return (await git(project, ['branch', '-D', '--quiet', branch], signal)).ok;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // other worktrees are in it
  }
}
