import { describe, expect, test } from 'vitest';
import { aFrame, aHook, aMatcher, anEvent } from '../../../../test/support/hooks.ts';
import type { EventName, Hook, Matcher } from '../model/index.ts';
import type { Place } from './frame.ts';
import type { Plan } from './plan.ts';
import { plan, restOf } from './plan.ts';

const BASH = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });

const planned = (dialect: string, hooks: readonly Hook[], place: Partial<Place> = {}): Plan =>
  plan(
    hooks.map((hook) => ({ hook, inactiveBecause: null })),
    aFrame(dialect, BASH, place),
  );

/** Names in the order of the plan; a background hook has an ampersand. */
const order = ({ steps }: Plan): readonly string[] =>
  steps.map(({ hook, background }) => `${hook.name}${background ? ' &' : ''}`);
const rest = (made: Plan): readonly (readonly [string, boolean, string])[] =>
  restOf(made).map(({ hook, matched, why }) => [hook.name, matched, why]);
const named = (name: string, over: Partial<Hook> = {}): Hook => aHook({ name, ...over });

describe('a plan', () => {
  test('is whole: steps with why they run, what was skipped, pace; the rest is told when asked for', () => {
    const [one, two] = [named('one'), named('two', { matcher: aMatcher('Write') })];
    const frame = aFrame('kolega', BASH);
    const hooks = [one, two].map((hook) => ({ hook, inactiveBecause: null }));
    const made = plan(hooks, frame);
    expect(made).toStrictEqual({
      frame,
      steps: [{ hook: one, background: false, why: 'matches' }],
      skipped: [],
      pace: 'one-by-one',
      hooks,
    });
    expect(restOf(made)).toEqual([{ hook: two, matched: false, why: 'does not match' }]);
  });

  test('in which nothing matched is whole, too', () => {
    const frame = aFrame('qoder', BASH);
    const hooks = [{ hook: named('one', { matcher: aMatcher('Write') }), inactiveBecause: null }];
    expect(plan(hooks, frame)).toStrictEqual({ frame, steps: [], skipped: [], pace: 'parallel', hooks });
    expect(plan([], frame)).toStrictEqual({ frame, steps: [], skipped: [], pace: 'parallel', hooks: [] });
  });

  test('tells a hook that it left out as not matched, whatever its matcher says later', () => {
    const answers = [false, true];
    const test = () => ({ matches: answers.shift() === true, why: 'asked' });
    const made = planned('qoder', [named('one', { matcher: { ...aMatcher(), test } })]);
    expect(rest(made)).toEqual([['one', false, 'asked']]);
  });

  test('a hook that must not run is not reported where its matcher could not decide', () => {
    const slow: Matcher = { ...aMatcher(), test: () => ({ matches: true, why: 'slow', undecided: 'ever' }) };
    const made = plan(
      [
        { hook: named('one', { matcher: slow }), inactiveBecause: 'not trusted' },
        { hook: named('two', { matcher: slow }), inactiveBecause: null },
      ],
      aFrame('qoder', BASH),
    );
    expect(made.skipped).toEqual([]);
    expect(made.steps.map(({ hook, why, isUndecided }) => [hook.name, why, isUndecided])).toEqual([
      ['two', 'slow', true],
    ]);
    expect(rest(made)).toEqual([['one', true, 'not trusted']]);
  });

  test('lists an untrusted hook that matched apart from one that did not', () => {
    const hooks = [
      { hook: named('one'), inactiveBecause: 'not trusted' },
      { hook: named('two', { matcher: aMatcher('Write') }), inactiveBecause: 'not trusted' },
      { hook: named('three'), inactiveBecause: null },
    ];
    const made = plan(hooks, aFrame('qoder', BASH));
    expect(order(made)).toEqual(['three']);
    expect(rest(made)).toEqual([
      ['one', true, 'not trusted'],
      ['two', false, 'does not match'],
    ]);
  });

  test('asks the condition only where the matcher accepts, and tells both reasons', () => {
    const asked: string[] = [];
    const condition = (name: string, matches: boolean): Hook['condition'] => ({
      text: `Bash(${name})`,
      names: null,
      test: () => {
        asked.push(name);
        return { matches, why: `condition ${matches ? 'holds' : 'fails'}` };
      },
    });
    const made = planned('qoder', [
      named('yes', { condition: condition('yes', true) }),
      named('no', { condition: condition('no', false) }),
      named('other', { matcher: aMatcher('Write'), condition: condition('other', true) }),
    ]);
    expect(asked).toEqual(['yes', 'no']); // and no more than once for a run
    expect(made.steps.map(({ hook, why }) => [hook.name, why])).toEqual([['yes', 'matches; condition holds']]);
    expect(rest(made)).toEqual([
      ['no', false, 'condition fails'],
      ['other', false, 'does not match'],
    ]);
  });
});

