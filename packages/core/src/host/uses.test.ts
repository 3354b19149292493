import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openHooks } from '../create-hooks.ts';
import { claude } from '../dialects/claude/table.ts';
import type { InternalHooks, InternalOptions } from '../model/index.ts';
import { showTrust, trustProject } from './project-trust.ts';

let root = '';
const opened: InternalHooks[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-uses-'));
  for (const folder of ['home', 'project', 'state']) mkdirSync(join(root, folder));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((hooks) => hooks.close()));
  rmSync(root, { recursive: true, force: true });
});

const place = (over: InternalOptions = {}): InternalOptions => ({
  project: join(root, 'project'),
  home: join(root, 'home'),
  env: {
    PATH: process.env['PATH'],
    HOOKLINE_STATE_DIR: join(root, 'state'),
    HOOKLINE_SYSTEM_ROOT: join(root, 'system'),
  },
  dialects: ['claude'],
  record: false,
  warm: false,
  ...over,
});

async function open(over: InternalOptions = {}): Promise<InternalHooks> {
  const hooks = await openHooks(place(over));
  opened.push(hooks);
  return hooks;
}

function write(path: string, content: unknown): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const skill = (name: string, event = 'PreToolUse', more = ''): string =>
  `---\nname: ${name}\nhooks:\n  ${event}:\n    - hooks:\n        - type: command\n          command: 'true # ${name}'\n${more}---\n`;
const settings = (name: string, more: object = {}) => ({
  ...more,
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `true # ${name}` }] }] },
});

const call = (more: object = {}) =>
  ({
    hook_event_name: 'PreToolUse',
    session_id: 's-1',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...more,
  }) as const;

/** The names of the hooks that ran. */
const ran = async (hooks: InternalHooks, event: Parameters<InternalHooks['fire']>[0] = call()) =>
  (await hooks.fire(event)).hooks
    .filter(({ status }) => status === 'passed')
    .map(({ name }) => name.replace('true # ', ''));

