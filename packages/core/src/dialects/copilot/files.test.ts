import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LoadPlace } from '../../load/discover.ts';
import { loadSources } from '../../load/load.ts';
import { mergeSources } from '../../load/merge.ts';
import { recognise } from '../../load/recognise.ts';
import { byScope } from '../../trust/last-good.ts';
import type { Handler, Source } from '../../model/index.ts';
import { copilot } from './table.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copilot-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const place = (over: Partial<LoadPlace> = {}): LoadPlace => ({
  project: join(root, 'project'),
  home: join(root, 'home'),
  env: { HOOKLINE_SYSTEM_ROOT: join(root, 'system') },
  platform: 'linux',
  stateDir: null,
  plugins: [],
  ...over,
});

const load = async (over?: Partial<LoadPlace>): Promise<readonly Source[]> =>
  (await loadSources([copilot], place(over))).toSorted(byScope);
const textOf = (handler: Handler): string =>
  handler.kind === 'command' && handler.form === 'shell' ? `${handler.shell} ${handler.script}` : handler.kind;
const scripts = async (over?: Partial<LoadPlace>): Promise<readonly string[]> =>
  mergeSources(copilot, await load(over)).hooks.map(({ handler }) => textOf(handler));
const stop = (...entries: readonly object[]): object => ({ hooks: { agentStop: entries } });

const USER = 'home/.copilot/hooks/a.json';

test('files in folders of any depth are read in the order of their paths, hidden ones are not', async () => {
  for (const name of ['b', 'a', 'sub/c', 'sub/deep/d']) write(`home/.copilot/hooks/${name}.json`, stop({ bash: name }));
  for (const name of ['.h.json', '.hid/x.json', 'x.jsonc']) write(`home/.copilot/hooks/${name}`, stop({ bash: 'no' }));
  symlinkSync('..', join(root, 'home/.copilot/hooks/sub/loop'));
  const found = await scripts();
  expect(found.slice(0, 2)).toEqual(['bash a', 'bash b']);
  expect(new Set(found)).toEqual(new Set(['bash a', 'bash b', 'bash sub/c', 'bash sub/deep/d']));
});

test('a file in a sub-folder is recognised by its path', () => {
  for (const path of ['home/.copilot/hooks/sub/a.json', 'project/.github/hooks/a.json', 'other/.github/hooks/x/y.json'])
    expect(recognise([copilot], join(root, path), place())?.dialect.id).toBe('copilot');
  expect(recognise([copilot], join(root, 'project/.github/workflows/a.json'), place())).toBeNull();
});

test('a file that others than the administrator could have written is not read', async () => {
  const file = 'system/etc/github-copilot/policy.d/a.json';
  write(file, stop({ bash: 'policy' }));
  expect(await scripts()).toEqual(['bash policy']);
  chmodSync(join(root, file), 0o664);
  expect(await scripts()).toEqual([]);
  expect((await load()).flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
    { severity: 'error', message: expect.stringContaining('others than the administrator') as string },
  ]);
});

test('each shell has its own key, and command stands for the missing one', async () => {
  const both = { bash: 'b', powershell: 'p' };
  write(USER, stop(both, { powershell: 'p' }, { command: 'c' }, { powershell: 'p', command: 'c' }));
  expect(await scripts()).toEqual(['bash b', 'powershell p', 'bash c', 'bash c']);
});

test('an event that has no list voids its file, a bad item only itself', async () => {
  write(USER, { hooks: { agentStop: [{ bash: 'a' }, {}, 5, { bash: 'b', timeoutSec: 0 }] } });
  write('home/.copilot/hooks/b.json', { hooks: { agentStop: [{ bash: 'c' }], preCompact: {} } });
  expect(await scripts()).toEqual(['bash a']);
});

test.each([
  ['of an unknown type', { type: 'magic' }],
  ['of a type for other events', { type: 'prompt', prompt: 'p' }],
])('an item %s voids all hooks in settings, and only itself in a file of hooks', async (_title, item) => {
  write('home/.copilot/settings.json', stop({ bash: 'a' }, item));
  write(USER, stop({ bash: 'b' }, item));
  expect(await scripts()).toEqual(['bash b']);
});

test('a file can switch its own hooks off, and of no other', async () => {
  write(USER, { disableAllHooks: true, ...stop({ bash: 'a' }) });
  write('home/.copilot/hooks/b.json', stop({ bash: 'b' }));
  const { hooks, off } = mergeSources(copilot, await load());
  expect(hooks.map(({ handler }) => textOf(handler))).toEqual(['bash b']);
  expect(off).toMatchObject([{ why: expect.stringContaining('disableAllHooks') as string }]);
});

test('of .claude/settings.json only the switch is read', async () => {
  write(USER, stop({ bash: 'a' }));
  write('project/.claude/settings.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'no' }] }] } });
  expect(await scripts()).toEqual(['bash a']);
  write('project/.claude/settings.json', { disableAllHooks: true });
  expect(await scripts()).toEqual([]);
});

test('who checks a file of the project learns what other programs make of it', async () => {
  write('project/.github/hooks/a.json', { hooks: { preToolUse: [{ exec: '/bin/true', matcher: 'bash' }] } });
  const told = (await load({ strict: true })).flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message));
  expect(told).toMatchObject([expect.stringContaining('cloud agent'), expect.stringContaining('VS Code')]);
  expect((await load()).flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
});

test.each<readonly [string, string, object]>([
  ['at the top of its folder', 'hooks.json', { hooks: { Stop: [{ bash: 'it' }] } }],
  ['below it, with a version', 'hooks/hooks.json', { version: 1, hooks: { Stop: [{ bash: 'it' }] } }],
  ['below it, under a name in camelCase', 'hooks/hooks.json', stop({ bash: 'it' })],
  ['below it, naming its variable', 'hooks/hooks.json', { hooks: { Stop: [{ bash: 'it', env: { A: 'PLUGIN' } }] } }],
])('a plugin without a manifest has its hooks %s', async (_title, path, content) => {
  write(`plug/${path}`, JSON.stringify(content).replace('PLUGIN', '${COPILOT_PLUGIN_ROOT}'));
  expect(await scripts({ plugins: [join(root, 'plug')] })).toEqual(['bash it']);
});

test('a plugin of another system, or with hooks as others have them, is not taken', async () => {
  write('plug/hooks/hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'no' }] }] } });
  write('marked/hooks.json', stop({ bash: 'no' }));
  write('marked/.other-plugin/plugin.json', {});
  expect(await scripts({ plugins: [join(root, 'plug'), join(root, 'marked')] })).toEqual([]);
});
