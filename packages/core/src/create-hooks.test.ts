import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hooksProject } from '../../../test/support/hooks-project.ts';
import { createHooks, type AnyEvent, type Outcome, type WakeCall } from './internal.ts';
import { trustProject, untrustProject } from './host/project-trust.ts';
import { readTimeline } from './record/read-timeline.ts';

const here = hooksProject({ trust: 'all' });
const { place, open, write } = here;

const bash = (name: string, event: string, script: string): object => ({ name, event, handler: { bash: script } });
const tool = (command = 'ls'): AnyEvent => ({
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd: here.project,
  tool_name: 'Bash',
  tool_input: { command },
});

describe('hooks.on', () => {
  test("registers the host's own hook, which runs before those of any file", async () => {
    write('project/.polytoken/hooks.json', [bash('late', 'pre_tool_use', 'touch ran')]);
    const hooks = await open();
    hooks.on({ event: 'PreToolUse', matcher: 'Bash', name: 'guard' }, () => ({
      decision: 'block',
      reason: 'not today',
    }));
    const outcome = await hooks.fire(tool());
    expect(outcome.block).toEqual({ effect: 'deny_tool', reason: 'not today', hook: 'host:PreToolUse#1' });
    expect(outcome.hooks.map(({ name, status }) => [name, status])).toEqual([
      ['guard', 'blocked'],
      ['late', 'skipped'],
    ]);
  });

  test('with once removes the hook after its first successful run', async () => {
    const hooks = await open();
    let calls = 0;
    hooks.on({ event: 'PreToolUse', once: true }, () => {
      calls += 1;
      if (calls === 1) throw new Error('not yet');
    });
    const first = await hooks.fire(tool());
    expect(first.hooks[0]?.fault).toEqual({ code: 'exit', message: expect.stringContaining('not yet') as string });
    await hooks.fire(tool());
    await hooks.fire(tool());
    expect(calls).toBe(2);
  });

  test('gives back a function that removes the hook', async () => {
    const hooks = await open();
    const remove = hooks.on({ event: 'PreToolUse' }, () => ({ decision: 'block', reason: 'no' }));
    expect((await hooks.fire(tool())).decision).toBe('block');
    remove();
    expect((await hooks.fire(tool())).decision).toBe('none');
  });

  test('rewrites, adds context and messages, as the neutral outcome knows them', async () => {
    const hooks = await open();
    hooks.on({ event: 'PreToolUse' }, () => ({
      decision: 'allow',
      reason: 'known',
      updatedInput: { command: 'ls -l' },
      additionalContext: 'seen',
      systemMessage: 'hello \u001b[31mred\u001b[0m',
    }));
    expect(await hooks.fire(tool())).toMatchObject({
      decision: 'allow',
      reason: 'known',
      updatedInput: { command: 'ls -l' },
      additionalContext: ['seen'],
      messages: [{ level: 'info', text: 'hello red' }],
    });
  });

  test("throws on what is the caller's mistake", async () => {
    const hooks = await open();
    expect(() => hooks.on({ event: 'PreTool' as 'PreToolUse' }, () => undefined)).toThrow('unknown event "PreTool"');
    await expect(hooks.fire({ hook_event_name: 'Nope' as 'Stop' })).rejects.toThrow('unknown event "Nope"');
    await expect(createHooks({ ...place(), dialects: ['unheard-of'] })).rejects.toThrow('unknown dialect "unheard-of"');
  });
});

