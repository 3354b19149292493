import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHooks as publicHooks } from '../index.ts';
import {
  createHooks,
  type EventName,
  type Hooks,
  type HooksOptions,
  type HostFunction,
  type LifecycleEvent,
} from '../internal.ts';

let folder = '';
let opened: Hooks[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-mistakes-'));
});

afterEach(async () => {
  await Promise.all(opened.map((hooks) => hooks.close()));
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

const place = (): HooksOptions => ({ project: folder, home: folder, env: {}, record: false });

async function open(options: HooksOptions = {}): Promise<Hooks> {
  const hooks = await createHooks({ ...place(), ...options });
  opened.push(hooks);
  return hooks;
}

const tool = (): LifecycleEvent<'PreToolUse'> => ({
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd: folder,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});
const ended = (): LifecycleEvent<'PostModelTurn'> => ({
  hook_event_name: 'PostModelTurn',
  session_id: 's-1',
  cwd: folder,
});

/** What a caller without types may do. */
type Untyped = (...given: readonly unknown[]) => unknown;

describe('a fault of a function of the host', () => {
  const FAULTS: readonly (readonly [string, Untyped, string, string])[] = [
    ['a wrong word', () => ({ decision: 'blok' }), 'bad_output', 'failed'],
    ['an unknown key', () => ({ decide: 'block' }), 'bad_output', 'failed'],
    ['no object', () => 'block', 'bad_output', 'failed'],
    ['no object, later', async () => 5, 'bad_output', 'failed'],
    [
      'an error',
      () => {
        throw new Error('broken');
      },
      'exit',
      'failed',
    ],
    ['a rejected promise', () => Promise.reject(new Error('broken')), 'exit', 'failed'],
    ['a promise that takes too long', () => setTimeout(10_000), 'timeout', 'timed_out'],
  ];

  test.each(FAULTS)('lets the action go on by default, and is visible: %s', async (_what, call, code, status) => {
    const told = vi.fn();
    const hooks = await open({ onMessage: told });
    hooks.on({ event: 'PreToolUse', name: 'guard', timeoutMs: 50 }, call as HostFunction<'PreToolUse'>);
    const outcome = await hooks.fire(tool());
    expect([outcome.decision, outcome.block]).toEqual(['none', null]);
    expect(outcome.hooks).toMatchObject([{ name: 'guard', status, fault: { code } }]);
    const { message = '' } = outcome.hooks[0]?.fault ?? {};
    expect(message).toMatch(/^hook "guard" /);
    expect(outcome.messages).toEqual([{ level: 'warning', text: message, code: null, hook: 'host:PreToolUse#1' }]);
    expect(told).toHaveBeenCalledTimes(1);
  });

  test.each(FAULTS)('blocks the action with onFault "block": %s', async (_what, call, code) => {
    const hooks = await open();
    const later = vi.fn();
    hooks.on(
      { event: 'PreToolUse', name: 'guard', timeoutMs: 50, onFault: 'block' },
      call as HostFunction<'PreToolUse'>,
    );
    hooks.on({ event: 'PreToolUse' }, later);
    const outcome = await hooks.fire(tool());
    const [run] = outcome.hooks;
    expect(run).toMatchObject({ status: 'blocked', fault: { code } });
    expect(outcome.block).toEqual({
      effect: 'deny_tool',
      reason: run?.fault?.message,
      hook: 'host:PreToolUse#1',
    });
    expect(outcome.messages).toMatchObject([{ level: 'error', text: run?.fault?.message }]);
    expect(later).not.toHaveBeenCalled();
  });

  test('blocks nothing where the event cannot be refused, whatever onFault says', async () => {
    const hooks = await open();
    hooks.on({ event: 'PostModelTurn', onFault: 'block' }, () => Promise.reject(new Error('broken')));
    const outcome = await hooks.fire(ended());
    expect([outcome.decision, outcome.block]).toEqual(['none', null]);
    expect(outcome.hooks).toMatchObject([{ status: 'failed', fault: { code: 'exit' } }]);
  });

  test('with onFault "block" also blocks beside hooks of files, which go the whole way', async () => {
    mkdirSync(join(folder, '.config/polytoken'), { recursive: true });
    const late = [{ name: 'late', event: 'pre_tool_use', handler: { bash: 'exit 0' } }];
    writeFileSync(join(folder, '.config/polytoken/hooks.json'), JSON.stringify(late));
    const hooks = await open({ env: { PATH: process.env['PATH'] } });
    hooks.on({ event: 'PreToolUse', onFault: 'block' }, (() => ({ decision: 'no' })) as () => void);
    const outcome = await hooks.fire(tool());
    expect(outcome.decision).toBe('block');
    expect(outcome.hooks.map(({ status }) => status)).toEqual(['blocked', 'skipped']);
  });

  test('with onFault "block" and a cancelled event refuses it', async () => {
    const hooks = await open();
    hooks.on({ event: 'PreToolUse', onFault: 'block' }, () => undefined);
    expect((await hooks.fire(tool(), { signal: AbortSignal.abort() })).decision).toBe('block');
  });

  test('in a wrong answer leaves its refusal in force', async () => {
    const hooks = await open();
    hooks.on({ event: 'PreToolUse', name: 'guard' }, (() => ({ decision: 'block', reason: 5 })) as () => void);
    const outcome = await hooks.fire(tool());
    expect(outcome.block).toEqual({ effect: 'deny_tool', reason: 'Blocked by guard', hook: 'host:PreToolUse#1' });
    expect(outcome.hooks).toMatchObject([{ status: 'blocked', fault: { code: 'bad_output' } }]);
    expect(outcome.messages).toMatchObject([{ level: 'warning' }]);
  });

  test('keeps a hook that is wanted once', async () => {
    const hooks = await open();
    let calls = 0;
    hooks.on({ event: 'PreToolUse', once: true }, (() => ((calls += 1) === 1 ? 'oops' : undefined)) as () => void);
    for (const status of ['failed', 'passed']) expect((await hooks.fire(tool())).hooks).toMatchObject([{ status }]);
    expect((await hooks.fire(tool())).hooks).toEqual([]);
  });
});

describe('a wrong option', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ projekt: '/p' }, 'createHooks: there is no option "projekt"; did you mean "project"?'],
    [{ onmessage: () => undefined }, 'createHooks: there is no option "onmessage"; did you mean "onMessage"?'],
    [{ project: 5 }, 'createHooks: the option "project" must be a string, not 5'],
    [{ project: null }, 'createHooks: the option "project" must be a string, not null'],
    [{ env: { PORT: 80 } }, 'createHooks: the option "env" must be an object of strings, not an object'],
    [
      { dialects: 'kolega' },
      'createHooks: the option "dialects" must be a list of ids and tables of dialects, not "kolega"',
    ],
    [{ trust: 'none' }, 'createHooks: the option "trust" must be "store", "all" or a function, not "none"'],
    [{ toolNames: 'mine' }, 'createHooks: the option "toolNames" must be "native" or "given", not "mine"'],
    [{ model: 'gpt' }, 'createHooks: the option "model" must be a function, not "gpt"'],
    [{ record: 1 }, 'createHooks: the option "record" must be true, false or a folder, not 1'],
    [{ recordKey: 1 }, 'createHooks: the option "recordKey" must be a string or bytes, not 1'],
    [{ warm: 'no' }, 'createHooks: the option "warm" must be true or false, not "no"'],
  ])('of createHooks rejects it: %o', async (options, message) => {
    await expect(createHooks({ ...place(), ...options })).rejects.toThrow(new TypeError(message));
  });

  test('of createHooks is also what only this repository may use', async () => {
    const options = { ...place(), detach: async () => undefined };
    await expect(publicHooks(options)).rejects.toThrow('createHooks: there is no option "detach"; known are project,');
    await (await createHooks(options)).close();
  });

  test('of createHooks is one that is no object', async () => {
    await expect((createHooks as Untyped)('/p')).rejects.toThrow('createHooks takes an object of options, not "/p"');
  });

  test('of createHooks is a dialect that does not exist, with the one that was meant', async () => {
    const wrong = createHooks({ ...place(), dialects: ['kolga'] });
    await expect(wrong).rejects.toThrow(new TypeError('unknown dialect "kolga"; did you mean "kolega"?'));
  });

  test.each<[unknown, string]>([
    [{ timeout: 5 }, 'hooks.fire: there is no option "timeout"; known are signal, wait, point, without'],
    [{ signl: null }, 'hooks.fire: there is no option "signl"; did you mean "signal"?'],
    [{ signal: new AbortController() }, 'hooks.fire: the option "signal" must be an AbortSignal, not an object'],
    [{ wait: 'yes' }, 'hooks.fire: the option "wait" must be true or false, not "yes"'],
    [{ point: 'before' }, '"point" must be "before-permission" or "after-permission", not "before"'],
    [{ without: 'kode' }, 'hooks.fire: the option "without" must be a list of strings, not "kode"'],
    [null, 'hooks.fire takes an object of options, not null'],
  ])('of fire rejects it: %o', async (options, message) => {
    const hooks = await open();
    await expect((hooks.fire as Untyped)(tool(), options)).rejects.toThrow(message);
    await expect((hooks.fire as Untyped)(tool(), options)).rejects.toThrow(TypeError);
  });

  test.each<[readonly unknown[], string]>([
    [[], 'hooks.on takes an object of options, not undefined'],
    [[{}], 'hooks.on needs the event, such as { event: "PreToolUse" }'],
    [[{ event: 'PreToolUze' }], 'unknown event "PreToolUze"; did you mean "PreToolUse"?'],
    [[{ event: 'toString' }], 'unknown event "toString"'],
    [[{ event: 'Stop', mather: 'x' }], 'hooks.on: there is no option "mather"; did you mean "matcher"?'],
    [[{ event: 'Stop', onFault: 'deny' }], '"onFault" must be "proceed" or "block", not "deny"'],
    [[{ event: 'Stop', timeoutMs: 0 }], '"timeoutMs" must be a number of milliseconds above 0, not 0'],
    [[{ event: 'Stop' }, 'block'], 'hooks.on needs a function as its second argument, not "block"'],
    [
      [{ event: 'PreToolUse', matcher: 'Bash(' }, () => undefined],
      'hooks.on: the matcher "Bash(" is not a valid regular expression; no hook was added: escape characters',
    ],
  ])('of on throws it: %o', async (given, message) => {
    const hooks = await open();
    expect(() => (hooks.on as Untyped)(...given)).toThrow(message);
    expect(() => (hooks.on as Untyped)(...given)).toThrow(TypeError);
    expect(hooks.list()).toEqual([]);
  });
});

