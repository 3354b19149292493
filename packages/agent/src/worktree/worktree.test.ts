import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addWorktree } from './add-worktree.ts';
import type { AddedWorktree } from './add-worktree.ts';
import { isWorktreeClean, removeWorktree } from './remove-worktree.ts';

let root = '';
let project = '';
const savedPath = process.env['PATH'];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-worktree-')));
  project = join(root, 'project');
  mkdirSync(project);
});
afterEach(() => {
  process.env['PATH'] = savedPath;
  delete process.env['GIT_DIR'];
  rmSync(root, { recursive: true, force: true });
});

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  return stdout.trim();
}

function makeRepository(): void {
  git(project, 'init', '--quiet');
  mkdirSync(join(project, 'sub'));
  writeFileSync(join(project, 'a.txt'), 'a\n');
  writeFileSync(join(project, 'sub/b.txt'), 'b\n');
  writeFileSync(join(project, '.gitignore'), 'ignored\n');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '-m', 'first');
}

const add = (name: string, folder = project): Promise<AddedWorktree> =>
  addWorktree(folder, name, { env: { HOOKLINE_STATE_DIR: join(root, 'state') }, home: root });

async function added(name: string, folder = project): Promise<Exclude<AddedWorktree, { error: string }>> {
  const worktree = await add(name, folder);
  if ('error' in worktree) throw new Error(worktree.error);
  return worktree;
}

const branches = (): readonly string[] => git(project, 'branch', '--format=%(refname:short)').split('\n');

it('a worktree is a checkout of its own in the state folder, on a new branch', async () => {
  makeRepository();
  const { path, branch, cwd } = await added('tester-1');
  expect(path).toMatch(new RegExp(`^${join(root, 'state', 'worktrees')}/[0-9a-f]{16}/tester-1$`));
  expect([branch, cwd]).toEqual(['hookline/tester-1', path]);
  expect(git(path, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('hookline/tester-1');
  expect(git(path, 'rev-parse', 'HEAD')).toBe(git(project, 'rev-parse', 'HEAD'));
  expect(existsSync(join(path, 'sub/b.txt'))).toBe(true);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  writeFileSync(join(path, 'a.txt'), 'changed\n');
  expect(git(project, 'status', '--porcelain')).toBe('');
});

it('a project that is a folder of a repository, also through a link, has its own folder in the worktree', async () => {
  makeRepository();
  symlinkSync(project, join(root, 'link'));
  const first = await added('one', join(project, 'sub'));
  const second = await added('two', join(root, 'link', 'sub'));
  expect([first.cwd, second.cwd]).toEqual([join(first.path, 'sub'), join(second.path, 'sub')]);
  expect(dirname(first.path)).toBe(dirname(second.path));
});

it('several can be made at once', async () => {
  makeRepository();
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => added(name)));
  expect(made.map(({ branch }) => branch)).toEqual(['hookline/a', 'hookline/b', 'hookline/c', 'hookline/d']);
  const removed = await Promise.all(made.map(({ path }) => removeWorktree(project, path)));
  expect(removed).toEqual(made.map(() => ({ isBranchDeleted: true })));
  expect(branches()).toEqual(['main']);
});

it('what stands in the way is one line, not an exception', async () => {
  expect(await add('x')).toEqual({
    error: `${project} is in no git repository: run "git init" there and make a first commit`,
  });
  git(project, 'init', '--quiet');
  expect(await add('x')).toEqual({ error: `the repository of ${project} has no commit yet: make a first one` });
  rmSync(join(project, '.git'), { recursive: true });
  makeRepository();
  git(project, 'branch', 'hookline/x');
  expect(await add('x')).toEqual({
    error: 'the branch hookline/x exists already: delete it with "git branch -D hookline/x"',
  });
  const { path } = await added('y');
  git(project, 'worktree', 'move', path, join(root, 'moved'));
  git(join(root, 'moved'), 'branch', '-m', 'other');
  mkdirSync(path);
  expect(await add('y')).toEqual({ error: `${path} exists already: remove it` });
  writeFileSync(join(root, 'file'), '');
  expect(await addWorktree(project, 'z', { env: { HOOKLINE_STATE_DIR: join(root, 'file') } })).toEqual({
    error: expect.stringMatching(/^\S+ cannot be made: ENOTDIR/) as string,
  });
  const missing = join(root, 'nowhere');
  expect(await add('x', missing)).toEqual({
    error: `git cannot be run in ${missing}: install git, and check that the folder exists`,
  });
  process.env['PATH'] = root;
  expect(await add('x')).toEqual({
    error: `git cannot be run in ${project}: install git, and check that the folder exists`,
  });
});

