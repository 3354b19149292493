import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import { untakenPlugins } from './untaken-plugins.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-plugins-'));
  for (const name of ['known/.claude-plugin', 'strange/.elsewhere-plugin', 'plain/hooks'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'known/.claude-plugin/plugin.json'), '{"name":"known"}');
  writeFileSync(join(folder, 'plain/hooks/hooks.json'), '{"hooks":{}}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const untaken = (dialects: readonly string[]): readonly (readonly unknown[])[] => {
  const plugins = ['known', 'strange', 'plain'].map((name) => join(folder, name));
  const place = { project: '/p', home: '/h', env: {}, platform: process.platform, stateDir: null, plugins };
  const chosen = DIALECTS.filter(({ id }) => dialects.length === 0 || dialects.includes(id));
  return untakenPlugins(chosen, place).map(({ severity, file, hint }) => [severity, file.slice(folder.length), hint]);
};

test('a plugin that none of the chosen systems takes is an error, with the files by which theirs are known', () => {
  expect(untaken([])).toEqual([]);
  const hint = 'a plugin has one of these files: .claude-plugin/plugin.json';
  expect(untaken(['claude'])).toEqual([
    ['error', '/strange', hint],
    ['error', '/plain', hint],
  ]);
  expect(untaken(['kode']).map(([, , why]) => why)).toEqual(Array(3).fill('choose a system that has plugins'));
});
