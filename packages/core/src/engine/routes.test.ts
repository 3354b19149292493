import { describe, expect, test } from 'vitest';
import { aDialect, aHook } from '../../../../test/support/hooks.ts';
import type { EventName, Hook } from '../model/index.ts';
import type { HookEntry, DialectHooks } from './routes.ts';
import { routesOf } from './routes.ts';

const entry = (...hooks: readonly Partial<Hook>[]): readonly HookEntry[] =>
  hooks.map((hook) => ({ hook: aHook(hook), inactiveBecause: null }));

const having = (id: string, byEvent: Readonly<Record<string, readonly HookEntry[]>>): DialectHooks => ({
  dialect: aDialect(id),
  byEvent: new Map(Object.entries(byEvent)),
});

describe('the routes of an event', () => {
  const own = entry({});
  const hooks = [
    having('kolega', { PreToolUse: own }),
    having('agent-hooks', { before_tool: entry({}), before_stop: [] }),
    having('qoder', { PreToolUse: entry({}, { handler: { kind: 'prompt', prompt: 'x', model: null } }) }),
    having('kode', { session_start: entry({}) }),
    having('polytoken', {}),
  ];
  // A list of its own for each test: routes are found once for a list.
  const fresh = () => routesOf([...hooks]);
  const ids = (
    event: EventName,
    point?: 'before-permission' | 'after-permission',
    routes = fresh(),
  ): readonly string[] => routes(event, point).map(({ dialect }) => dialect.id);

  test('are the dialects that have hooks for it, in their order', () => {
    expect([ids('PreToolUse'), ids('SessionStart'), ids('Stop'), ids('PermissionDenied')]).toEqual([
      ['kolega', 'agent-hooks', 'qoder'],
      ['kode'],
      [],
      [],
    ]);
  });

  test('at one point of a tool call are those whose hooks run there', () => {
    const routes = fresh();
    const asked = (['before-permission', 'after-permission', undefined] as const).map((point) => [
      ids('PreToolUse', point, routes),
      ids('SessionStart', point, routes),
    ]);
    expect(asked).toEqual([
      [['agent-hooks', 'qoder'], ['kode']],
      [['kolega'], []],
      [['kolega', 'agent-hooks', 'qoder'], ['kode']],
    ]);
  });

  test('know the hooks, and whether all of them are processes', () => {
    const [kolega, agentHooks, qoder] = fresh()('PreToolUse', undefined);
    expect(kolega).toMatchObject({
      runs: 'processes',
    });
    expect(kolega?.hooks).toBe(own);
    expect(agentHooks).toMatchObject({ runs: 'processes' });
    expect(qoder?.runs).toBe('anything');
  });

  test('are found once for the same hooks', () => {
    const first = routesOf(hooks)('PreToolUse', undefined);
    routesOf(hooks)('SessionStart', undefined);
    expect(routesOf(hooks)('PreToolUse', undefined)).toBe(first);
    expect(routesOf(hooks)).toBe(routesOf(hooks));
    expect(routesOf([...hooks])).not.toBe(routesOf(hooks));
  });

  test('of an event that does not exist are the mistake of the caller', () => {
    const problem = new TypeError('unknown event "PreToolUze"; did you mean "PreToolUse"?');
    expect(() => fresh()('PreToolUze' as EventName, undefined)).toThrow(problem);
  });
});