describe('a tool call', () => {
  const kolega = (): void =>
    write('project/.kolega/hooks.json', {
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
  const fired = async (point?: 'before-permission' | 'after-permission'): Promise<readonly string[]> => {
    const hooks = await open();
    hooks.on({ event: 'PreToolUse' }, () => undefined);
    return (await hooks.fire(tool(), point === undefined ? {} : { point })).hooks.map(({ dialect }) => dialect);
  };

  test("meets kolega's hooks after the permission, all others before it", async () => {
    kolega();
    write('project/.polytoken/hooks.json', [bash('one', 'pre_tool_use', 'exit 0')]);
    expect(await fired('before-permission')).toEqual(['host', 'polytoken']);
    expect(await fired('after-permission')).toEqual(['kolega']);
    expect(await fired()).toEqual(['host', 'kolega', 'polytoken']);
  });
});

describe('files', () => {
  test('are all places that are read for hooks, whether anything is there or not', async () => {
    const plugin = join(here.folder, 'plugin');
    const hooks = await open({ dialects: ['agent-hooks', 'qoder'], plugins: [plugin] });
    expect(hooks.files).toEqual([
      {
        path: join(here.folder, 'home/.config/agents/hooks'),
        dialect: 'agent-hooks',
        scope: 'user',
        edits: 'when-noticed',
      },
      { path: join(here.project, '.agents/hooks'), dialect: 'agent-hooks', scope: 'project', edits: 'when-noticed' },
      { path: join(here.folder, 'home/.qoder/settings.json'), dialect: 'qoder', scope: 'user', edits: 'when-noticed' },
      { path: join(here.project, '.qoder/settings.json'), dialect: 'qoder', scope: 'project', edits: 'when-noticed' },
      {
        path: join(here.project, '.qoder/settings.local.json'),
        dialect: 'qoder',
        scope: 'local',
        edits: 'when-noticed',
      },
      { path: join(plugin, 'hooks/hooks.json'), dialect: 'qoder', scope: 'plugin', edits: 'when-noticed' },
    ]);
  });
});

describe('a hook that fires hooks', () => {
  const NESTED = {
    decision: 'none',
    hooks: [{ status: 'skipped', why: 'not run: the event was fired from within a hook' }],
  };
  const question = (type: 'prompt' | 'agent'): void =>
    write('project/.qoder/settings.json', { hooks: { Stop: [{ hooks: [{ type, prompt: 'done?' }] }] } });
  const stop = (): AnyEvent => ({ hook_event_name: 'Stop', session_id: 's-1', cwd: here.project });

  test('runs none when it is a function of the host, nor when one of its tasks fires', async () => {
    const hooks = await open();
    const seen: Outcome[] = [];
    hooks.on({ event: 'PreToolUse', name: 'guard' }, async () => {
      await setImmediate();
      await Promise.all([1, 2].map(async () => seen.push(await hooks.fire(tool()))));
    });
    expect((await hooks.fire(tool())).hooks).toMatchObject([{ status: 'passed' }]);
    expect(seen).toMatchObject([NESTED, NESTED]);
  });

  test.each(['prompt', 'agent'] as const)('runs none when a model works for its %s', async (type) => {
    question(type);
    const seen: Outcome[] = [];
    const answer = async (): Promise<string> => {
      seen.push(await hooks.fire(tool()));
      return '{"ok": true}';
    };
    const hooks = await open({ model: answer, agent: answer });
    hooks.on({ event: 'PreToolUse', name: 'guard' }, () => ({ decision: 'block', reason: 'no' }));
    expect((await hooks.fire(stop())).hooks).toMatchObject([{ status: 'passed', fault: null }]);
    expect(seen).toMatchObject([NESTED]);
  });

  test('does not keep others from firing at the same time', async () => {
    question('prompt');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const hooks = await open({ model: () => held.then(() => '{"ok": true}') });
    hooks.on({ event: 'PreToolUse', name: 'guard' }, () => ({ decision: 'block', reason: 'no' }));
    const asking = hooks.fire(stop());
    expect((await hooks.fire(tool())).block?.reason).toBe('no');
    release();
    expect((await asking).decision).toBe('none');
  });
});

describe('reload', () => {
  test('reads the files again', async () => {
    write('project/.polytoken/hooks.json', [bash('one', 'pre_tool_use', 'exit 0')]);
    const hooks = await open();
    write('project/.polytoken/hooks.json', [bash('two', 'pre_tool_use', 'echo no; exit 2')]);
    expect((await hooks.fire(tool())).decision).toBe('none');
    expect(await hooks.reload()).toEqual({ applied: true, kept: [], diagnostics: [] });
    expect((await hooks.fire(tool())).block?.reason).toBe('no');
  });

  test('after an edit that a host noticed leaves Polytoken as it is, and takes the files of other systems over', async () => {
    const kolega = (reason: string) => ({
      schema_version: 1,
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command', command: `bash -c 'echo ${reason} >&2; exit 2'` }] }],
      },
    });
    const reasons = async () => [
      (await hooks.fire(tool())).block?.reason,
      (await hooks.fire(tool(), { without: ['kolega'] })).block?.reason,
    ];
    write('project/.polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'echo old; exit 2')]);
    write('project/.kolega/hooks.json', kolega('old'));
    const hooks = await open();
    write('project/.polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'echo new; exit 2')]);
    write('project/.kolega/hooks.json', kolega('new'));
    expect(await hooks.reload({ after: 'edit' })).toEqual({ applied: true, kept: [], diagnostics: [] });
    expect(await reasons()).toEqual(['new', 'old']);
    await hooks.reload();
    expect(await reasons()).toEqual(['new', 'new']);
    const ofPolytoken = hooks.files.filter(({ dialect }) => dialect === 'polytoken');
    expect(ofPolytoken.map(({ edits }) => edits)).toEqual(['on-reload', 'on-reload']);
    await expect(hooks.reload({ after: 'lunch' } as never)).rejects.toThrow(
      'hooks.reload: the option "after" must be "edit", not "lunch"',
    );
  });

  test.each([
    ['half-written', '[{"name": "one",'],
    ['emptied', ''],
    ['null', 'null'],
    ['with an unknown event', [bash('one', 'pre_tool_uze', 'exit 0')]],
  ])('keeps the old set in force, loudly, when a file is %s', async (_what, content) => {
    write('project/.polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'echo no; exit 2')]);
    const hooks = await open();
    write('project/.polytoken/hooks.json', content);
    const { kept, diagnostics } = await hooks.reload();
    expect(kept).toEqual(['.polytoken/hooks.json']);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('stay in force') as string }),
    );
    expect((await hooks.fire(tool())).block?.reason).toBe('no');
  });

  describe('of a file that was deleted', () => {
    const KOLEGA = {
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: "bash -c 'echo no >&2; exit 2'" }] }] },
    };

    test('keeps the hooks of a project in force, and says so, until the file is back or the project is opened anew', async () => {
      write('project/.kolega/hooks.json', KOLEGA);
      const hooks = await open();
      rmSync(join(here.project, '.kolega'), { recursive: true });
      for (const _time of [1, 2]) {
        const { kept, diagnostics } = await hooks.reload();
        expect([kept, diagnostics.map(({ severity, message, hint }) => [severity, message, hint])]).toEqual([
          ['.kolega/hooks.json'],
          [
            [
              'error',
              'the file is gone; the 1 hook read from it before stay in force',
              'put the file back, or open the project anew to go on without its hooks',
            ],
          ],
        ]);
        expect((await hooks.fire(tool())).block?.reason).toBe('no');
      }
      write('project/.kolega/hooks.json', { ...KOLEGA, hooks: {} });
      expect((await hooks.reload()).diagnostics).toEqual([]);
      expect((await hooks.fire(tool())).decision).toBe('none');
      rmSync(join(here.project, '.kolega'), { recursive: true });
      expect((await (await open()).fire(tool())).decision).toBe('none');
    });

    test('takes those of the user out', async () => {
      write('home/.qoder/settings.json', { hooks: KOLEGA.hooks });
      const hooks = await open();
      expect((await hooks.fire(tool())).block?.reason).toBe('no');
      rmSync(join(here.folder, 'home/.qoder'), { recursive: true });
      expect((await hooks.reload()).diagnostics).toEqual([]);
      expect((await hooks.fire(tool())).decision).toBe('none');
    });
  });
});

