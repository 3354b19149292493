import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aDialect, aFire, aHook, anEvent, aPlace, aReport, aWorld, nameOf } from '../../../../test/support/hooks.ts';
import type { EventName, HookRun, Json, AnyEvent, Outcome, Report, Request } from '../model/index.ts';
import { fire } from './engine.ts';
import { asHook } from './nesting.ts';
import type { Fire, Ports } from './ports.ts';
import type { DialectHooks } from './routes.ts';

const IDS = ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'];
const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { trail: [] } });

/** One hook per dialect, called like it, for every event. */
const oneEach = (ids: readonly string[], over: Parameters<typeof aHook>[0] = {}): readonly DialectHooks[] =>
  ids.map((id) => {
    const dialect = aDialect(id);
    const hook = aHook({ name: id, dialect: id, ...over });
    return {
      dialect,
      byEvent: new Map(Object.keys(dialect.events).map((native) => [native, [{ hook, inactiveBecause: null }]])),
    };
  });

interface Played {
  readonly outcome: Outcome;
  readonly seen: Readonly<Record<string, Json>>;
}

async function play(
  event: AnyEvent,
  script: Readonly<Record<string, ReportParts>>,
  over: Partial<Fire> = {},
  ports: Partial<Ports> = {},
): Promise<Played> {
  const seen: Record<string, Json> = {};
  const run = (request: Request): Promise<Report> => {
    if (request.kind === 'command') seen[nameOf(request)] = JSON.parse(Buffer.from(request.stdin).toString()) as Json;
    return Promise.resolve(aReport(script[nameOf(request)] ?? {}));
  };
  const request = aFire(event, { hooks: oneEach(IDS), ...over });
  return { outcome: await fire(request, aWorld(run, ports)), seen };
}

const kolegaFire = (over: Partial<Fire> = {}): Fire => aFire(EVENT, { hooks: oneEach(['kolega']), ...over });

const statuses = ({ hooks }: Outcome): Readonly<Record<string, string>> =>
  Object.fromEntries(hooks.map(({ name, status }) => [name, status]));

