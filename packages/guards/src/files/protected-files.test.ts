import type { HostAnswer } from '@hookline/core';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOptions } from '../guard.ts';
import { realWorld } from '../program/real-world.ts';
import { aWorld } from '../testing/a-world.ts';
import type { World } from '../world.ts';
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

  it('protects the guards themselves, which all hooks of a project share', async () => {
    expect(await judge('Write', { file_path: '.hookline/guards.mjs' })).toMatchObject({ decision: 'block' });
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

  it('asks, or blocks where nobody can be asked, when it cannot tell what a command writes', async () => {
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
