import { expect, test } from 'vitest';
import { aFrame, aHook, anEvent } from '../../../../test/support/hooks.ts';
import type { Hook, Json } from '../model/index.ts';
import { environmentOf } from './encode-command.ts';
import type { Place } from './frame.ts';

const INHERITED = { PATH: '/usr/bin:/bin', LANG: 'C', HOOKLINE_RUN: 'run-1' };

interface Case {
  readonly hook?: Partial<Hook>;
  readonly event?: Readonly<Record<string, Json>>;
  readonly place?: Partial<Place>;
}

const environment = (dialect: string, { hook, event, place }: Case = {}): Readonly<Record<string, string>> =>
  environmentOf(aHook(hook), aFrame(dialect, anEvent('PreToolUse', { tool_name: 'Bash', ...event }), place), 'run-1');

test('kolega inherits the environment and sets nothing', () => {
  expect(environment('kolega')).toEqual(INHERITED);
});

test('agent-hooks adds KIMI_SESSION_ID, KIMI_WORK_DIR, KIMI_PROJECT_DIR and HOOK_DIR', () => {
  expect(environment('agent-hooks', { hook: { folder: '/project/.agents/hooks/guard' } })).toEqual({
    ...INHERITED,
    KIMI_SESSION_ID: 's-1',
    KIMI_WORK_DIR: '/project/sub',
    KIMI_PROJECT_DIR: '/project',
    HOOK_DIR: '/project/.agents/hooks/guard',
  });
});

test('agent-hooks has an empty KIMI_SESSION_ID when no session is known', () => {
  expect(environment('agent-hooks', { event: { session_id: null } })['KIMI_SESSION_ID']).toBe('');
});

test('a value that is no text is written as JSON', () => {
  expect(environment('agent-hooks', { event: { session_id: 7 } })['KIMI_SESSION_ID']).toBe('7');
});

test('qoder adds QODER_PROJECT_DIR', () => {
  expect(environment('qoder')).toEqual({ ...INHERITED, QODER_PROJECT_DIR: '/project' });
});

test("qoder adds a plugin's two variables, and the entry's env last", () => {
  const hook = { folder: '/plugins/demo', dataFolder: '/data/demo', env: { LANG: 'de', QODER_PLUGIN_DATA: '/own' } };
  expect(environment('qoder', { hook })).toEqual({
    ...INHERITED,
    LANG: 'de',
    QODER_PROJECT_DIR: '/project',
    QODER_PLUGIN_ROOT: '/plugins/demo',
    QODER_PLUGIN_DATA: '/own',
  });
});

test('kode has exactly KODE_HOOK_EVENT, KODE_SESSION_ID, KODE_WORK_DIR and PATH of the parent', () => {
  expect(environment('kode')).toEqual({
    PATH: '/usr/bin:/bin',
    KODE_HOOK_EVENT: 'tool_call_pre',
    KODE_SESSION_ID: 's-1',
    KODE_WORK_DIR: '/project',
  });
});

test('kode makes up no PATH where the parent has none', () => {
  expect(Object.keys(environment('kode', { place: { env: { HOME: '/home/ann' } } })).toSorted()).toEqual([
    'KODE_HOOK_EVENT',
    'KODE_SESSION_ID',
    'KODE_WORK_DIR',
  ]);
});

test('polytoken adds its seven variables when session and project are known', () => {
  expect(environment('polytoken', { place: { nonInteractive: true } })).toEqual({
    ...INHERITED,
    POLYTOKEN_HOOK_EVENT: 'pre_tool_use',
    POLYTOKEN_HANDLER_NAME: 'guard',
    POLYTOKEN_HOOK_MATCHER_SUBJECT: 'Bash',
    POLYTOKEN_NON_INTERACTIVE: 'true',
    POLYTOKEN_SESSION_ID: 's-1',
    POLYTOKEN_PROJECT_DIR: '/project',
    POLYTOKEN_PROJECT_PATH: '/project',
  });
});

test('polytoken leaves POLYTOKEN_SESSION_ID out when it is not known, and the four of every hook are still there', () => {
  expect(environment('polytoken', { event: { session_id: null, tool_name: null } })).toEqual({
    ...INHERITED,
    POLYTOKEN_HOOK_EVENT: 'pre_tool_use',
    POLYTOKEN_HANDLER_NAME: 'guard',
    POLYTOKEN_HOOK_MATCHER_SUBJECT: '',
    POLYTOKEN_NON_INTERACTIVE: 'false',
    POLYTOKEN_PROJECT_DIR: '/project',
    POLYTOKEN_PROJECT_PATH: '/project',
  });
});

test('polytoken takes POLYTOKEN_PROJECT_PATH and POLYTOKEN_NON_INTERACTIVE from the event where it has them', () => {
  const event = { project_path: '/trees/main', non_interactive: false };
  expect(environment('polytoken', { event, place: { nonInteractive: true } })).toMatchObject({
    POLYTOKEN_PROJECT_DIR: '/project',
    POLYTOKEN_PROJECT_PATH: '/trees/main',
    POLYTOKEN_NON_INTERACTIVE: 'false',
  });
});

test.each(['kolega', 'agent-hooks', 'qoder', 'polytoken'])('%s tags what it starts with the run', (dialect) => {
  expect(environment(dialect, { place: { env: {} } })['HOOKLINE_RUN']).toBe('run-1');
});

test('a variable that is not set is not inherited', () => {
  expect(environment('kolega', { place: { env: { A: undefined, B: '' } } })).toEqual({ B: '', HOOKLINE_RUN: 'run-1' });
});

test('hooks of one event share what they inherit, and nothing of their own', () => {
  const frame = aFrame('qoder', anEvent('PreToolUse', { tool_name: 'Bash' }));
  const first = environmentOf(aHook({ env: { LANG: 'de', OWN: 'first' } }), frame, 'run-1');
  const second = environmentOf(aHook(), frame, 'run-2');
  expect(first).toEqual({ ...INHERITED, QODER_PROJECT_DIR: '/project', LANG: 'de', OWN: 'first' });
  expect(second).toEqual({ ...INHERITED, QODER_PROJECT_DIR: '/project', HOOKLINE_RUN: 'run-2' });
});