describe('an event that is none', () => {
  test.each([undefined, null, 'PreToolUse', []])('rejects: %o', async (event) => {
    const hooks = await open();
    await expect((hooks.fire as Untyped)(event)).rejects.toThrow(/^hooks\.fire takes an event, such as \{/);
  });

  test('rejects under a name that does not exist, with the one that was meant', async () => {
    const hooks = await open();
    const event = { ...tool(), hook_event_name: 'PreTooluse' as EventName };
    await expect(hooks.fire(event)).rejects.toThrow(
      new TypeError('unknown event "PreTooluse"; did you mean "PreToolUse"?'),
    );
  });

  test('is none of those without a session or a folder: hooks run all the same', async () => {
    const hooks = await open();
    const seen = vi.fn();
    hooks.on({ event: 'Stop' }, seen);
    expect((await hooks.fire({ hook_event_name: 'Stop' })).hooks).toMatchObject([{ status: 'passed' }]);
    expect(seen).toHaveBeenCalledWith({ hook_event_name: 'Stop' });
  });
});

describe('a callback that throws', () => {
  const QODER = '.qoder/settings.json';
  const give = (event: EventName, hook: object): void => {
    mkdirSync(join(folder, '.qoder'));
    const entry = { type: 'command', ...hook };
    writeFileSync(join(folder, QODER), JSON.stringify({ hooks: { [event]: [{ hooks: [entry] }] } }));
  };
  const answer = { systemMessage: 'm', hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c' } };
  const broken = (): never => {
    throw new Error('the window is gone');
  };
  const env = { PATH: process.env['PATH'] };

  /** What `run` makes the process warn of. */
  async function warnings(run: () => Promise<void>): Promise<readonly string[]> {
    const told: string[] = [];
    const listen = ({ name, message }: Error): void => void (name === 'HooklineWarning' && told.push(message));
    process.on('warning', listen);
    await run();
    await setTimeout(0); // a warning is told in a later turn
    process.off('warning', listen);
    return told;
  }

  const warning = (name: string): string => `the callback ${name} of createHooks threw an error: the window is gone`;

  test('changes no decision, and the process warns of it', async () => {
    give('PreToolUse', { command: `echo '${JSON.stringify(answer)}'` });
    const told = await warnings(async () => {
      const hooks = await open({ trust: 'all', env, onMessage: broken, onStart: broken });
      expect(await hooks.fire(tool())).toMatchObject({ decision: 'none', additionalContext: ['c'] });
    });
    expect(told).toEqual([warning('onStart'), warning('onMessage')]);
  });

  test('ends no process by a promise that is rejected', async () => {
    give('PreToolUse', { command: `echo '${JSON.stringify(answer)}'` });
    const onMessage = (async () => broken()) as unknown as () => void;
    const told = await warnings(async () => {
      const hooks = await open({ trust: 'all', env, onMessage });
      expect(await hooks.fire(tool())).toMatchObject({ decision: 'none', additionalContext: ['c'] });
    });
    expect(told).toEqual([warning('onMessage')]);
  });

  test.each([
    ['onContext', { command: `echo '${JSON.stringify(answer)}'`, async: true }],
    ['onMessage', { command: `echo '${JSON.stringify(answer)}'`, async: true }],
    ['onWake', { command: 'exit 2', asyncRewake: true }],
  ])('ends no process where %s tells of a background hook', async (name, hook) => {
    give('PreToolUse', hook);
    const told = await warnings(async () => {
      const hooks = await open({ trust: 'all', env, [name]: broken });
      expect((await hooks.fire(tool())).hooks).toMatchObject([{ status: 'background' }]);
      await hooks.close();
    });
    expect(told).toEqual([warning(name)]);
  });
});

describe('after close', () => {
  test('fire, on and reload are errors that say so, and nothing runs', async () => {
    const hooks = await open();
    const seen = vi.fn();
    hooks.on({ event: 'PreToolUse' }, seen);
    await hooks.close();
    const message = (call: string): Error =>
      new Error(`hooks.${call} was called after hooks.close: call createHooks again for a new set of hooks`);
    await expect(hooks.fire(tool())).rejects.toThrow(message('fire'));
    await expect(hooks.reload()).rejects.toThrow(message('reload'));
    expect(() => hooks.on({ event: 'Stop' }, () => undefined)).toThrow(message('on'));
    expect(seen).not.toHaveBeenCalled();
    expect(hooks.list()).toHaveLength(1);
  });

  test('what was fired before comes to its end, and close may be called again', async () => {
    const hooks = await open();
    let finish = (): void => undefined;
    hooks.on({ event: 'PreToolUse' }, () => new Promise<void>((resolve) => (finish = resolve)));
    const running = hooks.fire(tool());
    const closing = [hooks.close(), hooks.close()];
    finish();
    expect((await running).hooks).toMatchObject([{ status: 'passed' }]);
    await Promise.all(closing);
    await hooks.close();
  });

  test('a guard that was asked before still refuses, in a worker too, and nothing survives', async () => {
    mkdirSync(join(folder, '.kolega'));
    const slow = 'export default async () => {\n  await new Promise((done) => setTimeout(done, 300));\n';
    writeFileSync(join(folder, 'guard.mjs'), `${slow}  return { blocked: true, reason: 'no' };\n};\n`);
    const guard = { type: 'module', module: './guard.mjs' };
    const definitions = { schema_version: 1, hooks: { PreToolUse: [{ hooks: [guard] }] } };
    writeFileSync(join(folder, '.kolega/hooks.json'), JSON.stringify(definitions));
    const hooks = await open({ trust: 'all' });
    const ended: string[] = [];
    const running = hooks.fire(tool()).finally(() => ended.push('fire'));
    await hooks.close();
    ended.push('close');
    expect(await running).toMatchObject({ decision: 'block', block: { reason: 'no' } });
    expect(ended).toEqual(['fire', 'close']);
  });

  test('a hook may close the hooks that it belongs to', async () => {
    const hooks = await open();
    hooks.on({ event: 'PreToolUse' }, () => hooks.close());
    expect((await hooks.fire(tool())).hooks).toMatchObject([{ status: 'passed' }]);
  });
});
