import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locationsOf } from '../../load/discover.ts';
import { codex } from './table.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-codex-files-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The files of a project, in the order in which they apply. */
function projectFiles(workDir: string): readonly string[] {
  const place = {
    project: join(root, 'project'),
    workDir: join(root, 'project', workDir),
    home: join(root, 'home'),
    env: {},
    platform: 'linux',
    stateDir: null,
    plugins: [],
  } as const;
  return locationsOf(codex, place)
    .filter(({ scope }) => scope === 'project')
    .map(({ file }) => relative(place.project, file));
}

function put(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'x');
}

test('both files of an outer folder apply before those of an inner one', () => {
  put('project/.git/HEAD');
  expect(projectFiles('a/b')).toEqual([
    '.codex/hooks.json',
    '.codex/config.toml',
    'a/.codex/hooks.json',
    'a/.codex/config.toml',
    'a/b/.codex/hooks.json',
    'a/b/.codex/config.toml',
  ]);
});

test('without a repository only the working directory has files', () => {
  mkdirSync(join(root, 'project/a'), { recursive: true });
  expect(projectFiles('a')).toEqual(['a/.codex/hooks.json', 'a/.codex/config.toml']);
});