describe('order', () => {
  const hooks = [
    named('a', { priority: 10 }),
    named('b'),
    named('c', { priority: 999 }),
    named('d'),
    named('e', { priority: 0 }),
  ];

  test.each(['kolega', 'qoder', 'kode', 'polytoken'])(
    'in %s is that of the configuration, whatever a priority says',
    (dialect) => {
      expect(order(planned(dialect, hooks))).toEqual(['a', 'b', 'c', 'd', 'e']);
    },
  );

  test('in agent-hooks is by priority, the highest first, and equal ones in configuration order', () => {
    expect(order(planned('agent-hooks', hooks))).toEqual(['c', 'b', 'd', 'a', 'e']);
  });

  test('in agent-hooks puts async hooks behind all others, whatever their priority', () => {
    const some = [
      named('late', { background: true, priority: 999 }),
      named('low', { priority: 1 }),
      named('later', { background: true }),
      named('high', { priority: 500 }),
    ];
    expect(order(planned('agent-hooks', some))).toEqual(['high', 'low', 'late &', 'later &']);
  });

  test('in qoder keeps background hooks in their place', () => {
    expect(order(planned('qoder', [named('a'), named('b', { background: true }), named('c')]))).toEqual([
      'a',
      'b &',
      'c',
    ]);
  });
});

describe('pace', () => {
  test.each(['kolega', 'agent-hooks', 'kode', 'polytoken'])('in %s is one by one', (dialect) => {
    expect(planned(dialect, [named('a'), named('b')]).pace).toBe('one-by-one');
  });

  test('in qoder is parallel, unless any matched group is sequential', () => {
    const sequential = { sequential: true };
    expect(planned('qoder', [named('a'), named('b')]).pace).toBe('parallel');
    expect(planned('qoder', [named('a'), named('b', sequential)]).pace).toBe('one-by-one');
    expect(planned('qoder', [named('a'), named('b', { ...sequential, matcher: aMatcher('Write') })]).pace).toBe(
      'parallel',
    );
  });

  test('in qoder is not made sequential by a hook in shadow, which still runs in its place', () => {
    const hooks = [named('a'), named('b', { sequential: true }), named('c')];
    const entry = hooks.map((hook) => ({
      hook,
      inactiveBecause: null,
      ...(hook.sequential ? { shadow: true as const } : {}),
    }));
    const made = plan(entry, aFrame('qoder', BASH));
    expect([made.pace, made.steps.map(({ hook, shadow }) => [hook.name, shadow])]).toEqual([
      'parallel',
      [
        ['a', undefined],
        ['b', true],
        ['c', undefined],
      ],
    ]);
  });

  test('in qoder is sequential also when the hook of the sequential group is a duplicate', () => {
    const handler = named('a').handler;
    expect(planned('qoder', [named('a'), named('b', { handler, sequential: true }), named('c')]).pace).toBe(
      'one-by-one',
    );
  });
});

