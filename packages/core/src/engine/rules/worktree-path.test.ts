import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { worktreeFrom } from './worktree-path.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-tree-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'real'));
symlinkSync(join(root, 'real'), join(root, 'link'));

it('a relative path is below the folder of the hook, an absolute one stands for itself', () => {
  expect(worktreeFrom('real/new', root)).toEqual({ path: join(root, 'real/new') });
  expect(worktreeFrom('/elsewhere/tree', root)).toEqual({ path: '/elsewhere/tree' });
});

it('a path upwards, or through a symlink below the folder, is refused', () => {
  expect(worktreeFrom('../x', root)).toMatchObject({ why: expect.stringContaining('leads upwards') });
  expect(worktreeFrom(`${root}/a/../../b`, root)).toMatchObject({ why: expect.stringContaining('leads upwards') });
  expect(worktreeFrom('link/x', root)).toMatchObject({ why: expect.stringContaining('symlink') });
  expect(worktreeFrom(join(root, 'link'), root)).toMatchObject({ why: expect.stringContaining('symlink') });
});
