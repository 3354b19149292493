import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aHook, aMatcher } from '../../../../test/support/hooks.ts';
import type { Matcher, MatchResult, MatchRule, MatchSubject } from '../model/index.ts';
import type { HookEntry } from './routes.ts';
import { indexOf, isSelected } from './hook-index.ts';
import { compileMatcher } from './rules/compile-matcher.ts';
import { compileToolRule } from './rules/tool-rule.ts';

const subjectOf = (text: string | null, over: Partial<MatchSubject> = {}): MatchSubject => ({
  text,
  toolName: text,
  toolInput: { command: 'git push' },
  project: '/project',
  ...over,
});

const RULES: readonly MatchRule[] = [
  'names-or-full-regex',
  'names-or-searched-regex',
  'basenames-or-searched-regex',
  'tool-and-content-regex',
  'segment-glob',
  'everything',
];

// Few words, so that matchers and subjects meet.
const NAMES = ['Bash', 'Read', 'Write', 'mcp__a', 'mcp__a__b', 'mcp__ab', 'a/b', 'a/b/c', '', 'Bash2', 'x.ts', 'ba'];
const PATTERNS = [
  ...NAMES,
  'Bash|Read',
  'Read, Write',
  '*',
  'mcp__.*',
  '^mcp__a',
  '^mcp__a*',
  '^mcp__a?b',
  '^mcp__a+$',
  '^Ba|Re',
  '^(Bash|x)',
  'mcp__a__.*',
  'a/*',
  'a/**',
  '**/c',
  'm?p__a',
  '[BR]*',
  '^x\\.ts$',
  '^x\\.',
  '(?i)bash',
  '(',
  '^a{0}Bash',
  '.+',
  '^$',
  'a-b|Read',
];

const aWrittenHook = fc
  .record({
    rule: fc.constantFrom(...RULES),
    pattern: fc.option(fc.constantFrom(...PATTERNS)),
    tool: fc.option(fc.constantFrom(...PATTERNS), { nil: undefined }),
    content: fc.option(fc.constantFrom('git', 'push$', 'nothing'), { nil: undefined }),
    rawCondition: fc.option(fc.constantFrom('Bash(git *)', 'Bash(ls)', 'Read', 'mcp__.*')),
    inactiveBecause: fc.option(fc.constant('not trusted')),
  })
  .map(({ rule, pattern, tool, content, rawCondition, inactiveBecause }): HookEntry => {
    const written = { pattern, ...(tool === undefined ? {} : { tool }), ...(content === undefined ? {} : { content }) };
    const condition = rawCondition === null ? null : compileToolRule(rawCondition, 'names-or-searched-regex').matcher;
    return { hook: aHook({ matcher: compileMatcher(rule, written).matcher, condition }), inactiveBecause };
  });

const aSubject = fc
  .record({
    text: fc.option(fc.oneof(fc.constantFrom(...NAMES), fc.string(), fc.constant('mcp__a'.repeat(60)))),
    toolName: fc.oneof(
      fc.constant('same'),
      fc.option(fc.constantFrom(...NAMES)).map((name) => ({ name })),
    ),
    command: fc.constantFrom('git push', 'ls', ''),
  })
  .map(({ text, toolName, command }) =>
    subjectOf(text, {
      toolInput: { command },
      ...(typeof toolName === 'string' ? {} : { toolName: toolName.name }),
    }),
  );

