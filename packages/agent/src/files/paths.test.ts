import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isInside, realPath } from './paths.ts';

it('a link that leads to nothing yet is followed all the same', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-inside-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const project = join(folder, 'project');
  mkdirSync(project);
  symlinkSync('../outside/new.txt', join(project, 'link'));
  symlinkSync('loop', join(project, 'loop'));
  expect(realPath(join(project, 'link'))).toBe(join(folder, 'outside/new.txt'));
  expect(isInside(project, realPath(join(project, 'new/file')))).toBe(true);
  expect(realPath(join(project, 'loop'))).toBe(join(project, 'loop'));
});
