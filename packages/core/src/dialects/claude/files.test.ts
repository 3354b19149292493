import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claude } from './table.ts';
import type { Hook, Source } from '../../model/index.ts';
import { locationsOf } from '../../load/discover.ts';
import type { LoadPlace } from '../../load/discover.ts';
import { loadFile, loadSources } from '../../load/load.ts';
import { mergeSources } from '../../load/merge.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-claude-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = (over: Partial<LoadPlace> = {}): LoadPlace => ({
  project: join(root, 'project'),
  home: join(root, 'home'),
  env: { HOOKLINE_SYSTEM_ROOT: join(root, 'system') },
  platform: 'linux',
  stateDir: null,
  plugins: [],
  ...over,
});

function write(path: string, content: unknown): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, 0o644);
  return file;
}

const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });
const settings = (event: string, ...hooks: readonly unknown[]) => ({ hooks: { [event]: [{ hooks }] } });

const MANAGED = 'system/etc/claude-code/managed-settings.json';
const USER = 'home/.claude/settings.json';
const PROJECT = 'project/.claude/settings.json';
const LOCAL = 'project/.claude/settings.local.json';

const load = (over: Partial<LoadPlace> = {}): Promise<readonly Source[]> => loadSources([claude], place(over));
const namesOf = (hooks: readonly Hook[]): readonly string[] => hooks.map(({ name }) => name);
const told = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ diagnostics }) => diagnostics.map(({ severity, message }) => `${severity}: ${message}`));

describe('the scopes of claude', () => {
  it('are read in this order: managed, its folder by name, user, project, local, flag, plugin, session', async () => {
    write(MANAGED, settings('Stop', command('managed')));
    write('system/etc/claude-code/managed-settings.d/20-b.json', settings('Stop', command('b')));
    write('system/etc/claude-code/managed-settings.d/10-a.json', settings('Stop', command('a')));
    write('system/etc/claude-code/managed-settings.d/.hidden.json', settings('Stop', command('hidden')));
    write('system/etc/claude-code/managed-settings.d/note.txt', 'no hooks');
    write(USER, settings('Stop', command('user')));
    write(PROJECT, settings('Stop', command('project')));
    write(LOCAL, settings('Stop', command('local')));
    write('plug/.claude-plugin/plugin.json', { name: 'plug' });
    write('plug/hooks/hooks.json', { description: 'd', ...settings('Stop', command('plugin')) });
    write('project/.claude/skills/deploy/SKILL.md', FRONT_MATTER);
    const sources = await load({
      plugins: [join(root, 'plug')],
      settings: JSON.stringify(settings('Stop', command('flag'))),
    });
    expect(sources.flatMap(({ scope, hooks }) => hooks.map(({ name }) => `${scope} ${name}`))).toEqual([
      'managed managed',
      'managed a',
      'managed b',
      'user user',
      'project project',
      'local local',
      'flag flag',
      'plugin plugin',
      'session skill',
    ]);
    expect(told(sources)).toEqual([]);
    expect(sources[1]?.hooks[0]?.id).toBe('claude:managed:10-a:Stop[0].hooks[0]');
  });

  it.each([
    ['linux', '/etc/claude-code/managed-settings.json'],
    ['darwin', '/Library/Application Support/ClaudeCode/managed-settings.json'],
    ['win32', String.raw`C:\Program Files\ClaudeCode\managed-settings.json`],
  ] as const)('on %s the managed file is %s', (platform, file) => {
    const [first] = locationsOf(claude, place({ platform, env: {} }));
    expect([first?.scope, first?.file]).toEqual(['managed', file]);
  });

  it('a relative root of the system is ignored', () => {
    const [first] = locationsOf(claude, place({ env: { HOOKLINE_SYSTEM_ROOT: 'here' } }));
    expect(first?.file).toBe('/etc/claude-code/managed-settings.json');
  });

  it('CLAUDE_CONFIG_DIR stands for ~/.claude, also for skills and plugin data', async () => {
    write('conf/settings.json', settings('Stop', command('moved')));
    write('conf/skills/deploy/SKILL.md', FRONT_MATTER);
    write('plug/hooks/hooks.json', settings('Stop', command('"$CLAUDE_PLUGIN_ROOT/x"')));
    const env = { ...place().env, CLAUDE_CONFIG_DIR: join(root, 'conf') };
    const sources = await load({ env, plugins: [join(root, 'plug')] });
    expect(sources.map(({ scope, file }) => `${scope} ${file.slice(root.length)}`)).toEqual([
      'user /conf/settings.json',
      'plugin /plug/hooks/hooks.json',
      'session /conf/skills/deploy/SKILL.md',
    ]);
    expect(sources[1]?.hooks[0]?.dataFolder).toBe(join(root, 'conf/plugins/data/plug-inline'));
  });

  it('a plugin has the name of its manifest, and is no plugin of a system whose manifest it lacks', async () => {
    write('folder/.claude-plugin/plugin.json', { name: 'real-name' });
    write('folder/hooks/hooks.json', settings('Stop', command('x')));
    const [source] = await load({ plugins: [join(root, 'folder')] });
    expect(source?.hooks[0]?.id).toBe('claude:plugin:real-name:Stop[0].hooks[0]');
    expect(source?.hooks[0]?.dataFolder).toBe(join(root, 'home/.claude/plugins/data/real-name-inline'));
    rmSync(join(root, 'folder/.claude-plugin'), { recursive: true });
    write('folder/.other-plugin/plugin.json', { name: 'other' });
    expect(await load({ plugins: [join(root, 'folder')] })).toEqual([]);
  });

  it('settings of one run may be a file; one that does not exist is an error', async () => {
    const file = write('more.json', settings('Stop', command('more')));
    expect((await load({ settings: file })).map(({ scope, display }) => [scope, display])).toEqual([['flag', file]]);
    const missing = await load({ settings: join(root, 'none.json') });
    expect(told(missing)).toEqual(['error: the file was not read: there is no such file']);
    const broken = await load({ settings: '{ no' });
    expect(broken[0]?.diagnostics[0]).toMatchObject({ severity: 'error', file: '--settings', line: 1 });
  });

  it('a comment makes a file broken, and a broken file disables no other', async () => {
    write(USER, '{ // my hooks\n "hooks": {} }');
    write(PROJECT, settings('Stop', command('project')));
    const sources = await load();
    expect(sources.map(({ usable }) => usable)).toEqual([false, true]);
    expect(told(sources)).toEqual(['error: not valid JSON: JSON has no comments']);
    expect(namesOf(mergeSources(claude, sources).hooks)).toEqual(['project']);
  });
});

