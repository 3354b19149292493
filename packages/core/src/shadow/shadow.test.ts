import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import { type HookRun, type HooksOptions, type AnyEvent } from '../internal.ts';
import { listShadows, putInShadow, takeOutOfShadow } from '../host/hook-shadow.ts';
import { readTimeline } from '../record/read-timeline.ts';

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

/** One hook of Qoder's project settings for each command, all for PreToolUse. */
const qoder = (...hooks: readonly (string | object)[]): void =>
  write('project/.qoder/settings.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: '*',
          hooks: hooks.map((hook) => (typeof hook === 'string' ? { type: 'command', command: hook } : hook)),
        },
      ],
    },
  });

const said = (decision: string, more: object = {}): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, permissionDecisionReason: `${decision} it`, ...more } })}'`;

const QODER = 'qoder:project:PreToolUse[0].hooks';

const brief = ({ id, status, shadow }: HookRun): unknown => [id.slice(QODER.length), status, shadow ?? null];

describe('a hook in shadow', () => {
  test('runs, is recorded with what it would have done, and never decides', async () => {
    write('project/.polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'echo nope >&2; exit 2')]);
    const before = await open();
    const blocked = await before.fire(tool());
    expect(blocked.block).toEqual({ effect: 'deny_tool', reason: 'nope', hook: 'polytoken:project:guard' });
    expect(await putInShadow('polytoken:project:guard', place())).toMatchObject({ how: 'changed' });
    const outcome = await (await open()).fire(tool());
    const shadow = { decision: 'block', effect: 'deny_tool', reason: 'nope', rewrites: [], contexts: 0 };
    expect([outcome.decision, outcome.block, outcome.messages]).toEqual(['none', null, []]);
    expect(outcome.hooks.map(({ status, exitCode, shadow: would }) => [status, exitCode, would])).toEqual([
      ['passed', 2, shadow],
    ]);
    const last = readTimeline(join(here.folder, 'state', 'record')).at(-1);
    expect([last?.outcome?.decision, last?.hooks[0]?.shadow]).toEqual(['none', shadow]);
  });

  test.each([
    ['block', said('deny'), { decision: 'block', effect: 'deny_tool', reason: 'deny it', rewrites: [], contexts: 0 }],
    ['ask', said('ask'), { decision: 'ask', effect: null, reason: 'ask it', rewrites: [], contexts: 0 }],
    ['allow', said('allow'), { decision: 'allow', effect: null, reason: 'allow it', rewrites: [], contexts: 0 }],
    [
      'rewrite and add context',
      said('allow', { updatedInput: { command: 'x' }, additionalContext: 'hear' }),
      { decision: 'allow', effect: null, reason: 'allow it', rewrites: ['updatedInput'], contexts: 1 },
    ],
  ])('would %s and does not', async (_what, command, shadow) => {
    qoder(command);
    await putInShadow(`${QODER}[0]`, place());
    const outcome = await (await open()).fire(tool());
    expect(outcome.hooks.map(brief)).toEqual([['[0]', 'passed', shadow]]);
    const { decision, reason, block, updatedInput, additionalContext, messages } = outcome;
    expect({ decision, reason, block, updatedInput, additionalContext, messages }).toEqual({
      decision: 'none',
      reason: null,
      block: null,
      updatedInput: null,
      additionalContext: [],
      messages: [],
    });
  });

  test('that fails where a fault blocks would block, and does not', async () => {
    write('project/.polytoken/hooks.json', [bash('guard', 'pre_tool_use', 'exit 7')]);
    await putInShadow('polytoken:project:guard', place());
    const outcome = await (await open()).fire(tool());
    expect(outcome.block).toBe(null);
    expect(outcome.hooks.map(({ status, fault, shadow }) => [status, fault?.code, shadow?.decision])).toEqual([
      ['failed', 'exit', 'block'],
    ]);
  });

  test('does not hold up the next one, which sees the event as it stands without it', async () => {
    write('project/.polytoken/hooks.json', [
      bash('slow', 'pre_tool_use', 'sleep 0.4; touch slow; exit 2'),
      bash('next', 'pre_tool_use', 'test ! -e slow || touch late; cat > seen'),
    ]);
    await putInShadow('polytoken:project:slow', place());
    const outcome = await (await open()).fire(tool('echo me'));
    expect(outcome.hooks.map(({ status, shadow }) => [status, shadow?.decision])).toEqual([
      ['passed', 'block'],
      ['passed', undefined],
    ]);
    expect(readFileSync(join(here.project, 'seen'), 'utf8')).toContain('echo me');
    expect([existsSync(join(here.project, 'late')), existsSync(join(here.project, 'slow'))]).toEqual([false, true]);
  });

  test('does not make the others wait for each other, nor take the place of the same command', async () => {
    qoder('echo one', { type: 'command', command: 'echo one' });
    await putInShadow(`${QODER}[0]`, place());
    const outcome = await (await open()).fire(tool());
    const nothing = { decision: 'none', effect: null, reason: null, rewrites: [], contexts: 0 };
    expect(outcome.hooks.map(brief)).toEqual([
      ['[0]', 'passed', nothing],
      ['[1]', 'passed', null],
    ]);
  });

  test('is skipped like any other after a block', async () => {
    write('project/.polytoken/hooks.json', [
      bash('first', 'pre_tool_use', 'exit 2'),
      bash('second', 'pre_tool_use', 'exit 2'),
    ]);
    await putInShadow('polytoken:project:second', place());
    const outcome = await (await open()).fire(tool());
    expect(outcome.hooks.map(({ status, shadow }) => [status, shadow?.decision])).toEqual([
      ['blocked', undefined],
      ['skipped', 'none'],
    ]);
  });

  test('that runs in the background has no say', async () => {
    const contexts: string[] = [];
    const late = {
      type: 'command',
      command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"late"}}'`,
      async: true,
    };
    qoder(late);
    const options: HooksOptions = { onContext: ({ text }) => contexts.push(text) };
    await (await open(options)).fire(tool(), { wait: true });
    expect(contexts).toEqual(['late']);
    await putInShadow(`${QODER}[0]`, place());
    const outcome = await (await open(options)).fire(tool(), { wait: true });
    expect([contexts, outcome.additionalContext]).toEqual([['late'], []]);
    expect(outcome.hooks.map(({ status, shadow }) => [status, shadow?.contexts])).toEqual([['background', 1]]);
  });

  test('shows in list and explain', async () => {
    qoder('true', 'false');
    await putInShadow(`${QODER}[1]`, place());
    const hooks = await open();
    expect(hooks.list().map(({ armed, shadow }) => [armed, shadow])).toEqual([
      [true, undefined],
      [true, true],
    ]);
    expect(hooks.explain(tool()).hooks.map(({ runs, shadow, why }) => [runs, shadow, /in shadow/.test(why)])).toEqual([
      [true, undefined, false],
      [true, true, true],
    ]);
  });
});