describe('trust', () => {
  const guard = (): void => write('project/.polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'bash guard.sh')]);

  test('lets project hooks run only in a trusted project; what a changed one could have refused is asked about', async () => {
    guard();
    write('project/guard.sh', 'exit 2');
    const decision = async (): Promise<string> => (await (await open({ trust: 'store' })).fire(tool())).decision;
    expect(await decision()).toBe('none');
    expect(await trustProject(place())).toMatchObject({ already: false, problem: null });
    expect(await decision()).toBe('block');
    write('project/guard.sh', 'exit 2 ');
    expect(await decision()).toBe('ask');
    write('project/guard.sh', 'exit 2');
    expect(await decision()).toBe('block');
    expect(await untrustProject(place())).toMatchObject({ removed: 1 });
    expect(await decision()).toBe('none');
  });

  test('is given to a project as a whole, whichever dialects run', async () => {
    guard();
    write('project/guard.sh', 'exit 2');
    write('project/.kode/config.yaml', 'hooks:\n  session_end: []\n');
    await trustProject(place());
    const hooks = await open({ trust: 'store', dialects: ['polytoken'] });
    expect((await hooks.fire(tool())).decision).toBe('block');
  });

  test('may be decided by a policy of the host', async () => {
    guard();
    write('project/guard.sh', 'exit 2');
    const seen: string[] = [];
    const hooks = await open({
      trust: ({ files }) => {
        seen.push(...files.map((file) => file.path));
        return false;
      },
    });
    expect((await hooks.fire(tool())).hooks).toMatchObject([
      { status: 'skipped', why: expect.stringContaining('not trusted') as string },
    ]);
    expect(seen).toEqual(['.polytoken/hooks.json', 'guard.sh']);
    expect(hooks.list()).toMatchObject([
      { name: 'guard', armed: false, why: expect.stringContaining('hookline trust') as string },
    ]);
  });

  test.each(['no', 'untrusted', 1, {}, null, undefined])(
    'is not given by a policy that returns %j',
    async (returned) => {
      guard();
      write('project/guard.sh', 'exit 2');
      const hooks = await open({ trust: (() => returned) as () => boolean });
      expect(hooks.project).toMatchObject({ trusted: false });
      expect((await hooks.fire(tool())).hooks).toMatchObject([{ status: 'skipped' }]);
    },
  );
});

describe('background hooks', () => {
  const qoder = (hook: object): void =>
    write('home/.qoder/settings.json', { hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...hook }] }] } });

  test('hand their context to the host when they have ended', async () => {
    qoder({ command: 'echo late news', async: true });
    const contexts: string[] = [];
    const hooks = await open({ onContext: ({ text }) => contexts.push(text) });
    expect(await hooks.fire(tool())).toMatchObject({
      decision: 'none',
      additionalContext: [],
      hooks: [{ status: 'background' }],
    });
    await hooks.close();
    expect(contexts).toEqual(['late news']);
  });

  test('wake the model by exit 2 where the host can be woken', async () => {
    qoder({
      command: 'echo a secret was found >&2; exit 2',
      asyncRewake: true,
      rewakeMessage: '[scan]',
      rewakeSummary: ' Scan\n found it ',
    });
    const calls: WakeCall[] = [];
    const hooks = await open({ onWake: (call) => calls.push(call) });
    expect((await hooks.fire(tool())).decision).toBe('none');
    await hooks.close();
    expect(calls).toEqual([
      { hook: 'qoder:user:PreToolUse[0].hooks[0]', reminder: '[scan] a secret was found', summary: 'Scan found it' },
    ]);
  });

  test('are waited for and reported with wait', async () => {
    qoder({ command: 'sleep 0.1; echo late news', async: true });
    const hooks = await open();
    expect(await hooks.fire(tool(), { wait: true })).toMatchObject({
      additionalContext: ['late news'],
      contextHooks: ['qoder:user:PreToolUse[0].hooks[0]'],
      hooks: [{ status: 'background', exitCode: 0 }],
    });
  });

  test('are as many as they like beside others, and Node warns of nothing', async () => {
    const many = (more: object): readonly object[] =>
      Array.from({ length: 11 }, (_, index) => ({ type: 'command', command: `true ${index}`, ...more }));
    const hooks = [...many({ async: true }), ...many({ timeout: 20 })];
    write('home/.qwen/settings.json', { hooks: { PreToolUse: [{ hooks }] } });
    const warnings: string[] = [];
    const listen = ({ message }: Error): unknown => warnings.push(message);
    process.on('warning', listen);
    const opened = await open();
    const { hooks: runs } = await opened.fire(tool(), { wait: true, signal: new AbortController().signal });
    await setImmediate();
    process.off('warning', listen);
    expect([runs.length, warnings]).toEqual([22, []]);
  });

  test('do not survive close', async () => {
    qoder({ command: 'sleep 60', async: true });
    const hooks = await open();
    await hooks.fire(tool());
    const before = Date.now();
    await hooks.close();
    expect(Date.now() - before).toBeLessThan(30_000);
    expect(spawnedSleeps()).toEqual([]);
  });

  const spawnedSleeps = (): readonly string[] => {
    const [decision] = readTimeline(join(here.folder, 'state/record'));
    return decision?.background.filter((run) => run.fault === null).map((run) => run.id) ?? ['nothing recorded'];
  };
});

