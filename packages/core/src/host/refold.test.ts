import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHooks, type Hooks, type AnyEvent, type Report } from '../internal.ts';
import { settingsFile } from '../settings/own-folders.ts';

let folder = '';
let hooks: Hooks;

const COMMANDS = ['touch ran; echo one', 'touch ran; echo two', 'touch ran; echo three'];
const ids = COMMANDS.map((_, index) => `qoder:project:PreToolUse[0].hooks[${index}]`) as [string, string, string];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-refold-'));
  mkdirSync(join(folder, '.qoder'));
  const all = COMMANDS.map((command) => ({ type: 'command', command }));
  writeFileSync(
    join(folder, '.qoder/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: all }] } }),
  );
  const env = { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(folder, 'state') };
  hooks = await createHooks({ project: folder, home: join(folder, 'home'), env, trust: 'all' });
});

afterEach(async () => {
  await hooks.close();
  rmSync(folder, { recursive: true, force: true });
});

const EVENT: AnyEvent = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };

const exited = (code: number, stderr = ''): Report => ({
  ending: { how: 'exited', code },
  stdout: '',
  stderr,
  truncated: [],
  durationMs: 1,
});

describe('refold', () => {
  test('decides from reports in the order of the plan, whatever the order in which hooks end; runs and records nothing', async () => {
    const reports = new Map([
      [ids[0], exited(2, 'first')],
      [ids[1], exited(0)],
      [ids[2], exited(2, 'last')],
    ]);
    for (const ended of [ids, ids.toReversed(), [ids[1], ids[2], ids[0]]]) {
      const { outcome, said } = await hooks.refold(EVENT, { reports, ended });
      expect(said.map(({ id }) => id)).toEqual(ended);
      expect(outcome.block).toEqual({ effect: 'deny_tool', reason: 'first\nlast', hook: ids[0] });
      expect(outcome.hooks.map(({ status }) => status)).toEqual(['blocked', 'passed', 'blocked']);
    }
    expect([existsSync(join(folder, 'ran')), existsSync(join(folder, 'state/record'))]).toEqual([false, false]);
  });

  test('leaves out hooks without a report; one that the order does not name ends last', async () => {
    const reports = new Map([
      [ids[0], exited(0)],
      [ids[2], exited(2, 'no')],
    ]);
    const { outcome, said } = await hooks.refold(EVENT, { reports, ended: [ids[2]] });
    expect(said.map(({ id, verdict }) => [id, verdict.decision])).toEqual([
      [ids[2], 'block'],
      [ids[0], undefined],
    ]);
    expect(outcome.hooks.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });
});

describe('the settings of the user', () => {
  test.each([
    [{}, 'linux', '/home/you/.config/hookline/settings.json'],
    [{ XDG_CONFIG_HOME: '/x' }, 'linux', '/x/hookline/settings.json'],
    [{ XDG_CONFIG_HOME: 'x' }, 'linux', '/home/you/.config/hookline/settings.json'],
    [{ XDG_CONFIG_HOME: '/x', HOOKLINE_CONFIG_DIR: '/own' }, 'linux', '/own/settings.json'],
    [{ HOOKLINE_CONFIG_DIR: '' }, 'darwin', '/home/you/.config/hookline/settings.json'],
  ] as const)('with %j on %s are %s', (env, platform, file) => {
    expect(settingsFile({ env, home: '/home/you', platform })).toBe(file);
  });
});