const FRONT_MATTER = `---
name: deploy
description: Deploys
hooks:
  Stop:
    - hooks:
        - type: command
          command: skill
          once: true
---
Text
`;

describe('front matter', () => {
  it('of a skill: its hooks know the skill, run once where they say so, and are the project’s', async () => {
    write('project/.claude/skills/folder/SKILL.md', FRONT_MATTER);
    const [source] = await load();
    expect(source?.hooks[0]).toMatchObject({
      id: 'claude:session:skill:folder:Stop[0].hooks[0]',
      scope: 'session',
      event: 'Stop',
      once: true,
      during: { of: 'skill', name: 'deploy' },
      ofProject: true,
    });
  });

  it('of a sub-agent: Stop is SubagentStop, once has no effect, and its file names it', async () => {
    write('project/.claude/agents/reviewer.md', FRONT_MATTER.replace('name: deploy\n', ''));
    const sources = await load();
    expect(sources[0]?.hooks[0]).toMatchObject({
      event: 'SubagentStop',
      once: false,
      during: { of: 'agent', name: 'reviewer' },
    });
    expect(told(sources)).toEqual([
      'warning: hooks.Stop[0].hooks[0].once: once has no effect in the front matter of a sub-agent',
    ]);
  });

  it('of the user needs no trust', async () => {
    write('home/.claude/skills/deploy/SKILL.md', FRONT_MATTER);
    expect((await load())[0]?.hooks[0]).not.toHaveProperty('ofProject');
  });

  it('without hooks is read without a word, whatever it holds', async () => {
    write('project/.claude/skills/a/SKILL.md', 'no front matter');
    write('project/.claude/skills/b/SKILL.md', '---\ndescription: a: b: c\n---\n');
    write('project/.claude/skills/c/other.md', FRONT_MATTER);
    write('project/.claude/agents/empty.md', '');
    const sources = await load();
    expect([sources.flatMap(({ hooks }) => hooks), told(sources)]).toEqual([[], []]);
  });

  it('that is broken is an error where it may have hooks, with its line', async () => {
    write('project/.claude/agents/bad.md', '---\nname: x\nhooks: [\n---\n');
    const [source] = await load();
    expect(source?.diagnostics[0]).toMatchObject({ severity: 'error', file: '.claude/agents/bad.md' });
    expect(source?.diagnostics[0]?.line).toBeGreaterThan(2);
  });

  it('in a folder that leads out of the project is refused', async () => {
    write('elsewhere/SKILL.md', FRONT_MATTER);
    mkdirSync(join(root, 'project/.claude/skills'), { recursive: true });
    symlinkSync(join(root, 'elsewhere'), join(root, 'project/.claude/skills/out'));
    const sources = await load();
    expect(sources.flatMap(({ hooks }) => hooks)).toEqual([]);
    expect(told(sources)).toEqual([
      'error: the file was not read: its folder is a symbolic link that leads out of the project',
    ]);
  });
});

