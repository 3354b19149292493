import { mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import { realTarget, resolvePath } from './resolve-path.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

test.each([
  ['a/b', '/folder/a/b'],
  ['../b', '/b'],
  ['.', '/folder'],
  ['/x/../y', '/y'],
  ['/x/', '/x'],
  ['~', '/home/me'],
  ['~/a', '/home/me/a'],
  ['~you/a', '/folder/~you/a'],
])('the path %s stands for %s', (written, path) => {
  expect(resolvePath(written, { cwd: '/folder', home: '/home/me' })).toBe(path);
});

test('the real target of a path is where its symlinks lead, also where parts do not exist yet', async () => {
  mkdirSync(bench.path('real'));
  bench.write('file', '');
  symlinkSync('real', bench.path('link'));
  symlinkSync('../file', bench.path('real/up'));
  symlinkSync('/nowhere/at/all', bench.path('away'));
  symlinkSync('circle', bench.path('circle'));
  expect(await realTarget(bench.path('link/up'))).toBe(bench.path('file'));
  expect(await realTarget(bench.path('link/new'))).toBe(bench.path('real/new'));
  expect(await realTarget(bench.path('link/new/deep/er'))).toBe(bench.path('real/new/deep/er'));
  expect(await realTarget(bench.path('away'))).toBe('/nowhere/at/all');
  expect(await realTarget(bench.path('away/x'))).toBe('/nowhere/at/all/x');
  expect(await realTarget('/')).toBe('/');
  await expect(realTarget(bench.path('circle'))).rejects.toMatchObject({ errorType: 'not_found' });
  await expect(realTarget(bench.path('circle/x'))).rejects.toMatchObject({ errorType: 'not_found' });
});