describe('hooks.use', () => {
  test('the hooks of a skill are in force from its use to its end, and listed before', async () => {
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy'));
    write('project/.claude/settings.json', settings('always'));
    const hooks = await open({ trust: 'all' });
    expect(await ran(hooks)).toEqual(['always']);
    expect((await hooks.fire(call())).hooks).toHaveLength(1);
    expect(hooks.list().map(({ scope, armed, why, during }) => ({ scope, armed, why, during }))).toEqual([
      { scope: 'project', armed: true, why: null, during: undefined },
      {
        scope: 'session',
        armed: false,
        why: 'it runs only while the skill "deploy" is in use',
        during: { of: 'skill', name: 'deploy' },
      },
    ]);
    expect(hooks.explain(call()).hooks.map(({ runs }) => runs)).toEqual([true, false]);
    const end = hooks.use({ skill: 'deploy' });
    expect(await ran(hooks)).toEqual(['always', 'deploy']);
    expect(hooks.list().every(({ armed }) => armed)).toBe(true);
    expect(hooks.explain(call()).hooks.map(({ runs }) => runs)).toEqual([true, true]);
    end();
    end();
    expect(await ran(hooks)).toEqual(['always']);
  });

  test('two uses of one skill are one, which ends with the last', async () => {
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy'));
    const hooks = await open({ trust: 'all' });
    const [first, second] = [hooks.use({ skill: 'deploy' }), hooks.use({ skill: 'deploy' })];
    expect(await ran(hooks)).toEqual(['deploy']);
    first();
    expect(await ran(hooks)).toEqual(['deploy']);
    second();
    expect(await ran(hooks)).toEqual([]);
  });

  test('a use for one session or one sub-agent counts for its events alone', async () => {
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy'));
    write('project/.claude/agents/reviewer.md', skill('reviewer'));
    const hooks = await open({ trust: 'all' });
    hooks.use({ skill: 'deploy', session_id: 's-2' });
    hooks.use({ agent: 'reviewer', agent_id: 'a-1' });
    expect(await ran(hooks)).toEqual([]);
    expect(await ran(hooks, call({ session_id: 's-2' }))).toEqual(['deploy']);
    expect(await ran(hooks, call({ agent_id: 'a-1' }))).toEqual(['reviewer']);
    expect(await ran(hooks, call({ agent_id: 'a-2' }))).toEqual([]);
  });

  test('Stop in the front matter of a sub-agent is its SubagentStop', async () => {
    write('project/.claude/agents/reviewer.md', skill('reviewer', 'Stop'));
    const hooks = await open({ trust: 'all' });
    hooks.use({ agent: 'reviewer', agent_id: 'a-1' });
    const stop = {
      hook_event_name: 'SubagentStop',
      session_id: 's-1',
      agent_id: 'a-1',
      agent_type: 'reviewer',
    } as const;
    expect(await ran(hooks, stop)).toEqual(['reviewer']);
    expect(await ran(hooks, { hook_event_name: 'Stop', session_id: 's-1' })).toEqual([]);
  });

  test('an event that names its sub-agent needs no use of it', async () => {
    write('project/.claude/agents/reviewer.md', skill('reviewer'));
    write('project/.claude/agents/writer.md', skill('writer', 'Stop'));
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy'));
    const hooks = await open({ trust: 'all' });
    expect(await ran(hooks, call({ agent_id: 'a-1', agent_type: 'reviewer' }))).toEqual(['reviewer']);
    expect(hooks.explain(call({ agent_type: 'reviewer' })).hooks.map(({ name, runs }) => [name, runs])).toEqual([
      ['true # reviewer', true],
      ['true # deploy', false],
      ['true # writer', false],
    ]);
    expect(await ran(hooks, call({ agent_id: 'a-1', agent_type: 'deploy' }))).toEqual([]);
    const stop = { hook_event_name: 'SubagentStop', session_id: 's-1', agent_id: 'a-2', agent_type: 'writer' } as const;
    expect(await ran(hooks, stop)).toEqual(['writer']);
  });

  test('once counts in a skill, for each use anew', async () => {
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy', 'PreToolUse', '          once: true\n'));
    const hooks = await open({ trust: 'all' });
    const end = hooks.use({ skill: 'deploy' });
    expect([await ran(hooks), await ran(hooks)]).toEqual([['deploy'], []]);
    expect(hooks.list()[0]?.why).toBe('it runs once, and has run in this use of the skill "deploy"');
    end();
    hooks.use({ skill: 'deploy' });
    expect(await ran(hooks)).toEqual(['deploy']);
  });

  test('front matter of a project that is not trusted takes no part, and a pinned one is what was trusted', async () => {
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy').replace("'true # deploy'", 'sh x.sh'));
    write('project/x.sh', 'exit 0\n');
    const untrusted = await open();
    untrusted.use({ skill: 'deploy' });
    expect(await ran(untrusted)).toEqual([]);
    expect(untrusted.list()[0]?.why).toContain('the project is not trusted');

    const { content } = await trustProject(place());
    expect(content.files.map(({ path }) => path)).toEqual(['.claude/skills/deploy/SKILL.md', 'x.sh']);
    const hooks = await open();
    hooks.use({ skill: 'deploy' });
    expect(await ran(hooks)).toEqual(['sh x.sh']);
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy'));
    expect(await ran(hooks)).toEqual(['sh x.sh']);
    write('project/x.sh', 'exit 0 # other\n');
    const outcome = await hooks.fire(call());
    expect(outcome).toMatchObject({ decision: 'ask', hooks: [{ status: 'skipped' }] });
    expect(outcome.reason).toContain('changed since it was trusted: x.sh');
  });

  test('a skill that exists later is found by a reload, and a name without hooks is no mistake', async () => {
    const hooks = await open({ trust: 'all' });
    hooks.use({ skill: 'later' });
    expect(await ran(hooks)).toEqual([]);
    write('home/.claude/skills/later/SKILL.md', skill('later'));
    await hooks.reload();
    expect(await ran(hooks)).toEqual(['later']);
  });

  test('a wrong call is a TypeError', async () => {
    const hooks = await open();
    expect(() => hooks.use({})).toThrow('hooks.use needs either the skill or the agent');
    expect(() => hooks.use({ skill: 'a', agent: 'b' })).toThrow(TypeError);
    expect(() => hooks.use({ skil: 'a' } as never)).toThrow('did you mean "skill"?');
    await hooks.close();
    expect(() => hooks.use({ skill: 'a' })).toThrow('hooks.use was called after hooks.close');
  });
});