describe('a bad entry', () => {
  const good = { hooks: [command('good')] };
  it.each([
    ['without its command', { hooks: [{ type: 'command' }] }],
    ['of an unknown type', { hooks: [{ type: 'comand', command: 'x' }] }],
    ['without a type', { hooks: [{ command: 'x' }] }],
    ['with timeout 0', { hooks: [command('x', { timeout: 0 })] }],
    ['with a negative timeout', { hooks: [command('x', { timeout: -1 })] }],
    ['with a timeout in words', { hooks: [command('x', { timeout: '5' })] }],
    ['that is no object', { hooks: ['x'] }],
    ['of an option with a wrong type', { hooks: [command('x', { async: 'yes' })] }],
    ['of an unknown word', { hooks: [command('x', { onFailure: 'refuse' })] }],
    ['in a group without hooks', { matcher: 'Bash' }],
    ['in a group whose matcher is no text', { matcher: 5, hooks: [command('x')] }],
  ])('%s voids its file on PreToolUse and PermissionRequest, and is left out alone elsewhere', async (_, bad) => {
    for (const event of ['PreToolUse', 'PermissionRequest']) {
      write(USER, { disableAllHooks: true, hooks: { [event]: [bad, good], Stop: [good] } });
      const [source] = await load();
      expect([source?.hooks, source?.usable, source?.switches]).toEqual([[], false, {}]);
      const hole = source?.diagnostics.find(({ message }) => message.startsWith('a hole'));
      expect(hole).toMatchObject({ severity: 'error', line: 1 });
      expect(hole?.message).toContain(`this entry of ${event} cannot be used`);
    }
    write(USER, { disableAllHooks: true, hooks: { PostToolUse: [bad, good], Stop: [good] } });
    const [source] = await load();
    expect([namesOf(source?.hooks ?? []), source?.switches]).toEqual([['good', 'good'], { disableAllHooks: true }]);
    expect(source?.diagnostics.map(({ severity }) => severity)).toEqual(['error']);
  });

  it('of an event that is no list voids the file on a gate', async () => {
    write(USER, { hooks: { PreToolUse: { hooks: [] }, Stop: [good] } });
    expect((await load())[0]?.usable).toBe(false);
  });

  it('does not affect other files', async () => {
    write(USER, { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } });
    write(PROJECT, { hooks: { PreToolUse: [good] } });
    const sources = await load();
    expect(namesOf(mergeSources(claude, sources).hooks)).toEqual(['good']);
  });

  it('under an unknown event is no more than the unknown event, whose error lists the known ones', async () => {
    write(USER, { hooks: { PreToolUses: [{ hooks: [{ type: 'command' }] }], PreToolUse: [good] } });
    const [source] = await load();
    expect(namesOf(source?.hooks ?? [])).toEqual(['good']);
    const [problem, ...others] = source?.diagnostics ?? [];
    expect(problem).toMatchObject({ severity: 'error', line: 1 });
    expect(problem?.message).toContain('unknown event "PreToolUses"');
    expect(problem?.hint).toContain('PreToolUse, PermissionRequest, PermissionDenied');
    expect(others).toEqual([]);
  });

  it('is not one with unknown keys, which are not reported', async () => {
    write(USER, { hooks: { PreToolUse: [{ note: 1, hooks: [command('good', { priority: 1 })] }] } });
    const sources = await load();
    expect([namesOf(sources[0]?.hooks ?? []), told(sources)]).toEqual([['good'], []]);
  });
});