describe('the settings', () => {
  const settings = (content: unknown): void => write('config/settings.json', content);
  const told = async (): Promise<readonly unknown[]> =>
    (await open()).diagnostics.map(({ severity, message, line }) => [severity, message, line]);

  test('put a hook of one project in shadow, not of another', async () => {
    qoder('exit 2');
    await putInShadow(`${QODER}[0]`, place());
    const other = join(here.folder, 'other');
    write('other/.qoder/settings.json', readFileSync(join(here.project, '.qoder/settings.json'), 'utf8'));
    expect((await (await open({ project: other })).fire(tool())).decision).toBe('block');
    expect((await (await open()).fire(tool())).decision).toBe('none');
    expect((await listShadows({ ...place(), project: other })).shadows.map(({ state }) => state)).toEqual([
      'elsewhere',
    ]);
  });

  test('hold for the definition that was put in shadow only: another one in its place decides, loudly', async () => {
    qoder('exit 2');
    await putInShadow(`${QODER}[0]`, place());
    qoder('exit 2 # another');
    expect((await (await open()).fire(tool())).decision).toBe('block');
    expect(await told()).toEqual([
      ['warning', `shadow: the hook "${QODER}[0]" is not the one that was put in shadow; it decides`, 3],
    ]);
    expect((await listShadows(place())).shadows.map(({ state }) => state)).toEqual(['changed']);
    expect(await putInShadow(`${QODER}[0]`, place())).toMatchObject({ how: 'changed' });
    expect((await listShadows(place())).shadows.map(({ state }) => state)).toEqual(['in shadow']);
  });

  test('that name no hook are told', async () => {
    qoder('true');
    settings({ shadow: ['qoder:user:PreToolUse[9].hooks[0]'] });
    expect(await told()).toEqual([['warning', 'shadow: there is no hook "qoder:user:PreToolUse[9].hooks[0]"', 1]]);
    const asked = (await open({ dialects: ['kolega'] })).diagnostics;
    expect(asked).toEqual([]);
  });

  test.each([
    ['{"shadow": [', /^not valid JSON/],
    ['[]', /a JSON object was expected/],
    ['{"shadow": "x"}', /a list of hook ids was expected/],
    ['{"shadow": [7]}', /the id of a hook was expected/],
    [`{"shadow": ["${QODER}[0]"]}`, /is a hook of a project, and no project is named/],
  ])('that are bad put no hook in shadow: %s', async (text, message) => {
    qoder('exit 2');
    settings(text);
    const hooks = await open();
    expect(hooks.diagnostics.map(({ severity, message: each }) => [severity, message.test(each)])).toEqual([
      ['error', true],
    ]);
    expect((await hooks.fire(tool())).decision).toBe('block');
    expect(await putInShadow(`${QODER}[0]`, place())).toMatchObject({ how: 'refused' });
    expect(readFileSync(join(here.folder, 'config/settings.json'), 'utf8')).toBe(text);
  });

  test('that others could write, or that the project brings, have no say', async () => {
    qoder('exit 2');
    await putInShadow(`${QODER}[0]`, place());
    chmodSync(join(here.folder, 'config/settings.json'), 0o666);
    expect((await (await open()).fire(tool())).decision).toBe('block');
    const env = { ...place().env, HOOKLINE_CONFIG_DIR: join(here.project, 'config') };
    write('project/config/settings.json', { shadow: [{ id: `${QODER}[0]`, project: here.project }] });
    const hooks = await open({ env });
    expect((await hooks.fire(tool())).decision).toBe('block');
    expect(hooks.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('which must not decide this') as string,
    ]);
  });

  test('lie in the configuration folder of the user, keep what else they say, and lose no wish', async () => {
    qoder(...Array.from({ length: 8 }, (_, index) => `true ${index}`));
    const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(here.folder, 'xdg') };
    write('xdg/hookline/settings.json', { other: [1] });
    const ids = Array.from({ length: 8 }, (_, index) => `${QODER}[${index}]`);
    const places = { ...place(), env };
    const results = await Promise.all(ids.map((id) => putInShadow(id, places)));
    expect(results.map(({ how }) => how)).toEqual(ids.map(() => 'changed'));
    const { shadows, file } = await listShadows(places);
    expect(shadows.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(file).toBe(join(here.folder, 'xdg/hookline/settings.json'));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ other: [1] });
  });
});

describe('takeOutOfShadow', () => {
  test('lets a hook decide again, also one that is gone', async () => {
    qoder('exit 2');
    const id = `${QODER}[0]`;
    await putInShadow(id, place());
    expect(await putInShadow(id, place())).toMatchObject({ how: 'already' });
    expect(await takeOutOfShadow(id, place())).toMatchObject({ how: 'changed' });
    expect((await (await open()).fire(tool())).decision).toBe('block');
    expect(await takeOutOfShadow(id, place())).toMatchObject({ how: 'already' });
    await putInShadow(id, place());
    qoder();
    expect(await takeOutOfShadow(id, place())).toMatchObject({ how: 'changed' });
    expect(await takeOutOfShadow('qoder:missing', place())).toEqual({ how: 'unknown', known: [] });
  });
});
