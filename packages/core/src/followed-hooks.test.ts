import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hooksProject } from '../../../test/support/hooks-project.ts';
import { type FollowedHooks, openFollowedHooks } from './create-hooks.ts';
import { trustProject } from './host/project-trust.ts';

const here = hooksProject();
const opened: FollowedHooks[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const { hooks } of opened.splice(0)) await hooks.close();
});

const QODER = 'home/.qoder/settings.json';
const hook = (command: string): object => ({
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] },
});
const FOLDER_HOOK = '---\ntrigger: PreToolUse\n---\n';

/** By a clock that is ahead, files count as settled: their stamps alone tell. */
async function follow(when: 'settled' | 'just written'): Promise<FollowedHooks> {
  mkdirSync(at('state'), { mode: 0o700 });
  if (when === 'settled') vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });
  const followed = await openFollowedHooks({
    ...here.place(),
    env: { ...here.place().env, HOOKLINE_RECORD_KEY_FILE: join(here.folder, 'key'), HOOKLINE_SYSTEM_ROOT: here.folder },
  });
  vi.useRealTimers();
  opened.push(followed);
  return followed;
}

const at = (path: string): string => join(here.folder, path);

describe.each(['settled', 'just written'] as const)('hooks of files that are %s', (when) => {
  test('stay current as long as nothing changes, whatever else is written', async () => {
    here.write(QODER, hook('true'));
    here.write('key', 'k'.repeat(32));
    const { hooks, areCurrent } = await follow(when);
    expect([areCurrent(), areCurrent()]).toEqual([true, true]);
    here.write('project/src/a.ts', 'text');
    const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: {} } as const;
    expect((await hooks.fire({ ...event, cwd: here.project })).hooks).toHaveLength(1);
    expect(areCurrent()).toBe(true);
  });

  test.each<[string, () => unknown]>([
    ["a file of the user's is changed", () => here.write(QODER, hook('exit 2'))],
    ['only its bytes are, not its size', () => here.write(QODER, hook('tRue'))],
    ['it is removed', () => rmSync(at(QODER))],
    ['others may write to it', () => chmodSync(at(QODER), 0o666)],
    ['it is replaced by a link', () => (rmSync(at(QODER)), symlinkSync('/dev/null', at(QODER)))],
    ['another one appears', () => here.write('home/.config/kode/config.yaml', 'hooks: []')],
    ['a folder of hooks appears', () => here.write('home/.config/agents/hooks/a/HOOK.md', FOLDER_HOOK)],
    ['one of an administrator appears', () => here.write('etc/claude-code/managed-settings.json', hook('true'))],
    [
      'one of an administrator appears in its folder',
      () => here.write('etc/claude-code/managed-settings.d/a.json', hook('true')),
    ],
    ['the project gets hooks', () => here.write('project/.qoder/settings.json', hook('true'))],
    ['the settings of hookline change', () => here.write('config/settings.json', { failClosed: ['*'] })],
    ['the key of the record changes', () => here.write('key', 'j'.repeat(32))],
    ['others may write to the state folder', () => chmodSync(at('state'), 0o777)],
  ])('are not current when %s', async (_, change) => {
    here.write(QODER, hook('true'));
    here.write('key', 'k'.repeat(32));
    const { areCurrent } = await follow(when);
    expect(areCurrent()).toBe(true);
    change();
    expect(areCurrent()).toBe(false);
  });
});

test('a project that is trusted later has its hooks at the next event', async () => {
  here.write('project/.qoder/settings.json', hook('echo no >&2; exit 2'));
  const { hooks } = await follow('settled');
  const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: {} } as const;
  expect((await hooks.fire({ ...event, cwd: here.project })).decision).toBe('none');
  await trustProject(here.place());
  expect((await hooks.fire({ ...event, cwd: here.project })).decision).toBe('block');
  writeFileSync(at('project/.qoder/settings.json'), '{}');
  expect((await hooks.fire({ ...event, cwd: here.project })).decision).toBe('block');
});
