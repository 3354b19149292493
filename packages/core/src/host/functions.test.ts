import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { aDialect, aFire, anEvent, aWorld } from '../../../../test/support/hooks.ts';
import { fire } from '../engine/engine.ts';
import type { DialectHooks } from '../engine/routes.ts';
import type { Ports } from '../engine/ports.ts';
import { runFunction } from '../handlers/function.ts';
import { createHostHooks } from './host-hooks.ts';
import type { Dialect, HostAnswer, HostFunction, AnyEvent, Outcome, Report, Request } from '../model/index.ts';

const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });

const run = (request: Request, signal?: AbortSignal): Promise<Report> => {
  if (request.kind !== 'function') throw new Error(`${request.kind} is no function`);
  return runFunction(request, signal);
};
function registered(...calls: readonly HostFunction[]): readonly DialectHooks[] {
  const host = createHostHooks(() => undefined);
  calls.forEach((call, index) => host.add({ event: EVENT.hook_event_name, name: `f${index}`, timeoutMs: 50 }, call));
  return [host.current()];
}

const fired = (
  hooks: readonly DialectHooks[],
  { event = EVENT, signal, over }: { event?: AnyEvent; signal?: AbortSignal; over?: Partial<Ports> } = {},
): Promise<Outcome> => fire(aFire(event, { hooks, signal }), aWorld(run, over));

describe('functions of the host', () => {
  test('shows each function the event as rewritten by those before it, and none after a block', async () => {
    const seen: unknown[] = [];
    const see =
      (answer?: HostAnswer): HostFunction =>
      (event) => {
        seen.push(event['tool_input']);
        return answer;
      };
    const hooks = registered(
      see({ updatedInput: { command: 'one' } }),
      async (event) => see({ updatedInput: { command: 'two' } })(event),
      see({ decision: 'block', reason: 'no' }),
      see(),
    );
    const outcome = await fired(hooks);
    expect(seen).toEqual([{ command: 'ls' }, { command: 'one' }, { command: 'two' }]);
    expect(outcome.hooks.map(({ status, why }) => [status, why])).toEqual([
      ['passed', null],
      ['passed', null],
      ['blocked', null],
      ['skipped', 'not run: host:PreToolUse#3 had blocked before'],
    ]);
  });

  test('end at their timeout and at the signal', async () => {
    const never: HostFunction = () => new Promise(() => undefined);
    const faultOf = async (signal?: AbortSignal) => {
      const { hooks } = await fired(registered(never), signal === undefined ? {} : { signal });
      return [hooks[0]?.status, hooks[0]?.fault?.message];
    };
    expect(await faultOf()).toEqual(['timed_out', 'hook "f0" did not finish within 50 ms and was stopped']);
    expect(await faultOf(AbortSignal.timeout(5))).toEqual(['failed', 'hook "f0" was cancelled by the host']);
    expect(await faultOf(AbortSignal.abort())).toEqual(['failed', 'hook "f0" was cancelled by the host']);
  });

  test('tells of every start, and measures how long each function took', async () => {
    const onStart = vi.fn();
    const hooks = registered(
      () => undefined,
      () => setTimeout(20, undefined),
    );
    const outcome = await fired(hooks, { over: { onStart } });
    expect(onStart.mock.calls).toEqual([
      [{ id: 'host:PreToolUse#1', name: 'f0', status: null }],
      [{ id: 'host:PreToolUse#2', name: 'f1', status: null }],
    ]);
    expect(outcome.hooks[1]?.durationMs).toBeGreaterThanOrEqual(19);
  });

  test('need no timer when they answer or refuse at once, with or without a promise', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await fired(
      registered(
        () => undefined,
        async () => undefined,
        () => Promise.reject(new Error('refused')),
      ),
    );
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });

  test('calls a function once, and none when the host has given up before', async () => {
    const call = vi.fn<HostFunction>(() => new Promise(() => undefined));
    await fired(registered(call), { signal: AbortSignal.timeout(5) });
    expect(call).toHaveBeenCalledTimes(1);
    const unwanted = vi.fn<HostFunction>();
    const outcome = await fired(registered(unwanted, unwanted), { signal: AbortSignal.abort() });
    expect(unwanted).not.toHaveBeenCalled();
    expect(outcome.hooks.map(({ fault }) => fault?.message)).toEqual([
      'hook "f0" was cancelled by the host',
      'hook "f1" was cancelled by the host',
    ]);
  });

  test('have a fault when their answer is no object', async () => {
    const hooks = registered(
      () => 'block' as never,
      () => 7 as never,
      () => [] as never,
      () => null as never,
    );
    const outcome = await fired(hooks);
    expect(outcome.hooks.map(({ status, fault }) => [status, fault?.code])).toEqual([
      ...Array<[string, string]>(3).fill(['failed', 'bad_output']),
      ['passed', undefined],
    ]);
  });

  test('measures each function from the end of the one before it', async () => {
    const { hooks } = await fired(
      registered(
        () => undefined,
        () => ({}),
      ),
    );
    for (const { durationMs } of hooks) expect(durationMs >= 0 && durationMs < 5000).toBe(true);
  });

  test('goes on after a block where the dialect does', async () => {
    const [own] = registered(
      () => ({ decision: 'block', reason: 'no' }),
      () => ({ additionalContext: 'still here' }),
    );
    if (own === undefined) throw new Error('no functions');
    const { schedule } = own.dialect;
    const dialect: Dialect = { ...own.dialect, schedule: { ...schedule, afterBlock: 'go-on' } };
    const outcome = await fired([{ ...own, dialect }]);
    expect([outcome.block?.reason, outcome.hooks.map(({ status }) => status)]).toEqual(['no', ['blocked', 'passed']]);
  });

  test('reads answers by the rules of the dialect that the function belongs to', async () => {
    const host = createHostHooks(() => undefined);
    host.add({ event: 'PermissionRequest' }, () => ({ additionalContext: 'one' }));
    const hooks = [{ dialect: aDialect('kolega'), byEvent: new Map() }, host.current()];
    const event = { ...EVENT, hook_event_name: 'PermissionRequest' } as const;
    expect((await fired(hooks, { event })).additionalContext).toEqual(['one']);
  });
});

