import type { HostAnswer } from '@hookline/core';
import { configurationFiles } from '@hookline/core/internal';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOptions } from '../guard/guard.ts';
import { realWorld } from '../program/real-world.ts';
import { aWorld } from '../testing/a-world.ts';
import type { World } from '../guard/world.ts';
import { protectedFiles } from './protected-files.ts';

function judge(
  tool_name: string,
  tool_input: object,
  given: Record<string, string> = {},
  world: World = aWorld(),
): Promise<HostAnswer> {
  const options = readOptions(protectedFiles, given);
  if ('why' in options) throw new Error(options.why);
  const event = { hook_event_name: 'PreToolUse', tool_name, tool_input, cwd: world.project };
  return protectedFiles.judge(event as never, options.values, world);
}

describe('protected-files', () => {
  it('says which file, and by which glob', async () => {
    expect(await judge('Write', { file_path: 'src/../.env' })).toEqual({
      decision: 'block',
      reason: 'protected-files: /home/me/app/.env must not be changed (.env); ask the user to do it',
    });
  });

  it('looks at every file that a tool names', async () => {
    expect(await judge('Edit', { patch: '*** Update File: a.ts\n*** Update File: yarn.lock\n' })).toMatchObject({
      decision: 'block',
    });
    expect(await judge('Edit', { paths: ['a.ts', 'b.ts'] })).toEqual({});
  });

  const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

  it.each([
    ['apply_patch', (text: string) => ({ command: text })],
    ['apply_patch', (text: string) => ({ input: text })],
    ['apply_patch', (text: string) => ({ patchText: text })],
    ['Edit', (text: string) => text],
  ])('sees every file of a patch, and where one is moved to: %s', async (tool, inputOf) => {
    const judged = (...lines: readonly string[]) => judge(tool, inputOf(patch(...lines)) as object);
    const fine = ['*** Add File: a.ts', '+x', '*** Update File: b.ts', '@@', '-x', '+y'];
    expect(await judged(...fine)).toEqual({});
    expect(await judged(...fine, '*** Add File: .env', '+x')).toMatchObject({ decision: 'block' });
    expect(await judged(...fine, '*** Delete File: .env')).toMatchObject({ decision: 'block' });
    expect(await judged('*** Update File: a.ts', '*** Move to: .env')).toMatchObject({ decision: 'block' });
    expect(await judged('*** Update File: a.ts', ' *** Delete File: .env')).toEqual({});
  });

  it('asks where a patch cannot be read', async () => {
    for (const text of ['', 'nothing', patch('*** Update File: a.ts', 'x'), '*** Begin Patch\n*** Add File: a.ts\n+x'])
      expect(await judge('apply_patch', { command: text }), text).toMatchObject({
        decision: 'ask',
        reason: expect.stringContaining('its patch cannot be read') as string,
      });
  });

  it('sees a patch that is applied by a command of that name', async () => {
    const here = (text: string) => judge('Bash', { command: `apply_patch <<'EOF'\n${text}EOF\n` });
    expect(await here(patch('*** Add File: .env', '+x'))).toMatchObject({ decision: 'block' });
    expect(await here(patch('*** Add File: a.ts', '+x'))).toEqual({});
  });

  it('protects the guards themselves, which all hooks of a project share', async () => {
    expect(await judge('Write', { file_path: '.hookline/guards.mjs' })).toMatchObject({ decision: 'block' });
  });

  it('protects every place of every dialect, of the user and of the project, and what hookline itself keeps', async () => {
    const { project, home } = aWorld();
    const places = configurationFiles({ project, home, env: {} }).map(({ path }) => path);
    expect(places.length).toBeGreaterThan(9);
    const own = ['state/hookline/trust/x.json', 'state/hookline/record/1.log'].map((name) => `${home}/.local/${name}`);
    for (const file_path of [...places, ...own, '~/.config/hookline/shadow.json', '~/.config/agents/hooks/x/HOOK.md'])
      expect(await judge('Write', { file_path }), file_path).toMatchObject({ decision: 'block' });
  });

  it('finds them where the environment puts them', async () => {
    const world = aWorld({ env: { HOOKLINE_STATE_DIR: '/srv/hookline', KOLEGA_CODE_STATE_DIR: '/srv/kolega' } });
    for (const file_path of ['/srv/hookline/trust/x', '/srv/kolega/hooks.json'])
      expect(await judge('Write', { file_path }, {}, world), file_path).toMatchObject({ decision: 'block' });
    expect(await judge('Write', { file_path: '/srv/other/x' }, {}, world)).toEqual({});
  });

  it.each(['~/.bashrc', '~/.zshrc', '~/.gitconfig', '.vscode/tasks.json', '.husky/pre-commit', '.mcp.json'])(
    'protects %s, which others run or read orders from',
    async (file_path) => {
      expect(await judge('Edit', { file_path })).toMatchObject({ decision: 'block' });
    },
  );

  it.each([
    "find .kolega -name '*.json' -delete",
    String.raw`find . -name '.env' -exec rm {} \;`,
    'chmod -x .kolega/hooks/x.sh',
    'rm -rf ~/.local/state/hookline',
    'rm -rf ~/.config',
    'mv ~/.config /tmp/x',
    'tar xf hooks.tar -C .git/hooks',
    'unzip -o ci.zip -d .github/workflows',
    'jq . a.json | sponge package-lock.json',
    `python3 -c "open('.env','w').write('x')"`,
    `node -e "require('fs').writeFileSync('.env','x')"`,
    'git apply <<E\n--- a/.env\n+++ b/.env\nE',
    'patch -p1 <<E\n--- a/.husky/pre-push\n+++ b/.husky/pre-push\nE',
  ])('sees what is changed by %s', async (command) => {
    expect(await judge('Bash', { command })).toMatchObject({ decision: 'block' });
  });

  it('reads a patch that lies in a file, and asks about one that it cannot read', async () => {
    const readText = (path: string): Promise<string | null> =>
      Promise.resolve(
        { '/home/me/app/bad.patch': '+++ b/yarn.lock\n', '/home/me/app/good.patch': '+++ b/src/a.ts\n' }[path] ?? null,
      );
    const world = aWorld({ readText });
    for (const command of ['git apply bad.patch', 'patch -p1 < bad.patch', 'patch -p1 -i bad.patch'])
      expect(await judge('Bash', { command }, {}, world), command).toMatchObject({ decision: 'block' });
    expect(await judge('Bash', { command: 'git apply good.patch' }, {}, world)).toEqual({});
    expect(await judge('Bash', { command: 'git apply --check bad.patch' }, {}, world)).toEqual({});
    for (const command of ['curl -s https://x.example/p | git apply', 'git am other.patch'])
      expect(await judge('Bash', { command }, {}, world), command).toMatchObject({ decision: 'ask' });
  });

  it('leaves copies among temporary files and examples alone', async () => {
    expect(await judge('Bash', { command: 'cp package-lock.json /tmp/' })).toEqual({});
    expect(await judge('Bash', { command: 'rm -f .env.example.bak' })).toEqual({});
    expect(await judge('Bash', { command: 'ssh-keygen -lf ~/.ssh/id_ed25519.pub' })).toEqual({});
  });

  it('takes other globs, more globs and exceptions', async () => {
    expect(await judge('Write', { file_path: '.env' }, { globs: 'docs/**' })).toEqual({});
    expect(await judge('Write', { file_path: 'docs/a/b.md' }, { globs: 'docs/**' })).toMatchObject({
      decision: 'block',
    });
    expect(await judge('Write', { file_path: 'schema.sql' }, { add: '*.sql' })).toMatchObject({ decision: 'block' });
    expect(await judge('Write', { file_path: 'yarn.lock' }, { allow: 'yarn.lock' })).toEqual({});
  });

  it('sees what a command writes, wherever it stands', async () => {
    for (const command of [
      'echo x > .env',
      'cd .git && rm HEAD',
      'bash -c "sed -i s/a/b/ yarn.lock"',
      'x=.env; tee $x',
      '{ echo; } >> .env',
    ])
      expect(await judge('Bash', { command }), command).toMatchObject({ decision: 'block' });
    expect(await judge('Bash', { command: 'cat .env | grep -v X > /tmp/x' })).toEqual({});
  });

  it('asks, or blocks where no person can be asked, when it cannot tell what a command writes', async () => {
    expect(await judge('Bash', { command: 'echo "' })).toMatchObject({ decision: 'ask' });
    expect(await judge('Bash', { command: 'echo "' }, {}, aWorld({ can: { ask: false } }))).toMatchObject({
      decision: 'block',
    });
  });

  it('follows links, those of folders too', async () => {
    const project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-guards-')));
    onTestFinished(() => rmSync(project, { recursive: true }));
    mkdirSync(join(project, '.git'));
    writeFileSync(join(project, '.env'), '');
    symlinkSync('.env', join(project, 'settings'));
    symlinkSync('.git', join(project, 'repository'));
    const world = realWorld({ project, home: '/home/me', can: aWorld().can }, {});
    expect(await judge('Write', { file_path: 'settings' }, {}, world)).toMatchObject({ decision: 'block' });
    expect(await judge('Write', { file_path: 'repository/new' }, {}, world)).toMatchObject({ decision: 'block' });
    expect(await judge('Write', { file_path: 'other' }, {}, world)).toEqual({});
  });
});
