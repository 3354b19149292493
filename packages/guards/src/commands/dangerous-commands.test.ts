import type { HostAnswer } from '@hookline/core';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../guard/guard.ts';
import { aWorld } from '../testing/a-world.ts';
import { dangerousCommands } from './dangerous-commands.ts';

async function judge(command: unknown, given: Record<string, string> = {}, ask = true): Promise<HostAnswer> {
  const options = readOptions(dangerousCommands, given);
  if ('why' in options) throw new Error(options.why);
  const event = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    cwd: '/home/me/app',
  } as never;
  return dangerousCommands.judge(event, options.values, aWorld({ can: { ask } }));
}

describe('dangerous-commands', () => {
  it('blocks with the rule, the reason and the part of the command', async () => {
    expect(await judge('ls && sudo rm -rf ~')).toEqual({
      decision: 'block',
      reason:
        'dangerous-commands (remove-everything): this command removes the root, the home or the project folder, or a folder of the system: rm -rf /home/me',
    });
  });

  it('names the worst of several', async () => {
    expect(await judge('git reset --hard; reboot')).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('power-off'),
    });
  });

  it('has nothing to say about ordinary commands and other tools', async () => {
    expect(await judge('npm test')).toEqual({});
    expect(await judge(undefined)).toEqual({});
  });

  it('asks about doubtful commands, or blocks or passes them, as told', async () => {
    expect(await judge('git reset --hard')).toMatchObject({ decision: 'ask' });
    expect(await judge('git reset --hard', {}, false)).toMatchObject({ decision: 'block' });
    expect(await judge('git reset --hard', { doubtful: 'block' })).toMatchObject({ decision: 'block' });
    expect(await judge('git reset --hard', { doubtful: 'pass' })).toEqual({});
  });

  it('never passes what it cannot understand', async () => {
    expect(await judge('rm "', { doubtful: 'pass' })).toMatchObject({ decision: 'ask' });
    expect(await judge('rm "', { doubtful: 'pass', unparsable: 'block' })).toMatchObject({ decision: 'block' });
    expect(await judge('rm "', {}, false)).toMatchObject({ decision: 'block' });
    expect(await judge(`ls ${'x'.repeat(70_000)}`)).toMatchObject({ decision: 'ask' });
  });

  it('leaves out rules that the user does not want', async () => {
    expect(await judge('npm publish', { allow: 'publish, push-force' })).toEqual({});
  });

  it.each([
    'git checkout -bfeature',
    'git checkout -qbfeature',
    String.raw`find . -exec echo -delete \; -print`,
    'rm -rf dist ./node_modules "$PWD/build"',
    'rm -rf /tmp/x "$TMPDIR/y" ~/.cache/pip ../other/node_modules',
    'rm -rf "$BUILD_DIR"',
    'hookline trust --show',
    'chown -R $USER:$USER .',
    'rsync -a --delete dist/ build/',
    'curl -X DELETE http://localhost:3000/users/1',
    "sed -i 's/ the/e/' notes.md",
    'parallel gzip ::: *.log',
    'git bisect run npm test',
  ])('lets pass %s', async (line) => {
    expect(await judge(line)).toEqual({});
  });

  it('asks about folders of the project that git does not ignore, when it is told to', async () => {
    const world = aWorld({
      run: (call) =>
        Promise.resolve({ status: JSON.stringify(call).includes('app/dist') ? 0 : 1, output: '', problem: null }),
    });
    const event = (command: string) =>
      ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: '/home/me/app' }) as never;
    const options = { doubtful: 'ask', unparsable: 'ask', project: 'ask', packs: '', allow: '' };
    expect(await dangerousCommands.judge(event('rm -rf dist'), options, world)).toEqual({});
    expect(await dangerousCommands.judge(event('rm -rf dist src'), options, world)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('remove-in-project'),
    });
    expect(await dangerousCommands.judge(event('rm -rf src'), { ...options, project: 'pass' }, world)).toEqual({});
  });

  it('counts the packs that are added, and no others', async () => {
    expect(await judge('helm rollback web')).toEqual({});
    expect(await judge('helm rollback web', { packs: 'cloud,kubernetes' })).toMatchObject({ decision: 'ask' });
    expect(await judge('helm rollback web', { packs: 'cloud' })).toEqual({});
    expect(readOptions(dangerousCommands, { packs: 'cloud,clouds' })).toMatchObject({ word: 'clouds' });
  });

  it('reads a command that is given as a list of words', async () => {
    expect(await judge(['rm', '-rf', '/'])).toMatchObject({ decision: 'block' });
    expect(await judge(['echo', 'rm -rf /; x'])).toEqual({});
  });
});