describe('the dialects', () => {
  test('run one after another; an outcome without anything to say has every key', async () => {
    const { outcome } = await play(EVENT, {});
    const passed = (id: string): HookRun => ({
      id: `test:${id}`,
      name: id,
      dialect: id,
      scope: 'project',
      source: 'hooks.json',
      handler: 'command',
      status: 'passed',
      exitCode: 0,
      signal: null,
      durationMs: 1,
      stdout: '',
      stderr: '',
      truncated: [],
      fault: null,
      quiet: false,
      why: null,
      notes: [],
    });
    expect(outcome).toEqual({
      event: 'PreToolUse',
      decision: 'none',
      reason: null,
      block: null,
      updatedInput: null,
      updatedToolOutput: null,
      updatedPrompt: null,
      additionalContext: [],
      contextHooks: [],
      messages: [],
      extra: {},
      hooks: IDS.map(passed),
      diagnostics: [],
    });
  });

  test('that do not know the event take no part', async () => {
    const { outcome } = await play(anEvent('TurnStart'), {});
    expect(statuses(outcome)).toEqual({ 'agent-hooks': 'passed' });
  });

  test('are not run once one of them has blocked', async () => {
    const { outcome, seen } = await play(EVENT, { qoder: { exit: 2, stderr: 'qoder says no' } });
    expect(outcome.block).toEqual({ effect: 'deny_tool', reason: 'qoder says no', hook: 'test:qoder' });
    expect(Object.keys(seen)).toEqual(['kolega', 'agent-hooks', 'qoder']);
    expect(statuses(outcome)).toEqual({
      kolega: 'passed',
      'agent-hooks': 'passed',
      qoder: 'blocked',
      kode: 'skipped',
      polytoken: 'skipped',
    });
    expect(outcome.hooks.at(-1)?.why).toBe('not run: test:qoder had blocked before');
  });

  test('see the tool input as rewritten so far, and the last rewrite is the outcome', async () => {
    const { outcome, seen } = await play(EVENT, {
      kolega: { stdout: { hookSpecificOutput: { updatedInput: { by: 'kolega' } } } },
      qoder: { stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { by: 'qoder' } } } },
      kode: { stdout: { replace_tool_input: { by: 'kode' } } },
    });
    expect(outcome.updatedInput).toEqual({ by: 'kode' });
    expect(seen).toMatchObject({
      kolega: { tool_input: { trail: [] } },
      'agent-hooks': { tool_input: { by: 'kolega' } },
      qoder: { tool_input: { by: 'kolega' } },
      kode: { input: { by: 'qoder' } },
      polytoken: { input: { by: 'kode' } },
    });
  });

  test('see the prompt and the output as rewritten so far', async () => {
    const prompt = await play(anEvent('UserPromptSubmit', { prompt: 'secret' }), {
      kode: { stdout: { replace_prompt: 'clean' } },
    });
    expect(prompt.outcome.updatedPrompt).toBe('clean');
    expect(prompt.seen).toMatchObject({ kolega: { user_message: 'secret' }, polytoken: { prompt: 'clean' } });
    const output = await play(anEvent('PostToolUse', { tool_response: 'raw' }), {
      kolega: { stdout: { hookSpecificOutput: { updatedToolOutput: 'clean' } } },
    });
    expect(output.outcome.updatedToolOutput).toBe('clean');
    expect(output.seen).toMatchObject({
      kolega: { tool_output: 'raw' },
      'agent-hooks': { tool_output: 'clean' },
      qoder: { tool_response: { output: 'clean' } },
      kode: { output: 'clean' },
    });
  });

  test('add up contexts and messages in their order', async () => {
    const { outcome } = await play(anEvent('SessionStart'), {
      kolega: { stdout: { systemMessage: 'msg-kolega', hookSpecificOutput: { additionalContext: 'ctx-kolega' } } },
      'agent-hooks': { stdout: { additional_context: 'ctx-agent' } },
      qoder: { stdout: 'ctx-qoder' },
      kode: { stdout: { annotation: 'msg-kode' } },
      polytoken: { stdout: { outcome: 'allow', additional_context: 'ctx-poly' } },
    });
    expect(outcome.additionalContext).toEqual(['ctx-kolega', 'ctx-agent', 'ctx-qoder', 'ctx-poly']);
    expect(outcome.contextHooks).toEqual(['test:kolega', 'test:agent-hooks', 'test:qoder', 'test:polytoken']);
    expect(outcome.messages.map(({ text }) => text)).toEqual(['msg-kolega', 'msg-kode']);
  });

  test.each<[ReportParts, ReportParts, Partial<Outcome>]>([
    [
      { stdout: { decision: 'ask', reason: 'sure?' } },
      { stdout: { decision: 'allow', reason: 'fine' } },
      { decision: 'ask', reason: 'sure?' },
    ],
    [{}, { stdout: { decision: 'allow', reason: 'fine' } }, { decision: 'allow', reason: 'fine' }],
    [{ stdout: { decision: 'allow' } }, {}, { decision: 'none', reason: null }],
  ])('decide the strictest: agent-hooks %j and qoder %j give %j', async (agentHooks, qoder, expected) => {
    expect((await play(EVENT, { 'agent-hooks': agentHooks, qoder })).outcome).toMatchObject(expected);
  });

  test.each<[EventName, string, string | null]>([
    ['PostToolUse', 'kolega', 'end_turn'],
    ['PostToolUse', 'agent-hooks', 'withhold_output'],
    ['PostToolUse', 'qoder', null],
    ['PostToolUse', 'kode', 'withhold_output'],
    ['SessionStart', 'kolega', null],
    ['SessionStart', 'agent-hooks', 'abort_session'],
    ['SessionStart', 'kode', 'abort_session'],
  ])('have their own power: on %s a refusal of %s does %s', async (event, id, effect) => {
    const { outcome } = await play(anEvent(event), { [id]: { exit: 2, stderr: 'no' } }, { hooks: oneEach([id]) });
    expect(outcome.block?.effect ?? null).toBe(effect);
    expect(outcome.hooks.map(({ fault }) => fault?.code ?? null)).toEqual([effect === null ? 'no_power' : null]);
  });
});

