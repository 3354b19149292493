import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordFolder, errorText } from '@hookline/core/internal';
import { git } from './git.ts';
import { inTurn } from '../async/in-turn.ts';

/** A worktree that was made, or one line why there is none. */
export type AddedWorktree =
  | {
      /** The top of the worktree, absolute. */
      readonly path: string;
      readonly branch: string;
      /** The folder in it that matches the project, which need not be the top of its repository. */
      readonly cwd: string;
    }
  | { readonly error: string };

export interface WorktreeOptions {
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** Makes a worktree of the project's repository on a new branch `hookline/<name>`; never throws. */
export const addWorktree = (project: string, name: string, options: WorktreeOptions = {}): Promise<AddedWorktree> =>
  inTurn(project, () => addNow(project, name, options));

async function addNow(project: string, name: string, options: WorktreeOptions): Promise<AddedWorktree> {
  if (!NAME.test(name) || name.includes('..') || name.endsWith('.lock')) {
    return { error: `a worktree's name is made of letters, digits, "-", "_" and ".", not ${JSON.stringify(name)}` };
  }
  const { signal } = options;
  const place = await git(project, ['rev-parse', '--show-prefix'], signal);
  if (!place.ok) return { error: place.error };
  const head = await git(project, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], signal);
  if (!head.ok) return { error: `the repository of ${project} has no commit yet: make a first one` };
  const branch = `${BRANCH_PREFIX}${name}`;
  if ((await git(project, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`], signal)).ok) {
    return { error: `the branch ${branch} exists already: delete it with "git branch -D ${branch}"` };
  }
  const path = join(worktreesFolder(project, options), name);
  const failure = makeRoomFor(path);
  if (failure !== null) return { error: failure };
  const added = await git(project, ['worktree', 'add', '--quiet', '--no-track', '-b', branch, path, 'HEAD'], signal);
  return added.ok ? { path, branch, cwd: join(path, place.output.replace(/\/?\n$/, '')) } : { error: added.error };
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}(?<!\.)$/;

/** The prefix of the branches of worktrees. */
export const BRANCH_PREFIX = 'hookline/';

function worktreesFolder(project: string, { env = process.env, home = homedir() }: WorktreeOptions): string {
  const hash = createHash('sha256').update(realpathSync(project)).digest('hex').slice(0, 16);
  return join(dirname(recordFolder(env, home)), 'worktrees', hash);
}

function makeRoomFor(path: string): string | null {
  if (existsSync(path)) return `${path} exists already: remove it`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    return `${dirname(path)} cannot be made: ${errorText(error)}`;
  }
}