describe('identical commands', () => {
  const first = named('first');
  const same = { handler: first.handler };

  test('run once in qoder', () => {
    const made = planned('qoder', [first, named('twin', { ...same, timeoutMs: 5, scope: 'local' }), named('other')]);
    expect(order(made)).toEqual(['first', 'other']);
    expect(rest(made)).toEqual([['twin', true, 'the same command runs already as test:first']]);
  });

  test.each(['kolega', 'kode', 'polytoken', 'agent-hooks'])('run as often as they are written in %s', (dialect) => {
    expect(order(planned(dialect, [first, named('twin', same)]))).toEqual(['first', 'twin']);
  });

  test.each<[string, Partial<Hook>]>([
    ['env', { env: { A: '1' } }],
    ['if', { condition: { ...aMatcher(), text: 'Bash(ls)' } }],
    ['command', { handler: { kind: 'command', form: 'shell', shell: 'bash', script: 'else' } }],
    ['shell', { handler: { kind: 'command', form: 'shell', shell: 'powershell', script: 'run first' } }],
    ['args', { handler: { kind: 'command', form: 'argv', program: 'run first', args: [] } }],
    ['plugin', { folder: '/plugins/demo' }],
  ])('are not identical when they differ in %s', (_what, over) => {
    expect(order(planned('qoder', [first, named('twin', { ...same, ...over })]))).toEqual(['first', 'twin']);
  });

  test('are identical whatever the order of their env', () => {
    const made = planned('qoder', [
      named('first', { env: { A: '1', B: '2' } }),
      named('twin', { ...same, env: { B: '2', A: '1' } }),
    ]);
    expect(order(made)).toEqual(['first']);
  });

  test('are not identical when a variable has another value', () => {
    const twins = ['1', '2', '1'].map((value) => named(`with ${value}`, { ...same, env: { A: value } }));
    expect(order(planned('qoder', twins))).toEqual(['with 1', 'with 2']);
  });

  test('are told behind the hooks that did not match', () => {
    const other = named('other', { matcher: aMatcher('Write') });
    expect(rest(planned('qoder', [first, named('twin', same), other])).map(([name]) => name)).toEqual([
      'other',
      'twin',
    ]);
  });

  test('run both when one of them is in shadow, which replaces no other', () => {
    const hooks = [
      { hook: first, inactiveBecause: null, shadow: true as const },
      { hook: named('twin', same), inactiveBecause: null },
    ];
    expect(order(plan(hooks, aFrame('qoder', BASH)))).toEqual(['first', 'twin']);
  });

  test('are not looked for among other kinds of hooks', () => {
    const handler = { kind: 'prompt', prompt: 'Fine?', model: null } as const;
    expect(order(planned('qoder', [named('a', { handler }), named('b', { handler })]))).toEqual(['a', 'b']);
  });

  test('count only among hooks that matched', () => {
    const made = planned('qoder', [named('first', { matcher: aMatcher('Write') }), named('twin', { ...same })]);
    expect(order(made)).toEqual(['twin']);
  });

  test('keep the one that can stop the action', () => {
    const made = planned('qoder', [named('first', { background: true }), named('twin', same)]);
    expect(order(made)).toEqual(['twin']);
    expect(rest(made)).toEqual([['first', true, 'the same command runs already as test:twin']]);
  });
});

describe('the background', () => {
  test.each<[EventName, readonly string[]]>([
    ['PostToolUse', ['a &', 'b &']],
    ['SubagentStop', ['a &', 'b &']],
    ['PreToolUse', ['a', 'b']],
    ['Stop', ['a', 'b']],
  ])('in polytoken is where hooks of %s run: %j', (event, expected) => {
    const hooks = [named('a'), named('b')].map((hook) => ({ hook, inactiveBecause: null }));
    expect(order(plan(hooks, aFrame('polytoken', event)))).toEqual(expected);
  });

  test('in qoder is where a hook that may wake the model runs, if there is a model to wake', () => {
    const wake = named('wake', { background: true, wake: { message: null, summary: null } });
    expect(order(planned('qoder', [wake], { canWake: true }))).toEqual(['wake &']);
    expect(order(planned('qoder', [wake], { canWake: false }))).toEqual(['wake']);
    expect(order(planned('qoder', [named('plain', { background: true })], { canWake: false }))).toEqual(['plain &']);
  });
});