describe('a hook that fires an event', () => {
  test('runs no hooks, in the same process or in another', async () => {
    const hooks = await open();
    let inner: unknown;
    hooks.on({ event: 'PreToolUse' }, async () => {
      inner = (await hooks.fire({ ...tool(), hook_event_name: 'Stop' })).hooks;
    });
    hooks.on({ event: 'Stop' }, () => ({ decision: 'block', reason: 'loop' }));
    await hooks.fire(tool());
    expect(inner).toMatchObject([{ status: 'skipped', why: 'not run: the event was fired from within a hook' }]);
    const nested = await open({ env: { ...place().env, HOOKLINE_RUN: 'some-run' } });
    nested.on({ event: 'Stop' }, () => ({ decision: 'block', reason: 'loop' }));
    expect((await nested.fire({ ...tool(), hook_event_name: 'Stop' })).decision).toBe('none');
  });
});

describe('the record', () => {
  test('holds every event with its runs and its decision', async () => {
    write('home/.config/polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'echo no; exit 2')]);
    const hooks = await open();
    await hooks.fire(tool('rm -rf /'));
    await hooks.fire({ hook_event_name: 'Stop', session_id: 's-1', cwd: here.project });
    expect(readTimeline(join(here.folder, 'state/record'))).toMatchObject([
      {
        event: 'PreToolUse',
        session: 's-1',
        status: 'done',
        planned: ['polytoken:user:guard'],
        payload: { tool_input: { command: 'rm -rf /' } },
        outcome: { decision: 'block', block: { reason: 'no' } },
        hooks: [{ id: 'polytoken:user:guard', status: 'blocked', exitCode: 2 }],
      },
      { event: 'Stop', status: 'done', outcome: { decision: 'none' }, hooks: [] },
    ]);
  });

  test('holds what functions decided as soon as the host has its answer, and that they run while it waits', async () => {
    const hooks = await open();
    let finish = (): void => undefined;
    hooks.on({ event: 'PreToolUse', name: 'guard' }, () => ({ decision: 'block', reason: 'no' }));
    hooks.on({ event: 'Stop', name: 'slow' }, () => new Promise<void>((resolve) => (finish = resolve)));
    await hooks.fire(tool());
    const waiting = hooks.fire({ hook_event_name: 'Stop', session_id: 's-1', cwd: here.project });
    const decisions = (): unknown[] =>
      readTimeline(join(here.folder, 'state/record')).map(({ event, status, planned, outcome }) => [
        event,
        status,
        planned,
        outcome?.decision ?? null,
      ]);
    await setImmediate();
    const blocked = ['PreToolUse', 'done', ['host:PreToolUse#1'], 'block'];
    expect(decisions()).toEqual([blocked, ['Stop', 'running', ['host:Stop#2'], null]]);
    finish();
    await waiting;
    expect(decisions()).toEqual([blocked, ['Stop', 'done', ['host:Stop#2'], 'none']]);
  });

  test('can be switched off', async () => {
    const hooks = await open({ record: false });
    await hooks.fire(tool());
    expect(() => readFileSync(join(here.folder, 'state/record/hookline.jsonl'))).toThrow('ENOENT');
  });
});

test('explain is fire stopped after the plan: it tells of every hook and runs nothing', async () => {
  write('home/.config/polytoken/hooks.json', [
    bash('first', 'pre_tool_use', 'touch ran'),
    { ...bash('other', 'pre_tool_use', 'touch ran'), matcher: 'Write' },
    bash('later', 'stop', 'touch ran'),
  ]);
  const hooks = await open();
  expect(hooks.explain(tool()).hooks).toMatchObject([
    { name: 'first', runs: true, order: 1 },
    { name: 'other', runs: false, order: null, why: expect.stringContaining('Write') as string },
    { name: 'later', runs: false, order: null, why: 'it waits for stop, not for PreToolUse' },
  ]);
  expect(() => readFileSync(join(here.project, 'ran'))).toThrow('ENOENT');
});