it('a branch named hookline is in the way, and git says so', async () => {
  makeRepository();
  git(project, 'branch', 'hookline');
  expect(await add('x')).toEqual({ error: expect.stringMatching(/^git says: fatal: [^\n]*hookline[^\n]*$/) as string });
});

it.each(['', '..', 'a/b', '-x', 'a b', 'x.lock', 'x.', 'a..b', 'é', 'a\n'])('%j is no name', async (name) => {
  makeRepository();
  expect(await add(name)).toEqual({
    error: `a worktree's name is made of letters, digits, "-", "_" and ".", not ${JSON.stringify(name)}`,
  });
});

it('a signal interrupts it', async () => {
  makeRepository();
  expect(await addWorktree(project, 'x', { signal: AbortSignal.abort() })).toEqual({ error: 'git was interrupted' });
});

it('the variables of a git that called us do not point it elsewhere', async () => {
  makeRepository();
  process.env['GIT_DIR'] = join(root, 'nowhere');
  const { path } = await added('x');
  expect(await removeWorktree(project, path)).toEqual({ isBranchDeleted: true });
});

it('a clean worktree is removed with its branch, and files that git ignores go with it', async () => {
  makeRepository();
  const { path } = await added('x');
  writeFileSync(join(path, 'ignored'), '');
  expect(await isWorktreeClean(path)).toBe(true);
  expect(await removeWorktree(project, path)).toEqual({ isBranchDeleted: true });
  expect([existsSync(path), existsSync(dirname(path)), branches()]).toEqual([false, false, ['main']]);
  expect(git(project, 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length).toBe(1);
  expect('path' in (await add('x'))).toBe(true);
});

it.each([
  ['a changed file', (path: string) => writeFileSync(join(path, 'a.txt'), 'changed\n')],
  ['a new file', (path: string) => writeFileSync(join(path, 'new.txt'), '')],
  ['a removed file', (path: string) => rmSync(join(path, 'a.txt'))],
  [
    'a staged file',
    (path: string) => {
      writeFileSync(join(path, 'new.txt'), '');
      git(path, 'add', 'new.txt');
    },
  ],
])('%s keeps the worktree', async (_, change) => {
  makeRepository();
  const { path } = await added('x');
  change(path);
  expect(await isWorktreeClean(path)).toBe(false);
  expect(await removeWorktree(project, path)).toEqual({
    error: `${path} holds changes and stays: commit or discard them`,
  });
  expect([existsSync(path), branches()]).toEqual([true, ['hookline/x', 'main']]);
});

function commitIn(path: string): void {
  writeFileSync(join(path, 'new.txt'), `work in ${path}\n`);
  git(path, 'add', '.');
  git(path, 'commit', '--quiet', '-m', 'work');
}

it('a branch with commits of its own stays; one whose commits were merged goes', async () => {
  makeRepository();
  const [kept, merged] = [await added('kept'), await added('merged')];
  commitIn(kept.path);
  commitIn(merged.path);
  git(project, 'merge', '--quiet', 'hookline/merged');
  expect(await removeWorktree(project, kept.path)).toEqual({ isBranchDeleted: false });
  expect(await removeWorktree(project, merged.path)).toEqual({ isBranchDeleted: true });
  expect(branches()).toEqual(['hookline/kept', 'main']);
});

it('commits that are on no branch keep the worktree', async () => {
  makeRepository();
  const { path } = await added('x');
  git(path, 'checkout', '--quiet', '--detach');
  commitIn(path);
  expect(await removeWorktree(project, path)).toEqual({
    error: `${path} holds commits that are on no branch, and stays: make a branch of them`,
  });
  expect(existsSync(join(path, 'new.txt'))).toBe(true);
});

it('the project itself and what is no worktree are never removed', async () => {
  makeRepository();
  expect(await removeWorktree(project, project)).toEqual({
    error: expect.stringMatching(/^git says: fatal: '.*' is a main working tree$/) as string,
  });
  mkdirSync(join(root, 'plain'));
  expect(await removeWorktree(project, join(root, 'plain'))).toEqual({
    error: expect.stringContaining('is in no git repository') as string,
  });
  expect(await isWorktreeClean(join(root, 'plain'))).toBe(false);
  expect(await removeWorktree(project, join(root, 'gone'))).toEqual({
    error: expect.stringContaining('check that the folder exists') as string,
  });
});
