import { describe, expect, test } from 'vitest';
import { aFrame, aHook, anEvent } from '../../../../test/support/hooks.ts';
import type { AnyEvent, Handler, Hook, Matcher } from '../model/index.ts';
import type { Place } from './frame.ts';
import type { Plan } from './plan.ts';
import { plan } from './plan.ts';

const BASH = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
const planned = (hooks: readonly Hook[], event: AnyEvent = BASH, place: Partial<Place> = {}): Plan =>
  plan(
    hooks.map((hook) => ({ hook, inactiveBecause: null })),
    aFrame('claude', event, place),
  );
const shell = (script: string, shell: 'bash' | 'powershell' = 'bash'): Handler => ({
  kind: 'command',
  form: 'shell',
  shell,
  script,
});
const hook = (name: string, handler: Handler, over: Partial<Hook> = {}): Hook => aHook({ name, handler, ...over });
const condition = (text: string): Matcher => ({ text, names: null, test: () => ({ matches: true, why: '' }) });
const names = ({ steps }: Plan): readonly string[] => steps.map(({ hook: { name } }) => name);

describe('copies of a handler, where the same one runs once', () => {
  test('the first stands, whatever the others say about matcher, shell and time', () => {
    const made = planned([hook('a', shell('x')), hook('b', shell('x', 'powershell'), { timeoutMs: 5 })]);
    expect(names(made)).toEqual(['a']);
    expect(made.skipped).toMatchObject([{ hook: { name: 'b' }, why: 'the same command runs already as test:a' }]);
  });

  test('it is as strict as the strictest of them, and waited for if one of them is', () => {
    const weak = { timeoutMs: 1, background: true } as const;
    const strong = { timeoutMs: 9000, onFault: 'block' } as const;
    for (const [first, second] of [
      [weak, strong],
      [strong, weak],
    ] as const) {
      const made = planned([hook('a', shell('x'), first), hook('b', shell('x'), second)]);
      expect(made.steps).toMatchObject([
        { hook: { name: 'a' }, background: false, runs: { timeoutMs: 9000, onFault: 'block', background: false } },
      ]);
    }
  });

  test('copies that are all in the background stay there', () => {
    const late = { background: true } as const;
    expect(planned([hook('a', shell('x'), late), hook('b', shell('x'), late)]).steps).toMatchObject([
      { background: true },
    ]);
  });

  test.each<[string, Hook, Hook]>([
    ['another text', hook('a', shell('x')), hook('b', shell('y'))],
    ['another condition', hook('a', shell('x')), hook('b', shell('x'), { condition: condition('Bash(x)') })],
    ["a plugin's copy", hook('a', shell('x')), hook('b', shell('x'), { folder: '/plugin' })],
    [
      'other arguments',
      hook('a', { kind: 'command', form: 'argv', program: 'x', args: ['a b'] }),
      hook('b', { kind: 'command', form: 'argv', program: 'x', args: ['a', 'b'] }),
    ],
    [
      'an agent with the text of a prompt',
      hook('a', { kind: 'prompt', prompt: 'p', model: null }),
      hook('b', { kind: 'agent', prompt: 'p', model: null, tools: null, maxTurns: null }),
    ],
    [
      'another input of a tool',
      hook('a', { kind: 'mcp_tool', server: 's', tool: 't', input: {} }),
      hook('b', { kind: 'mcp_tool', server: 's', tool: 't', input: { a: 1 } }),
    ],
  ])('%s is a hook of its own', (_what, one, other) => {
    expect(names(planned([one, other]))).toEqual(['a', 'b']);
  });

  test('a request to the same address is a copy, even without its header', () => {
    const to = (headers: Readonly<Record<string, string>>): Handler => ({
      kind: 'http',
      url: 'http://localhost/',
      headers,
      allowedVariables: null,
    });
    const made = planned([hook('a', to({ secret: 's' })), hook('b', to({}))]);
    expect(made.steps[0]?.runs?.handler).toMatchObject({ headers: { secret: 's' } });
    expect(names(made)).toEqual(['a']);
  });
});

describe('copies where those of the project stand first', () => {
  const qwen = (hooks: readonly Hook[]): Plan =>
    plan(
      hooks.map((each) => ({ hook: each, inactiveBecause: null })),
      aFrame('qwen', BASH),
    );
  const of = (scope: Hook['scope'], env: Hook['env'], over: Partial<Hook> = {}): Hook =>
    hook('guard', shell('x'), { id: `test:${scope}`, scope, env, ...over });

  test('the copy of the widest scope says how it is run, and the first where it stands', () => {
    const weak = { handler: shell('x', 'powershell') };
    const made = qwen([
      of('project', { SKIP: '1' }, weak),
      of('user', { A: 'b' }),
      of('managed', {}),
      of('plugin', { C: 'd' }),
    ]);
    expect(made.steps).toMatchObject([{ hook: { scope: 'project' }, runs: { env: {}, handler: { shell: 'bash' } } }]);
    const two = qwen([of('project', { SKIP: '1' }, weak), of('user', { A: 'b' })]);
    expect(two.steps).toMatchObject([{ runs: { env: { A: 'b' }, handler: { shell: 'bash' } } }]);
  });

  test('of copies of one scope the first says it', () => {
    expect(qwen([of('project', { A: '1' }), of('project', { A: '2' })]).steps).toMatchObject([
      { runs: { env: { A: '1' } } },
    ]);
  });
});

describe('a time limit that all hooks of an event share', () => {
  const END = anEvent('SessionEnd', { reason: 'other' });
  const limits = (hooks: readonly Hook[], env: Place['env'] = {}): readonly (number | undefined)[] =>
    planned(hooks, END, { env }).steps.map(({ runs }) => runs?.timeoutMs);
  const with_ = (timeoutMs: number, over: Partial<Hook> = {}): Hook =>
    hook(`t${timeoutMs}`, shell(`t${timeoutMs}`), { timeoutMs, event: 'SessionEnd', ...over });

  test('is the longest that a settings file gives, up to its bound', () => {
    expect(limits([with_(1500), with_(5000)])).toEqual([5000, 5000]);
    expect(limits([with_(1500), with_(90_000)])).toEqual([60_000, 60_000]);
  });

  test('leaves a hook the shorter time that it gives itself', () => {
    expect(limits([with_(800), with_(5000)])).toEqual([800, 5000]);
  });

  test('is not raised by a plugin', () => {
    expect(limits([with_(1500), with_(5000, { scope: 'plugin' })])).toEqual([1500, 1500]);
  });

  test('is what the variable says', () => {
    const env = { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '700' };
    expect(limits([with_(1500), with_(5000)], env)).toEqual([700, 700]);
    const longer = { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '9000' };
    expect(limits([with_(1500), with_(5000)], longer)).toEqual([9000, 5000]);
  });
});
