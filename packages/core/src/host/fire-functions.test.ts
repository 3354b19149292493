import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { aDialect, anEvent, aPlace, aWorld } from '../../../../test/support/hooks.ts';
import { fire } from '../engine/engine.ts';
import type { FunctionPorts } from '../engine/fire-functions.ts';
import { fireFunctions, onlyFunctions } from '../engine/fire-functions.ts';
import type { Place } from '../engine/frame.ts';
import type { DialectHooks } from '../engine/routes.ts';
import { routesOf } from '../engine/routes.ts';
import { describeThrown, runFunction, settleWithin } from '../handlers/function.ts';
import { createHostHooks } from './host-hooks.ts';
import type { Dialect, HostAnswer, HostFunction, AnyEvent, Outcome, Report, Request } from '../model/index.ts';

const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });

const run = (request: Request, signal?: AbortSignal): Promise<Report> => {
  if (request.kind !== 'function') throw new Error(`${request.kind} is no function`);
  return runFunction(request, signal);
};
const ports = (over: Partial<FunctionPorts> = {}): FunctionPorts & ReturnType<typeof aWorld> => ({
  ...aWorld(run),
  settle: settleWithin,
  describeThrown,
  ...over,
});

function registered(...calls: readonly HostFunction[]): readonly DialectHooks[] {
  const host = createHostHooks(() => undefined);
  calls.forEach((call, index) => host.add({ event: EVENT.hook_event_name, name: `f${index}`, timeoutMs: 50 }, call));
  return [host.current()];
}

async function short(
  hooks: readonly DialectHooks[],
  { event = EVENT, signal, world = ports() }: { event?: AnyEvent; signal?: AbortSignal; world?: FunctionPorts } = {},
): Promise<Outcome> {
  const place = aPlace();
  const routes = routesOf(hooks);
  const functions = onlyFunctions(routes(event.hook_event_name, undefined), event, place);
  if (functions === null) throw new Error('it does not go the short way');
  return fireFunctions(functions, event, { hooks, routes, place, diagnostics: [], ports: world }, signal);
}

const long = (hooks: readonly DialectHooks[], event = EVENT, signal?: AbortSignal): Promise<Outcome> =>
  fire({ event, hooks, place: aPlace(), diagnostics: [], wait: false, signal, decisionId: 'd', startedMs: 0 }, ports());

const withoutTimes = (outcome: Outcome): Outcome => ({
  ...outcome,
  hooks: outcome.hooks.map((each) => ({ ...each, durationMs: 0 })),
});

/** Answers of all kinds, and ways to give them. */
const anAnswer: fc.Arbitrary<HostAnswer | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      decision: fc.constantFrom('allow', 'ask', 'block', 'none'),
      reason: fc.constantFrom('why', ''),
      updatedInput: fc.constant({ command: 'pwd' }),
      additionalContext: fc.constantFrom('one', ['two', 'three']),
      systemMessage: fc.constant('hello \u001b[31mred'),
      extra: fc.constantFrom({ retry: true }, { watchPaths: ['/a', '/a'] }),
    },
    { requiredKeys: [] },
  ),
);
const aFunction: fc.Arbitrary<HostFunction> = fc
  .tuple(anAnswer, fc.constantFrom('at once', 'async', 'later', 'throws', 'rejects', 'thenable'))
  .map(([answer, way]): HostFunction => {
    switch (way) {
      case 'at once':
        return () => answer;
      case 'async':
        return async () => answer;
      case 'later':
        return () => setImmediate(answer);
      case 'throws':
        return () => {
          throw new Error('broken');
        };
      case 'rejects':
        return () => Promise.reject(new Error('refused'));
      case 'thenable':
        // oxlint-disable-next-line unicorn/no-thenable -- a host may hand over a promise of its own making
        return () => ({ then: (done: (value: unknown) => void) => done(answer) }) as Promise<HostAnswer | undefined>;
    }
  });