describe('an outcome', () => {
  test('lists an untrusted hook that matched as skipped', async () => {
    const hooks = [
      {
        dialect: aDialect('kode'),
        byEvent: new Map([
          ['tool_call_pre', [{ hook: aHook({ name: 'kode' }), inactiveBecause: 'the project is not trusted' }]],
        ]),
      },
    ];
    const { outcome, seen } = await play(EVENT, {}, { hooks });
    expect(seen).toEqual({});
    expect(outcome.hooks.map(({ status, why }) => [status, why])).toEqual([['skipped', 'the project is not trusted']]);
  });

  test('holds no live control sequence in its messages, and the text as given elsewhere', async () => {
    const raw = '\u001b[31mred\u001b[0m\u202E';
    const { outcome } = await play(EVENT, {
      kolega: { stdout: { systemMessage: raw, hookSpecificOutput: { permissionDecision: 'deny' } } },
    });
    expect(outcome.block?.reason).toBe(raw);
    expect(outcome.messages.map(({ text }) => /[\u001b\u202E]/.test(text))).toEqual([false]);
  });

  test('gives a warning that is wanted once only the first time', async () => {
    const known = new Set<string>();
    const isFirst = (key: string): boolean => !known.has(key) && known.add(key).has(key);
    const script = { kode: { stdout: { surprise: 1 } } };
    const texts = async (): Promise<readonly string[]> =>
      (await play(EVENT, script, { hooks: oneEach(['kode']) }, { isFirst })).outcome.messages.map(({ text }) => text);
    expect(await texts()).toEqual(['hook "kode": unknown key "surprise" is ignored']);
    expect(await texts()).toEqual([]);
  });

  test('waits for background hooks only when told to, and then holds their ends', async () => {
    const hooks = oneEach(['qoder'], { background: true });
    const script = { qoder: { exit: 0, stdout: 'late' } };
    const now = (await play(EVENT, script, { hooks })).outcome;
    expect([now.additionalContext, now.hooks.map(({ status, stdout }) => [status, stdout])]).toEqual([
      [],
      [['background', '']],
    ]);
    const later = (await play(EVENT, script, { hooks, wait: true })).outcome;
    expect([later.additionalContext, later.hooks.map(({ status, stdout }) => [status, stdout])]).toEqual([
      ['late'],
      [['background', 'late']],
    ]);
  });

  test('of agent-hooks holds no context of an async hook, waited for or not', async () => {
    const hooks = oneEach(['agent-hooks'], { background: true });
    const { outcome } = await play(
      EVENT,
      { 'agent-hooks': { stdout: { additional_context: 'late', decision: 'deny' } } },
      { hooks, wait: true },
    );
    expect([outcome.decision, outcome.additionalContext]).toEqual(['none', []]);
  });

  test('of an event that is fired from within a hook lists all hooks as skipped', async () => {
    const { outcome, seen } = await play(EVENT, {}, { place: aPlace({ isInsideHook: true }) });
    expect(seen).toEqual({});
    expect(outcome.hooks.map(({ status, why }) => [status, why])).toEqual(
      IDS.map(() => ['skipped', 'not run: the event was fired from within a hook']),
    );
  });

  test('of an event that a hook fires in this process lists all hooks as skipped', async () => {
    const inner: Outcome[] = [];
    const request = aFire(EVENT, {
      hooks: oneEach(['qoder'], { handler: { kind: 'prompt', prompt: 'Fine?', model: null } }),
    });
    const ports: Ports = aWorld(() =>
      asHook(async () => {
        inner.push(await fire(request, ports));
        return aReport({});
      }),
    );
    const outer = await fire(request, ports);
    expect(inner.map(statuses)).toEqual([{ qoder: 'skipped' }]);
    expect(statuses(outer)).toEqual({ qoder: 'failed' });
  });
});