describe('an index', () => {
  test('selects what asking every hook selects, for the same reasons and in the same order, however often it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(aWrittenHook, { maxLength: 12 }),
        fc.array(fc.tuple(aSubject, fc.array(aSubject, { maxLength: 1 })), { minLength: 1, maxLength: 8 }),
        (hooks, asked) => {
          for (const [subject, otherSubjects] of [...asked, ...asked]) {
            const naive = hooks.flatMap((entry) => {
              const { matches, why, undecided } = isSelected(entry.hook, { subject, otherSubjects });
              if (!matches) return [];
              return [undecided === undefined ? { entry, why } : { entry, why, isUndecided: true }];
            });
            expect(indexOf(hooks).select({ subject, otherSubjects })).toEqual(naive);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('asks a matcher that looks at names once for a name, and one that looks at the call for every call', () => {
    const asked: string[] = [];
    const counting = (name: string, over: Partial<Matcher> = {}): HookEntry => ({
      hook: aHook({
        name,
        matcher: {
          text: name,
          names: null,
          test: ({ text }) => {
            asked.push(`${name} ${text}`);
            return { matches: true, why: '' };
          },
          ...over,
        },
      }),
      inactiveBecause: null,
    });
    const hooks = [
      counting('names', { looksAt: 'names' }),
      counting('call'),
      counting('named', { names: ['Read'] }),
      counting('begun', { prefix: 'Rea' }),
      counting('ruled out', { couldAccept: () => false }),
    ];
    for (const text of ['Bash', 'Bash', 'Read', 'Bash'])
      indexOf(hooks).select({ subject: subjectOf(text), otherSubjects: [] });
    expect(asked.join(', ')).toBe(
      'names Bash, call Bash, call Bash, names Read, call Read, named Read, begun Read, call Bash',
    );
  });

  test('does not grow with the subjects that it sees, nor remember long ones', () => {
    let asked = 0;
    const matcher: Matcher = {
      text: null,
      names: null,
      looksAt: 'names',
      test: () => {
        asked += 1;
        return { matches: true, why: '' };
      },
    };
    const hooks = [{ hook: aHook({ matcher }), inactiveBecause: null }];
    const ask = (text: string): void => void indexOf(hooks).select({ subject: subjectOf(text), otherSubjects: [] });
    for (let count = 0; count < 5_000; count += 1) ask(`tool${count}`);
    ask('tool4999');
    expect(asked).toBe(5_000);
    ask('tool0');
    expect(asked).toBe(5_001);
    ask('x'.repeat(201));
    ask('x'.repeat(201));
    expect(asked).toBe(5_003);
  });

  test('costs no more with ten thousand hooks than with ten', () => {
    const many = (count: number): readonly HookEntry[] =>
      Array.from({ length: count }, (_, index) => {
        const pattern = index % 2 === 0 ? `tool_${index}` : `mcp__server${index}__.*`;
        const { matcher } = compileMatcher('names-or-full-regex', { pattern });
        return { hook: aHook({ name: String(index), matcher }), inactiveBecause: null };
      });
    const [few, all] = [many(10), many(10_000)];
    const cpuOf = (hooks: readonly HookEntry[]): number => {
      const before = process.cpuUsage();
      for (let count = 0; count < 20_000; count += 1)
        indexOf(hooks).select({ subject: subjectOf(`other${count % 1000}`), otherSubjects: [] });
      return process.cpuUsage(before).user;
    };
    cpuOf(few);
    cpuOf(all);
    const ratios = Array.from({ length: 9 }, () => cpuOf(all) / Math.max(1, cpuOf(few)));
    // Ten times the bar: a loop over all of them would be a thousand times as much.
    expect(ratios.toSorted((one, other) => one - other)[4]).toBeLessThan(20);
  });
});

describe('a tool under several names', () => {
  const hooks: readonly HookEntry[] = [
    { hook: aHook({ name: 'second', matcher: aMatcher('two') }), inactiveBecause: null },
    { hook: aHook({ name: 'first', matcher: aMatcher('one') }), inactiveBecause: null },
    { hook: aHook({ name: 'other', matcher: aMatcher('three') }), inactiveBecause: null },
    { hook: aHook({ name: 'both', matcher: aMatcher('one', 'two') }), inactiveBecause: null },
  ];
  const subjects = { subject: subjectOf('one'), otherSubjects: [subjectOf('zero'), subjectOf('two')] };

  test('selects what one of its names selects, in configuration order', () => {
    expect(
      indexOf(hooks)
        .select(subjects)
        .map(({ entry }) => entry.hook.name),
    ).toEqual(['second', 'first', 'both']);
    expect(hooks.map(({ hook }) => isSelected(hook, subjects).matches)).toEqual([true, true, false, true]);
  });

  test('gives the reason of the name that was accepted, else that of the first', () => {
    const named = (name: string): Matcher => ({
      ...aMatcher(name),
      test: ({ text }) => ({ matches: text === name, why: `${name} asked about ${text}` }),
    });
    const whyOf = (name: string): string => isSelected(aHook({ matcher: named(name) }), subjects).why;
    expect([whyOf('one'), whyOf('two'), whyOf('three')]).toEqual([
      'one asked about one',
      'two asked about two',
      'three asked about one',
    ]);
  });
});

test('matchers that begin alike are found together, longer than the index looks as well', () => {
  const long = 'x'.repeat(40);
  const matcher = (pattern: string): Matcher => compileMatcher('names-or-searched-regex', { pattern }).matcher;
  const hooks = [`^${long}a`, `^${long}b`, '^x+$', '^y', `^${long}a.*`].map((pattern) => ({
    hook: aHook({ name: pattern, matcher: matcher(pattern) }),
    inactiveBecause: null,
  }));
  const selectedBy = (text: string): readonly string[] =>
    indexOf(hooks)
      .select({ subject: subjectOf(text), otherSubjects: [] })
      .map(({ entry }) => entry.hook.name);
  expect([selectedBy(`${long}a`), selectedBy(`${long}b`), selectedBy('xx'), selectedBy('y'), selectedBy('')]).toEqual([
    [`^${long}a`, `^${long}a.*`],
    [`^${long}b`],
    ['^x+$'],
    ['^y'],
    [],
  ]);
});

describe('a matcher that could not decide', () => {
  const call = { kind: 'function', call: () => undefined } as const;
  const answering = (...answers: readonly MatchResult[]): readonly HookEntry[] => {
    let asked = 0;
    const matcher: Matcher = {
      text: 'x',
      names: null,
      looksAt: 'names',
      test: () => answers[Math.min(asked++, answers.length - 1)] ?? { matches: false, why: '' },
    };
    return [{ hook: aHook({ handler: call, matcher }), inactiveBecause: null }];
  };
  const subjects = { subject: subjectOf('Bash'), otherSubjects: [] };
  const undecided = (when: 'ever' | 'pending'): MatchResult => ({ matches: true, why: 'slow', undecided: when });

  test('yet is asked again about the same text, and its answer then holds', () => {
    const hooks = answering(undecided('pending'), { matches: false, why: 'no' });
    expect(indexOf(hooks).select(subjects)).toEqual([{ entry: hooks[0], why: 'slow', isUndecided: true }]);
    expect(indexOf(hooks).select(subjects)).toEqual([]);
  });

  test('at all is not asked again', () => {
    const hooks = answering(undecided('ever'), { matches: false, why: 'no' });
    expect(indexOf(hooks).select(subjects)).toHaveLength(1);
    expect(indexOf(hooks).select(subjects)).toHaveLength(1);
  });
});
