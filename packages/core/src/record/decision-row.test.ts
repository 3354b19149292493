import { describe, expect, test } from 'vitest';
import type { HookRun } from '../model/index.ts';
import { aboutText, endedState, namedHook, wouldRefuse } from './decision-row.ts';

const fault = { code: 'exit', message: 'it ended with 1' } as HookRun['fault'];
const run = (id: string, more: Partial<HookRun> = {}): HookRun =>
  ({ id, name: `name of ${id}`, fault: null, ...more }) as HookRun;
const inShadow = (decision: 'none' | 'allow' | 'ask' | 'block'): Partial<HookRun> =>
  ({ shadow: { decision } }) as Partial<HookRun>;

describe('the state of a decision that has ended', () => {
  test.each([
    ['none', false, 'pass'],
    ['allow', false, 'allow'],
    ['none', true, 'fault'],
    ['allow', true, 'fault'],
    ['ask', true, 'ask'],
    ['block', true, 'block'],
  ] as const)('%s with a fault: %s is %s', (decision, hasFault, state) => {
    expect(endedState(decision, hasFault)).toBe(state);
  });
});

describe('the hook that a row names', () => {
  test('is the one that blocked, whatever else failed', () => {
    const runs = [run('a', { fault }), run('b')];
    expect(namedHook({ hook: 'b' }, runs)).toEqual({ id: 'b', name: 'name of b' });
    expect(namedHook({ hook: 'gone' }, runs)).toEqual({ id: 'gone', name: null });
  });

  test('else the first that failed, else the first in shadow that would have refused', () => {
    const runs = [run('quiet', inShadow('allow')), run('shadow', inShadow('ask')), run('broken', { fault })];
    expect(namedHook(null, runs)?.id).toBe('broken');
    expect(namedHook(undefined, runs.slice(0, 2))?.id).toBe('shadow');
    expect(namedHook(null, runs.slice(0, 1))).toBeNull();
  });

  test('in shadow only a refusal or a question counts', () => {
    const would = (['none', 'allow', 'ask', 'block'] as const).map((decision) => wouldRefuse(inShadow(decision)));
    expect([...would, wouldRefuse({})]).toEqual([false, false, true, true, false]);
  });
});

test.each([
  [{ tool_input: { description: 'says', command: 'rm -rf build' } }, 'rm -rf build'],
  [{ tool_input: { other: 7, text: 'any text' } }, 'any text'],
  [{ tool_input: { deep: { a: 1 } } }, '{"deep":{"a":1}}'],
  [{ tool_input: {} }, ''],
  [{ prompt: 'Make it faster', message: 'no' }, 'Make it faster'],
  [{ source: 'startup' }, 'startup'],
  [{}, ''],
  [null, ''],
] as const)('an event %j is about %j', (payload, about) => {
  expect(aboutText(payload)).toBe(about);
});
