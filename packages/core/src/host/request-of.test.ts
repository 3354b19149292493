import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHooks, type HooksOptions, type AnyEvent } from '../internal.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-request-')));
  mkdirSync(join(root, 'project/.polytoken'), { recursive: true });
  const entries = ['one', 'two'].map((name) => ({
    name,
    event: 'pre_tool_use',
    matcher: name === 'one' ? 'Bash' : 'Write',
    handler: { bash: `touch ../${name}; echo ${name} >&2; exit 2` },
  }));
  writeFileSync(
    join(root, 'project/.polytoken/hooks.json'),
    JSON.stringify([...entries, { ...entries[0], name: 'third' }]),
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (options: HooksOptions = {}) =>
  createHooks({
    project: join(root, 'project'),
    home: root,
    env: { PATH: process.env['PATH'] },
    trust: 'all',
    record: false,
    warm: false,
    ...options,
  });

const event = (tool: string): AnyEvent => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: join(root, 'project'),
  tool_name: tool,
  tool_input: {},
});

describe('an event for some hooks only', () => {
  it('runs those and no others', async () => {
    const hooks = await open();
    const outcome = await hooks.fire(event('Bash'), { only: ['polytoken:project:third'] });
    expect(outcome.hooks.map(({ id, status }) => [id, status])).toEqual([['polytoken:project:third', 'blocked']]);
    expect(outcome.block?.hook).toBe('polytoken:project:third');
    await hooks.close();
  });

  it('runs none where none is named, and none that the event does not select', async () => {
    const hooks = await open();
    for (const only of [[], ['polytoken:project:two']])
      // oxlint-disable-next-line no-await-in-loop -- two events
      expect((await hooks.fire(event('Bash'), { only })).hooks).toEqual([]);
    await hooks.close();
  });
});

describe('what would be carried out', () => {
  it('is told whether or not the event selects the hook, and runs nothing', async () => {
    const hooks = await open();
    expect(hooks.requestOf('polytoken:project:two', event('Bash'))).toMatchObject({
      kind: 'command',
      program: 'bash',
      cwd: join(root, 'project'),
      timeoutMs: 30_000,
    });
    expect(existsSync(join(root, 'two'))).toBe(false);
    await hooks.close();
  });

  it('is nothing for an unknown hook, another event, or a hook that is not armed', async () => {
    const [trusted, untrusted] = [await open(), await open({ trust: () => false })];
    expect(trusted.requestOf('polytoken:project:gone', event('Bash'))).toBeNull();
    expect(trusted.requestOf('polytoken:project:one', { hook_event_name: 'Stop' })).toBeNull();
    expect(untrusted.requestOf('polytoken:project:one', event('Bash'))).toBeNull();
    await Promise.all([trusted.close(), untrusted.close()]);
  });
});

describe('a host that adjusts requests', () => {
  it('has something else carried out in their place', async () => {
    const seen: string[] = [];
    const hooks = await open({
      adjust: (request) => {
        seen.push(request.kind);
        return request.kind === 'command' ? { ...request, args: ['-c', 'exit 0'] } : request;
      },
    });
    expect((await hooks.fire(event('Write'))).hooks.map(({ status }) => status)).toEqual(['passed']);
    expect({ seen, ran: existsSync(join(root, 'two')) }).toEqual({ seen: ['command'], ran: false });
    await hooks.close();
  });
});