describe('the handlers that an event takes', () => {
  const http = { type: 'http', url: 'http://127.0.0.1/' };
  const prompt = { type: 'prompt', prompt: 'ok?' };
  const agent = { type: 'agent', prompt: 'ok?' };
  const tool = { type: 'mcp_tool', server: 's', tool: 't' };

  it.each([
    ['PreToolUse', ['command', 'http', 'mcp_tool', 'prompt', 'agent']],
    ['TeammateIdle', ['command', 'http', 'mcp_tool', 'prompt', 'agent']],
    ['SessionStart', ['command', 'mcp_tool']],
    ['Setup', ['command', 'mcp_tool']],
    ['SessionEnd', ['command', 'http', 'mcp_tool']],
    ['PreModelSwitch', ['command', 'http', 'mcp_tool']],
  ])('%s takes %j; others are left out with a warning', async (event, taken) => {
    write(USER, settings(event, command('x'), http, tool, prompt, agent));
    const [source] = await load();
    expect(source?.hooks.map(({ handler }) => handler.kind)).toEqual(taken);
    expect(source?.diagnostics.map(({ severity }) => severity)).toEqual(
      Array.from({ length: 5 - taken.length }, () => 'warning'),
    );
  });

  it('have their keys: onFailure, no variables without a list, the default timeouts', async () => {
    write(USER, settings('PreToolUse', command('x', { onFailure: 'block', timeout: 0.5 }), http, tool, prompt, agent));
    const [source] = await load();
    expect(source?.hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([500, 600_000, 600_000, 30_000, 60_000]);
    expect(source?.hooks.map(({ onFault }) => onFault)).toEqual(['block', ...Array.from({ length: 4 })]);
    expect(source?.hooks[1]?.handler).toMatchObject({ allowedVariables: [] });
  });
});

describe('a switch', () => {
  /** The hooks that run, by name, where each named file has a hook of its scope's name and these keys. */
  async function running(files: Readonly<Record<string, object>>): Promise<readonly string[]> {
    for (const [file, keys] of Object.entries(files)) {
      const scope = { [MANAGED]: 'managed', [USER]: 'user', [PROJECT]: 'project', [LOCAL]: 'local' }[file] ?? '';
      write(file, { ...keys, ...settings('Stop', command(scope)) });
    }
    return namesOf(mergeSources(claude, await load()).hooks);
  }

  it.each([
    ['off in one file: off everywhere', { [USER]: { disableAllHooks: true }, [PROJECT]: {} }, []],
    [
      'the project undoes the user',
      { [USER]: { disableAllHooks: true }, [PROJECT]: { disableAllHooks: false } },
      ['user', 'project'],
    ],
    ['the local file is nearer', { [PROJECT]: { disableAllHooks: false }, [LOCAL]: { disableAllHooks: true } }, []],
    ['managed hooks stay on', { [MANAGED]: {}, [USER]: { disableAllHooks: true } }, ['managed']],
    ['managed says off', { [MANAGED]: { disableAllHooks: true }, [USER]: { disableAllHooks: false } }, []],
    [
      'managed says on',
      { [MANAGED]: { disableAllHooks: false }, [USER]: { disableAllHooks: true } },
      ['managed', 'user'],
    ],
    ['only managed', { [MANAGED]: { allowManagedHooksOnly: true }, [USER]: {}, [PROJECT]: {} }, ['managed']],
    [
      'only managed, but not in a managed file',
      { [MANAGED]: {}, [USER]: { allowManagedHooksOnly: true } },
      ['managed', 'user'],
    ],
    ['a wrong type is ignored', { [USER]: { disableAllHooks: 'true' } }, ['user']],
  ])('%s', async (_, files, expected) => {
    expect(await running(files)).toEqual(expected);
  });

  it('of a later managed file counts before an earlier one', async () => {
    write(MANAGED, { allowManagedHooksOnly: true });
    write('system/etc/claude-code/managed-settings.d/10.json', { allowManagedHooksOnly: false });
    expect(await running({ [USER]: {} })).toEqual(['user']);
  });

  it('of the run counts before those of files, and it reaches plugins', async () => {
    write(USER, { disableAllHooks: false, ...settings('Stop', command('user')) });
    write('plug/.claude-plugin/plugin.json', {});
    write('plug/hooks/hooks.json', settings('Stop', command('plugin')));
    const merged = mergeSources(
      claude,
      await load({ settings: '{"disableAllHooks":true}', plugins: [join(root, 'plug')] }),
    );
    expect(merged.hooks).toEqual([]);
    expect(merged.off.map(({ hook, why }) => [hook.name, why])).toEqual([
      ['user', 'disableAllHooks in --settings switches it off'],
      ['plugin', 'disableAllHooks in --settings switches it off'],
    ]);
  });

  it('of a wrong type is reported with its place', async () => {
    write(USER, '{\n  "disableAllHooks": 1\n}');
    const problem = (await load())[0]?.diagnostics[0];
    expect(problem).toMatchObject({ severity: 'error', line: 2, column: 22 });
    expect(problem?.message).toBe('disableAllHooks must be true or false, not 1; it is ignored');
  });

  it('changes what trust is given to', async () => {
    write(PROJECT, settings('Stop', command('x')));
    const [before] = await load();
    write(PROJECT, { disableAllHooks: true, ...settings('Stop', command('x')) });
    const [after] = await load();
    expect(after?.definitions).not.toBe(before?.definitions);
  });
});

describe('limits on http hooks', () => {
  const http = (url: string, more: object = {}) => ({ type: 'http', url, ...more });
  const urls = (hooks: readonly Hook[]): readonly string[] =>
    hooks.flatMap(({ handler }) => (handler.kind === 'http' ? [handler.url] : []));

  it.each([
    [undefined, ['http://a/x', 'https://b.test/hooks/y']],
    [[], []],
    [['http://a/*'], ['http://a/x']],
    [['https://*.test/*/y'], ['https://b.test/hooks/y']],
    [['*'], ['http://a/x', 'https://b.test/hooks/y']],
    [['http://a/x'], ['http://a/x']],
    [['http://a/xx*x', 'HTTP://A/X'], []],
  ])('allowedHttpHookUrls %j lets %j run', async (allowedHttpHookUrls, expected) => {
    write(USER, { ...(allowedHttpHookUrls && { allowedHttpHookUrls }) });
    write(PROJECT, settings('Stop', http('http://a/x'), http('https://b.test/hooks/y'), command('other')));
    const merged = mergeSources(claude, await load());
    expect(urls(merged.hooks)).toEqual(expected);
    expect(namesOf(merged.hooks)).toContain('other');
    for (const { why } of merged.off)
      expect(why).toBe(`its address fits no entry of allowedHttpHookUrls in ${join(root, USER)}`);
  });

  it('are joined over all files', async () => {
    write(USER, { allowedHttpHookUrls: ['http://a/*'] });
    write(LOCAL, { allowedHttpHookUrls: ['https://b.test/*'] });
    write(PROJECT, settings('Stop', http('http://a/x'), http('https://b.test/y'), http('http://c/')));
    expect(urls(mergeSources(claude, await load()).hooks)).toEqual(['http://a/x', 'https://b.test/y']);
  });

  it('httpHookAllowedEnvVars limits the names that headers may use, and leaves the handler as it was trusted', async () => {
    write(USER, { httpHookAllowedEnvVars: ['A'] });
    write(PROJECT, settings('Stop', http('http://a/', { allowedEnvVars: ['A', 'B'] }), command('other')));
    const sources = await load();
    const [limited, other] = mergeSources(claude, sources).hooks;
    expect(limited?.headerVariables).toEqual(['A']);
    expect(limited?.handler).toBe(sources[1]?.hooks[0]?.handler);
    expect(other).not.toHaveProperty('headerVariables');
  });
});

describe('a file by its path alone', () => {
  it.each([
    [USER, 'user'],
    [PROJECT, 'project'],
    [LOCAL, 'local'],
    ['elsewhere/.claude/settings.json', 'project'],
    [MANAGED, 'managed'],
    ['system/etc/claude-code/managed-settings.d/10.json', 'managed'],
    ['image/etc/claude-code/managed-settings.d/10.json', 'managed'],
  ])('%s is of the scope %s', async (path, scope) => {
    const file = write(path, settings('Stop', command('x')));
    expect(await loadFile([claude], file, place())).toMatchObject({ dialect: 'claude', scope });
  });

  it.each([
    ['project/.claude/skills/deploy/SKILL.md', 'skill'],
    ['elsewhere/.claude/agents/deploy.md', 'agent'],
    ['home/.claude/agents/deploy.md', 'agent'],
  ])('%s is the front matter of a %s', async (path, of) => {
    const source = await loadFile([claude], write(path, FRONT_MATTER), place());
    expect(source?.hooks[0]?.during).toEqual({ of, name: 'deploy' });
  });

  it('a page in a folder of any name is not', async () => {
    expect(await loadFile([claude], write('docs/agents/deploy.md', FRONT_MATTER), place())).toBeNull();
  });
});