describe('switches and trust', () => {
  test('of a project that is not trusted take no part, and trust lists what they would switch off', async () => {
    write('home/.claude/settings.json', settings('user'));
    write('project/.claude/settings.json', { disableAllHooks: true });
    expect(await ran(await open())).toEqual(['user']);
    expect((await showTrust(place())).switchesOff).toEqual([
      {
        id: 'claude:user:PreToolUse[0].hooks[0]',
        name: 'true # user',
        source: join(root, 'home/.claude/settings.json'),
        by: '.claude/settings.json',
        how: 'switch',
      },
    ]);
    await trustProject(place());
    const hooks = await open();
    expect(await ran(hooks)).toEqual([]);
    expect(hooks.list().map(({ armed, why }) => [armed, why])).toEqual([
      [false, 'disableAllHooks in .claude/settings.json switches it off'],
    ]);
    expect(hooks.explain(call()).hooks[0]).toMatchObject({
      runs: false,
      why: 'disableAllHooks in .claude/settings.json switches it off',
    });
  });

  test('managed hooks and those of the run need no trust', async () => {
    write('system/etc/claude-code/managed-settings.json', settings('managed'));
    const hooks = await open({ settings: JSON.stringify(settings('flag')) });
    expect(await ran(hooks)).toEqual(['managed', 'flag']);
    expect(hooks.list().map(({ scope, source }) => [scope, source])).toEqual([
      ['managed', join(root, 'system/etc/claude-code/managed-settings.json')],
      ['flag', '--settings'],
    ]);
  });

  test('a header takes no variable that httpHookAllowedEnvVars leaves out', async () => {
    write('home/.claude/settings.json', {
      httpHookAllowedEnvVars: ['KEPT'],
      hooks: {
        Stop: [
          {
            hooks: [
              {
                type: 'http',
                url: 'http://127.0.0.1:9/',
                headers: { a: '${KEPT}', b: '${LEFT}' },
                allowedEnvVars: ['KEPT', 'LEFT'],
              },
            ],
          },
        ],
      },
    });
    const hooks = await open({ env: { ...place().env, KEPT: 'kept', LEFT: 'left' } });
    const request = hooks.requestOf('claude:user:Stop[0].hooks[0]', { hook_event_name: 'Stop' });
    expect(request).toMatchObject({ headers: { a: 'kept', b: '' } });
  });

  test('a hook file of a system that was unknown when the project was trusted is reported as new', async () => {
    write('project/.claude/settings.json', settings('old'));
    const older = { ...claude, locations: claude.locations.filter(({ scope }) => scope !== 'session') };
    await trustProject(place({ dialects: [older] }));
    write('project/.claude/skills/deploy/SKILL.md', skill('deploy'));
    const hooks = await open();
    expect(hooks.list().find(({ scope }) => scope === 'session')?.why).toContain('added since the project was trusted');
    expect(hooks.diagnostics.some(({ message }) => message.includes('SKILL.md added'))).toBe(true);
  });
});

describe('settingSources', () => {
  test.each([
    [undefined, ['managed', 'user', 'project', 'local', 'flag']],
    [['user'], ['managed', 'user', 'flag']],
    [
      ['project', 'local'],
      ['managed', 'project', 'local', 'flag'],
    ],
    [[], ['managed', 'flag']],
  ] as const)('%j: the hooks of %j run', async (settingSources, expected) => {
    write('system/etc/claude-code/managed-settings.json', settings('managed'));
    write('home/.claude/settings.json', settings('user'));
    write('project/.claude/settings.json', settings('project'));
    write('project/.claude/settings.local.json', settings('local'));
    const hooks = await open({
      trust: 'all',
      settings: JSON.stringify(settings('flag')),
      ...(settingSources === undefined ? {} : { settingSources }),
    });
    expect(await ran(hooks)).toEqual(expected);
    expect(hooks.list().map(({ scope }) => scope)).toEqual(expected);
    expect(new Set(hooks.files.map(({ scope }) => scope))).not.toContain(
      settingSources === undefined || settingSources.some((each) => each === 'user') ? 'none' : 'user',
    );
  });

  test('leaves trust in the project as it is', async () => {
    write('project/.claude/settings.json', settings('project'));
    await trustProject(place());
    expect(await ran(await open({ settingSources: ['user'] }))).toEqual([]);
    expect(await ran(await open())).toEqual(['project']);
  });

  test('knows three sources', async () => {
    await expect(open({ settingSources: ['plugin'] as never })).rejects.toThrow(
      'a list of "user", "project" and "local"',
    );
  });
});