describe('a function that fires an event', () => {
  test.each<[string, (inner: () => Promise<Outcome>) => HostFunction]>([
    ['at once', (inner) => () => void inner()],
    ['at once, as a promise', (inner) => () => inner().then(() => undefined)],
    [
      'after a wait',
      (inner) => async () => {
        await setImmediate();
        await inner();
      },
    ],
    [
      'after a wait in a function that is not async',
      (inner) => () =>
        setImmediate()
          .then(inner)
          .then(() => undefined),
    ],
    [
      'after a wait of its second call',
      (inner) => {
        let calls = 0;
        return async () => {
          await setImmediate();
          if ((calls += 1) > 1) await inner();
        };
      },
    ],
    [
      'at once in its second call',
      (inner) => {
        let calls = 0;
        return () => void ((calls += 1) > 1 && inner());
      },
    ],
  ])('%s gets an outcome in which nothing ran', async (_when, make) => {
    const inner: Promise<Outcome>[] = [];
    const host = createHostHooks(() => undefined);
    let all: readonly DialectHooks[] = [];
    const nested = (): Promise<Outcome> => {
      const outcome = fired(all, { event: anEvent('Stop') });
      inner.push(outcome);
      return outcome;
    };
    const stopped = vi.fn();
    host.add({ event: 'PreToolUse' }, make(nested));
    host.add({ event: 'Stop' }, stopped);
    all = [host.current()];
    await fired(all);
    await fired(all);
    expect(inner.length).toBeGreaterThan(0);
    for (const { hooks } of await Promise.all(inner))
      expect(hooks.map(({ status, why }) => [status, why])).toEqual([
        ['skipped', 'not run: the event was fired from within a hook'],
      ]);
    expect(stopped).not.toHaveBeenCalled();
  });

  test('does not make others wait or skip: what is fired beside it runs', async () => {
    const host = createHostHooks(() => undefined);
    const stopped = vi.fn();
    let finish = (): void => undefined;
    host.add({ event: 'PreToolUse' }, () => new Promise<void>((resolve) => (finish = resolve)));
    host.add({ event: 'Stop' }, stopped);
    const all = [host.current()];
    const waiting = fired(all);
    await fired(all, { event: anEvent('Stop') });
    expect(stopped).toHaveBeenCalledTimes(1);
    finish();
    expect((await waiting).hooks.map(({ status }) => status)).toEqual(['passed']);
  });
});