test('every run has its own id, and what was selected is told before anything runs', async () => {
  const told: string[] = [];
  const run = (request: Request): Promise<Report> => {
    told.push(request.runId);
    return Promise.resolve(aReport({}));
  };
  const onPlanned: Ports['onPlanned'] = ({ decisionId }, hooks) => told.push(decisionId, ...hooks.map(({ id }) => id));
  await fire(kolegaFire({ hooks: oneEach(['kolega', 'qoder']) }), aWorld(run, { onPlanned }));
  expect(told).toEqual(['d', 'test:kolega', 'test:qoder', 'd-1', 'd-2']);
});

test('an event without a session waits in the queue of those without one', async () => {
  const asked: string[] = [];
  const takePlace: Ports['takePlace'] = (session) => {
    asked.push(session);
    return Promise.resolve(null);
  };
  const ports = aWorld(() => Promise.resolve(aReport({})), { takePlace });
  await fire(kolegaFire({ event: { ...EVENT, session_id: 7 } }), ports);
  const mixed = [
    ...oneEach(['kolega']),
    ...oneEach(['qoder'], { handler: { kind: 'prompt', prompt: 'x', model: null } }),
  ];
  await fire(kolegaFire({ hooks: mixed }), ports);
  expect(asked).toEqual(['']);
});

describe('many events at once', () => {
  const bounded = (places: number) => {
    const waiting: (() => void)[] = [];
    let taken = 0;
    const enter = (): (() => void) => {
      taken += 1;
      return () => {
        taken -= 1;
        waiting.shift()?.();
      };
    };
    const takePlace = vi.fn(async (): Promise<() => void> => {
      if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve));
      return enter();
    });
    return { takePlace, taken: () => taken };
  };

  test('are planned, encoded and told of only when they have a place, and give it back', async () => {
    const { takePlace, taken } = bounded(2);
    const planned: string[] = [];
    let running = 0;
    let most = 0;
    const run = async (): Promise<Report> => {
      most = Math.max(most, (running += 1));
      await setImmediate();
      running -= 1;
      return aReport({});
    };
    const ports = aWorld(run, { takePlace, onPlanned: ({ decisionId }) => planned.push(decisionId) });
    const fires = Array.from({ length: 6 }, (_, index) => fire(kolegaFire({ decisionId: `d${index}` }), ports));
    await setImmediate();
    expect(planned).toHaveLength(2);
    await Promise.all(fires);
    expect([planned.length, most, taken()]).toEqual([6, 2, 0]);
    expect(takePlace).toHaveBeenCalledWith('s-1', undefined);
  });

  test('give their place back when a hook cannot even be put into words, and before background hooks are waited for', async () => {
    const { takePlace, taken } = bounded(1);
    const failing = aWorld(() => Promise.reject(new Error('broken')), { takePlace });
    await expect(fire(kolegaFire(), failing)).rejects.toThrow('broken');
    expect(taken()).toBe(0);
    let finish = (): void => undefined;
    const slow = aWorld(() => new Promise((resolve) => (finish = () => resolve(aReport({})))), { takePlace });
    const waited = fire(kolegaFire({ hooks: oneEach(['qoder'], { background: true }), wait: true }), slow);
    await setImmediate();
    expect(taken()).toBe(0);
    finish();
    await waited;
  });

  test('do not wait where code of the host runs, inside a hook, or once the signal gave up', async () => {
    const { takePlace } = bounded(0);
    const prompt = oneEach(['qoder'], { handler: { kind: 'prompt', prompt: 'Fine?', model: null } });
    const ports = aWorld(() => Promise.resolve(aReport({})), { takePlace });
    await fire(kolegaFire({ hooks: prompt }), ports);
    await fire(kolegaFire({ place: aPlace({ isInsideHook: true }) }), ports);
    expect(takePlace).not.toHaveBeenCalled();
    const { hooks } = await fire(kolegaFire(), { ...ports, takePlace: () => Promise.resolve(null) });
    expect(hooks).toHaveLength(1);
  });
});
