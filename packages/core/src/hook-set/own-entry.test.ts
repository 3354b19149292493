import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHooks } from '../create-hooks.ts';
import { readHooks } from './read-hooks.ts';

const WORD = '0123456789abcdef0123456789abcdef';
const OWN = [
  {
    type: 'command',
    command: '/usr/bin/node',
    args: ['/opt/hookline.js', 'hook', 'claude', 'PreToolUse', '--entry', WORD],
  },
  { type: 'http', url: `http://127.0.0.1:20001/${WORD}${WORD}/hook/claude/PreToolUse` },
  { type: 'command', command: `exec /bin/sh -c '"$@"' x '/opt/a hook' hook claude PreToolUse --entry ${WORD}` },
];
const OTHERS = [
  { type: 'command', command: 'hook', args: ['claude'] },
  { type: 'command', command: 'hookline hook claude PreToolUse' },
  { type: 'http', url: 'http://127.0.0.1:20001/hook/claude/PreToolUse' },
];

function makeHome(): {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const home = mkdtempSync(join(tmpdir(), 'hookline-own-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, '.claude'));
  const settings = { hooks: { PreToolUse: [{ hooks: [...OWN, ...OTHERS] }] } };
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings));
  return { home, project: home, env: { HOME: home } };
}

test('an entry through which an agent calls hookline is no hook, so that no event leads back here', async () => {
  const hooks = await openHooks({ ...makeHome(), record: false, warm: false });
  onTestFinished(() => hooks.close());
  expect(hooks.list().map(({ id }) => id)).toEqual([
    'claude:user:PreToolUse[0].hooks[3]',
    'claude:user:PreToolUse[0].hooks[4]',
    'claude:user:PreToolUse[0].hooks[5]',
  ]);
});

test('such entries are read beside the hooks', async () => {
  const read = await readHooks('claude', makeHome());
  expect(read.user.map(({ id }) => id)).toEqual([
    'claude:user:PreToolUse[0].hooks[3]',
    'claude:user:PreToolUse[0].hooks[4]',
    'claude:user:PreToolUse[0].hooks[5]',
  ]);
  expect(read.entries.map(({ hook, off }) => [hook.id, off])).toEqual([
    ['claude:user:PreToolUse[0].hooks[0]', null],
    ['claude:user:PreToolUse[0].hooks[1]', null],
    ['claude:user:PreToolUse[0].hooks[2]', null],
  ]);
});
