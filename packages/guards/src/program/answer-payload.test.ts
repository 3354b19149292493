import { DIALECTS } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import type { Guard } from '../guard/guard.ts';
import { dangerousCommands } from '../commands/dangerous-commands.ts';
import { protectedFiles } from '../files/protected-files.ts';
import { desktopNotification } from '../notify/desktop-notification.ts';
import { answerPayload, type Post } from './answer-payload.ts';

const kolega = DIALECTS.find(({ id }) => id === 'kolega');
const polytoken = DIALECTS.find(({ id }) => id === 'polytoken');

const post = (guard: Guard, dialect = kolega, native = 'PreToolUse'): Post => {
  if (dialect === undefined) throw new Error('no such dialect');
  return { guard, options: {}, dialect, native, env: {}, home: '/home/me', cwd: '/home/me/app' };
};

const failing: Guard = { ...dangerousCommands, judge: () => Promise.reject(new Error('out of luck')) };
const call = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'run_command', tool_input: { command: 'ls' } });

describe('a guard that fails', () => {
  it('refuses in the words of its system', async () => {
    const told = { event: 'pre_tool_use', tool_name: 'shell_exec', input: { command: 'ls' } };
    const said = await answerPayload(JSON.stringify(told), post(failing, polytoken, 'pre_tool_use'));
    expect(said).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: 'dangerous-commands: the guard itself failed: out of luck\n',
    });
  });

  it.each(['', 'null', '[]', '{"hook_event_name":"Nonsense"}', '{'])(
    'refuses what it cannot read: %s',
    async (text) => {
      const { exitCode, stdout, stderr } = await answerPayload(text, post(dangerousCommands));
      expect(exitCode === 2 ? stderr : stdout).toContain('the guard itself failed');
    },
  );

  it('refuses what it cannot read even when it does not know its event', async () => {
    const { exitCode, stderr } = await answerPayload('{', post(dangerousCommands, kolega, 'Other'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('the guard itself failed') });
  });

  it('lets the action go on when it guards nothing', async () => {
    expect(await answerPayload('{', post(desktopNotification, kolega, 'Stop'))).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });
});

describe('a guard that is told of something else', () => {
  it('says nothing about other tools and events', async () => {
    const other = call.replace('run_command', 'read_entire_file');
    expect(await answerPayload(other, post(failing))).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    const stop = JSON.stringify({ hook_event_name: 'Stop' });
    expect(await answerPayload(stop, post(failing))).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it.each([
    ['codex', 'PreToolUse', (patch: string) => ({ tool_name: 'apply_patch', tool_input: { command: patch } })],
    ['copilot', 'preToolUse', (patch: string) => ({ toolName: 'apply_patch', toolArgs: patch })],
    ['copilot', 'PreToolUse', (patch: string) => ({ tool_name: 'Edit', tool_input: patch })],
  ])('sees the files of a patch as %s tells it by %s', async (id, native, toolOf) => {
    const dialect = DIALECTS.find((each) => each.id === id);
    const told = async (path: string) => {
      const tool = toolOf(`*** Begin Patch\n*** Add File: a\n+x\n*** Add File: ${path}\n+x\n*** End Patch\n`);
      const payload = { session_id: 's', hook_event_name: native, cwd: '/home/me/app', ...tool };
      const { stdout, stderr } = await answerPayload(JSON.stringify(payload), post(protectedFiles, dialect, native));
      return stdout + stderr;
    };
    expect(await told('.env')).toContain('.env must not be changed');
    expect(await told('b.ts')).toBe('');
  });

  it("knows its tools by the system's own names", async () => {
    expect(await answerPayload(call, post(failing))).not.toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });
});
