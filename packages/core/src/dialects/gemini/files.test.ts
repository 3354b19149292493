import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSources } from '../../load/load.ts';
import { mergeSources } from '../../load/merge.ts';
import type { MergedSources } from '../../model/index.ts';
import { gemini } from './table.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gemini-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const FILES = {
  defaults: 'defaults.json',
  user: 'home/.gemini/settings.json',
  project: 'project/.gemini/settings.json',
  system: 'system.json',
} as const;

async function merged(files: Partial<Record<keyof typeof FILES, object>>): Promise<MergedSources> {
  for (const name of Object.keys(files) as (keyof typeof FILES)[]) {
    mkdirSync(dirname(join(root, FILES[name])), { recursive: true });
    writeFileSync(join(root, FILES[name]), JSON.stringify(files[name]));
  }
  const env = {
    GEMINI_CLI_SYSTEM_DEFAULTS_PATH: join(root, FILES.defaults),
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(root, FILES.system),
  };
  const place = { project: join(root, 'project'), home: join(root, 'home'), env, platform: 'linux' } as const;
  return mergeSources(gemini, await loadSources([gemini], { ...place, stateDir: null, plugins: [] }));
}

test('an empty name is none: the hook is called by what it runs', async () => {
  const named = { hooks: { BeforeTool: [{ hooks: [{ type: 'command', name: '', command: 'x' }] }] } };
  const { hooks, off } = await merged({ user: { ...named, hooksConfig: { disabled: ['x'] } } });
  expect([hooks.length, off.map(({ hook }) => hook.name)]).toEqual([0, ['x']]);
});

const HOOK = { hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'x' }] }] } };
const switched = (enabled: boolean): object => ({ hooksConfig: { enabled } });

describe('of the files that switch all hooks on or off the nearest wins', () => {
  test.each([
    [{ defaults: false, user: true }, 'on'],
    [{ defaults: true, user: false }, 'off'],
    [{ defaults: false, project: true }, 'on'],
    [{ defaults: false }, 'off'],
    [{ user: false, project: true }, 'on'],
    [{ project: false, system: true }, 'on'],
    [{ defaults: true, system: false }, 'off'],
  ] as const)('%j: hooks are %s', async (enabled, state) => {
    const files = Object.fromEntries(Object.entries(enabled).map(([name, value]) => [name, switched(value)]));
    const { hooks, off } = await merged({ ...files, user: { ...HOOK, ...files['user'] } });
    expect([hooks.length, off.length]).toEqual(state === 'on' ? [1, 0] : [0, 1]);
  });
});
