import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import type { Outcome } from '../model/index.ts';
import { closing, failClosedIn } from './fail-closed.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-closed-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (name: string, content: unknown): void => {
  mkdirSync(join(root, name, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(join(root, name), JSON.stringify(content), { mode: 0o600 });
};

async function outcomeOf(event: 'PreToolUse' | 'Stop'): Promise<Outcome> {
  mkdirSync(join(root, 'project'), { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home'), HOOKLINE_CONFIG_DIR: join(root, 'config') };
  const hooks = await createHooks({
    project: join(root, 'project'),
    home: join(root, 'home'),
    env,
    record: false,
    warm: false,
  });
  try {
    const common = { session_id: 's', cwd: join(root, 'project') };
    return await hooks.fire(
      event === 'Stop'
        ? { hook_event_name: event, ...common }
        : { hook_event_name: event, ...common, tool_name: 'Bash', tool_input: { command: 'ls' } },
    );
  } finally {
    await hooks.close();
  }
}

const crashing = { type: 'command', command: 'echo boom >&2; exit 1' };

describe('a hook that the user wants to fail closed', () => {
  it.each([
    ['qoder', 'home/.qoder/settings.json', 'qoder:user:*'],
    ['claude', 'home/.claude/settings.json', 'claude:user:PreToolUse[0].hooks[0]'],
  ])('refuses when it fails, in %s too, whose own rule is to go on', async (_dialect, file, pattern) => {
    put(file, { hooks: { PreToolUse: [{ hooks: [crashing] }] } });
    expect((await outcomeOf('PreToolUse')).decision).toBe('none');
    put('config/settings.json', { onFailure: { block: [pattern] } });
    chmodSync(join(root, 'config'), 0o700);
    const outcome = await outcomeOf('PreToolUse');
    expect(outcome.block).toMatchObject({ effect: 'deny_tool', reason: expect.stringContaining('boom') });
    expect(outcome.hooks[0]).toMatchObject({ status: 'blocked', fault: { code: 'exit' } });
  });

  it('stays open where its dialect takes no such wish', async () => {
    put('home/.claude/settings.json', { hooks: { Stop: [{ hooks: [crashing] }] } });
    put('config/settings.json', { onFailure: { block: ['*'] } });
    expect(await outcomeOf('Stop')).toMatchObject({ decision: 'none', hooks: [{ status: 'failed' }] });
  });
});

describe('the key in the settings', () => {
  const read = (value: Record<string, unknown>): readonly [readonly string[], readonly string[]] => {
    const messages: string[] = [];
    return [failClosedIn(value, ({ message }) => messages.push(message)), messages];
  };

  it('is a list of ids and patterns', () => {
    expect(read({ onFailure: { block: ['a', 'b:*'] } })).toEqual([['a', 'b:*'], []]);
    expect(read({})).toEqual([[], []]);
  });

  it.each([
    [{ onFailure: 'block' }, 'an object was expected'],
    [{ onFailure: { block: 'a' } }, 'a list of hook ids was expected'],
    [{ onFailure: { block: [''] } }, 'the id of a hook, or a pattern with *, was expected'],
    [{ onFailure: { blocks: [] } }, '"blocks" is not known; only "block" is'],
  ])('says what is wrong with %j', (value, message) => {
    expect(read(value)).toEqual([[], [`onFailure: ${message}`]]);
  });

  it.each([
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*bc*d', 'axbcxbcd', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['a', 'ab', false],
    ['*:x*', 'qoder:y', false],
  ])('the pattern %s fits %s: %s', (pattern, id, isNamed) => {
    const hook = closing([pattern])({ id } as Parameters<ReturnType<typeof closing>>[0]);
    expect(hook.onFault === 'block').toBe(isNamed);
  });
});