describe('the short way for functions', () => {
  test('comes to the same outcome as the long one, whatever functions answer and however', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aFunction, { maxLength: 4 }),
        fc.constantFrom('PreToolUse', 'PermissionRequest', 'Stop'),
        async (calls, name) => {
          const host = createHostHooks(() => undefined);
          for (const call of calls) host.add({ event: name }, call);
          const event = { ...EVENT, hook_event_name: name };
          const hooks = [host.current()];
          expect(withoutTimes(await short(hooks, { event }))).toEqual(withoutTimes(await long(hooks, event)));
        },
      ),
      { numRuns: 300 },
    );
  });

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
    const outcome = await short(hooks);
    expect(seen).toEqual([{ command: 'ls' }, { command: 'one' }, { command: 'two' }]);
    expect(outcome.hooks.map(({ status, why }) => [status, why])).toEqual([
      ['passed', null],
      ['passed', null],
      ['blocked', null],
      ['skipped', 'not run: host:PreToolUse#3 had blocked before'],
    ]);
  });

  test('ends a function at its timeout and at the signal, as the long one does', async () => {
    const never: HostFunction = () => new Promise(() => undefined);
    const hooks = registered(never);
    expect(withoutTimes(await short(hooks))).toEqual(withoutTimes(await long(hooks)));
    const soon = AbortSignal.timeout(5);
    expect(withoutTimes(await short(hooks, { signal: soon }))).toEqual(withoutTimes(await long(hooks, EVENT, soon)));
    expect((await short(hooks, { signal: AbortSignal.abort() })).hooks[0]?.fault?.message).toBe(
      'hook "f0" was cancelled by the host',
    );
  });

  test('tells of every start, and measures how long each function took', async () => {
    const onStart = vi.fn();
    const hooks = registered(
      () => undefined,
      () => setTimeout(20, undefined),
    );
    const outcome = await short(hooks, { world: ports({ onStart }) });
    expect(onStart.mock.calls).toEqual([
      [{ id: 'host:PreToolUse#1', name: 'f0', status: null }],
      [{ id: 'host:PreToolUse#2', name: 'f1', status: null }],
    ]);
    expect(outcome.hooks[1]?.durationMs).toBeGreaterThanOrEqual(19);
  });

  test('starts no timer for a function that answers at once, with or without a promise', async () => {
    const settle = vi.fn(settleWithin);
    await short(
      registered(
        () => undefined,
        async () => undefined,
      ),
      { world: ports({ settle }) },
    );
    expect(settle).not.toHaveBeenCalled();
  });

  test('starts no timer for a function that is refused at once either', async () => {
    const settle = vi.fn(settleWithin);
    const outcome = await short(
      registered(() => Promise.reject(new Error('refused'))),
      { world: ports({ settle }) },
    );
    expect(settle).not.toHaveBeenCalled();
    expect(outcome.hooks[0]?.fault?.message).toContain('refused');
  });

  test('has its outcome at once where every function answers at once', () => {
    const hooks = registered(
      () => undefined,
      () => ({ additionalContext: 'one' }),
    );
    const routes = routesOf(hooks);
    const functions = onlyFunctions(routes('PreToolUse', undefined), EVENT, aPlace()) ?? [];
    const world = { hooks, routes, place: aPlace(), diagnostics: [], ports: ports() };
    expect(fireFunctions(functions, EVENT, world, undefined)).toMatchObject({
      additionalContext: ['one'],
      hooks: [{ status: 'passed' }, { status: 'passed' }],
    });
  });

  test('calls a function once, and none when the host has given up before', async () => {
    const call = vi.fn<HostFunction>(() => new Promise(() => undefined));
    await short(registered(call), { signal: AbortSignal.timeout(5) });
    expect(call).toHaveBeenCalledTimes(1);
    const unwanted = vi.fn<HostFunction>();
    const outcome = await short(registered(unwanted, unwanted), { signal: AbortSignal.abort() });
    expect(unwanted).not.toHaveBeenCalled();
    expect(outcome.hooks.map(({ fault }) => fault?.message)).toEqual([
      'hook "f0" was cancelled by the host',
      'hook "f1" was cancelled by the host',
    ]);
  });

  test('takes an answer that is no object as a fault, as the long one does', async () => {
    const hooks = registered(
      () => 'block' as never,
      () => 7 as never,
      () => [] as never,
      () => null as never,
    );
    const outcome = withoutTimes(await short(hooks));
    expect(outcome).toEqual(withoutTimes(await long(hooks)));
    expect(outcome.hooks.map(({ status, fault }) => [status, fault?.code])).toEqual([
      ...Array<[string, string]>(3).fill(['failed', 'bad_output']),
      ['passed', undefined],
    ]);
  });

  test('measures each function from the end of the one before it', async () => {
    const { hooks } = await short(
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
    const outcome = await short([{ ...own, dialect }]);
    expect([outcome.block?.reason, outcome.hooks.map(({ status }) => status)]).toEqual(['no', ['blocked', 'passed']]);
  });

  test('reads answers by the rules of the dialect that the function belongs to', async () => {
    const host = createHostHooks(() => undefined);
    host.add({ event: 'PermissionRequest' }, () => ({ additionalContext: 'one' }));
    const hooks = [{ dialect: aDialect('kolega'), byEvent: new Map() }, host.current()];
    const event = { ...EVENT, hook_event_name: 'PermissionRequest' } as const;
    expect((await short(hooks, { event })).additionalContext).toEqual(['one']);
  });

  test('throws on a function of no dialect, which is the caller’s mistake', () => {
    const hooks = registered(() => ({}));
    const routes = routesOf(hooks);
    const functions = onlyFunctions(routes('PreToolUse', undefined), EVENT, aPlace()) ?? [];
    const fireIn = (world: readonly DialectHooks[], event: AnyEvent) => () =>
      fireFunctions(
        functions,
        event,
        { hooks: world, routes, place: aPlace(), diagnostics: [], ports: ports() },
        undefined,
      );
    const strange = { ...EVENT, hook_event_name: 'Made up' as 'Stop' };
    expect(fireIn([], EVENT)).toThrow(new TypeError('host:PreToolUse#1 belongs to no dialect that knows PreToolUse'));
    expect(fireIn(hooks, strange)).toThrow(new TypeError('host:PreToolUse#1 belongs to no dialect that knows Made up'));
  });

  test('is gone for the functions of one dialect, and where none is selected under a translated name', () => {
    const matching = (matcher: string): DialectHooks => {
      const host = createHostHooks(() => undefined);
      host.add({ event: 'PreToolUse', matcher }, () => undefined);
      return host.current();
    };
    const goes = (hooks: readonly DialectHooks[], place: Partial<Place> = {}): number | null =>
      onlyFunctions(routesOf(hooks)('PreToolUse', undefined), EVENT, aPlace(place))?.length ?? null;
    const [bash, read] = [matching('Bash'), matching('Read')];
    expect(
      [
        [bash, read],
        [read, bash],
        [read, read],
        [bash, matching('Bash')],
      ].map((hooks) => goes(hooks)),
    ).toEqual([1, 1, 0, null]);
    const row = bash.dialect.events['PreToolUse'];
    if (row === undefined) throw new Error('no row');
    const words = { field: 'reason', words: { a: 'b' } } as const;
    const speaking = { ...bash.dialect, events: { ...bash.dialect.events, PreToolUse: { ...row, words } } };
    const tools = { Bash: { names: ['Shell', 'Sh'], known: 'chosen' } } as const;
    const naming = { ...bash.dialect, tools };
    const under = (toolNames: 'given' | 'native') =>
      [bash.dialect, speaking, naming].map((dialect) => goes([{ ...bash, dialect }], { toolNames }));
    expect([under('given'), under('native')]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    const known = [matching('Shell'), matching('Sh'), matching('Bash|Sh')].map((hooks) => ({
      ...hooks,
      dialect: naming,
    }));
    expect(known.map((hooks) => goes([hooks], { toolNames: 'native' }))).toEqual([null, null, null]);
    expect(known.map((hooks) => goes([hooks], { toolNames: 'given' }))).toEqual([0, 0, 1]);
  });

  test('is not gone inside a hook, nor where something else may be selected', () => {
    const host = createHostHooks(() => undefined);
    host.add({ event: 'PreToolUse', matcher: 'Bash' }, () => undefined);
    const [own] = [host.current()];
    const other: DialectHooks = {
      ...own,
      byEvent: new Map(
        [...own.byEvent].map(([event, hooks]) => [
          event,
          hooks.map(({ hook }) => ({
            hook: { ...hook, handler: { kind: 'python', callable: 'a:b' } as const },
            unarmed: null,
          })),
        ]),
      ),
    };
    const goes = (hooks: readonly DialectHooks[], tool: string, place: Partial<Place> = {}): number | null =>
      onlyFunctions(routesOf(hooks)('PreToolUse', undefined), anEvent('PreToolUse', { tool_name: tool }), aPlace(place))
        ?.length ?? null;
    expect(goes([own], 'Bash')).toBe(1);
    expect(goes([own], 'Read')).toBe(0);
    expect(goes([own, other], 'Read')).toBe(0);
    expect(goes([own, other], 'Bash')).toBe(null);
    expect(goes([own], 'Bash', { isInsideHook: true })).toBe(null);
    expect(goes([], 'Bash')).toBe(0);
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
      const outcome = long(all, anEvent('Stop'));
      inner.push(outcome);
      return outcome;
    };
    const stopped = vi.fn();
    host.add({ event: 'PreToolUse' }, make(nested));
    host.add({ event: 'Stop' }, stopped);
    all = [host.current()];
    await short(all);
    await short(all);
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
    const waiting = short(all);
    await short(all, { event: anEvent('Stop') });
    expect(stopped).toHaveBeenCalledTimes(1);
    finish();
    expect((await waiting).hooks.map(({ status }) => status)).toEqual(['passed']);
  });
});
