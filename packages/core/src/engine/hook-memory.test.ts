import { describe, expect, test } from 'vitest';
import { aHook, aMatcher } from '../../../../test/support/hooks.ts';
import type { SlowSearches } from '../model/hook.ts';
import type { Hook, Matcher, MatchResult, MatchSubject } from '../model/index.ts';
import type { HookEntry } from './routes.ts';
import { indexOf, isSelected } from './hook-index.ts';
import { compileMatcher } from './rules/compile-matcher.ts';
import { compileToolRule } from './rules/tool-rule.ts';

const about = (text: string | null, toolName: string | null = text): MatchSubject => ({
  text,
  toolName,
  toolInput: {},
  project: '/project',
});

const entry = (over: Partial<Hook>): HookEntry => ({ hook: aHook(over), inactiveBecause: null });

/** Hooks that accept every name, and how often one of them was asked. */
function counting(count: number): { readonly hooks: readonly HookEntry[]; readonly asked: () => number } {
  let asked = 0;
  const test = (): MatchResult => {
    asked += 1;
    return { matches: true, why: '' };
  };
  const matcher: Matcher = { text: null, names: null, looksAt: 'names', test };
  return { hooks: Array.from({ length: count }, () => entry({ matcher })), asked: () => asked / count };
}

const ask = (hooks: readonly HookEntry[], ...subjects: readonly MatchSubject[]): void => {
  for (const subject of subjects) indexOf(hooks).select({ subject, otherSubjects: [] });
};

describe('an index remembers', () => {
  test('several texts, each however often the others come between', () => {
    const { hooks, asked } = counting(1);
    ask(hooks, ...['a', 'b', 'c', 'a', 'b', 'c', 'c', 'a'].map((text) => about(text)));
    expect(asked()).toBe(3);
  });

  test('texts of up to 200 characters', () => {
    const { hooks, asked } = counting(1);
    ask(hooks, about('x'.repeat(200)), about('x'.repeat(200)));
    expect(asked()).toBe(1);
    ask(hooks, about('x'.repeat(201)), about('x'.repeat(201)));
    expect(asked()).toBe(3);
  });

  test('a text whatever the tool is, where the matchers look at the text alone', () => {
    const { hooks, asked } = counting(1);
    ask(hooks, about('startup', null), about('startup', null), about('startup', 'Bash'));
    expect(asked()).toBe(1);
  });

  test('up to fifty thousand hooks in all, and then begins anew', () => {
    const { hooks, asked } = counting(1000);
    const texts = Array.from({ length: 51 }, (_, index) => about(`tool${index}`));
    ask(hooks, ...texts.slice(0, 50), ...texts.slice(0, 50));
    expect(asked()).toBe(50);
    ask(hooks, ...texts.slice(50), ...texts.slice(50));
    expect(asked()).toBe(51);
    ask(hooks, ...texts.slice(0, 49));
    expect(asked()).toBe(100);
    ask(hooks, ...texts.slice(0, 49), ...texts.slice(50));
    expect(asked()).toBe(100);
  });

  test('nothing while one of the hooks is still being decided', () => {
    const answers: MatchResult[] = [{ matches: true, why: 'slow', undecided: 'pending' }];
    const test = (): MatchResult => answers.shift() ?? { matches: false, why: 'no' };
    const slow: Matcher = { text: 'slow', names: null, looksAt: 'names', test };
    const hooks = [
      entry({ name: 'sure', matcher: counting(1).hooks[0]?.hook.matcher ?? aMatcher() }),
      entry({ name: 'slow', matcher: slow }),
    ];
    const names = () =>
      indexOf(hooks)
        .select({ subject: about('Bash'), otherSubjects: [] })
        .map(({ entry: { hook } }) => hook.name);
    expect([names(), names(), names()]).toEqual([['sure', 'slow'], ['sure'], ['sure']]);
  });
});

test('hooks are selected in configuration order, however the index finds them', () => {
  const written = ['^mcp__a', '.*', 'mcp__a__b', '^mcp__', 'x|mcp__a__b', 'a__.', '^mcp__a__b$'];
  const hooks = written.map((pattern) =>
    entry({ name: pattern, matcher: compileMatcher('names-or-searched-regex', { pattern }).matcher }),
  );
  const selected = indexOf(hooks).select({ subject: about('mcp__a__b'), otherSubjects: [] });
  expect(selected.map(({ entry: { hook } }) => hook.name)).toEqual(written);
});

test('the reason is that of the first name of a tool that is accepted', () => {
  const matcher: Matcher = {
    ...aMatcher(),
    test: ({ text }) => ({ matches: text !== 'no', why: `asked about ${text}` }),
  };
  const whyOf = (...texts: readonly [string, ...string[]]): string => {
    const [first, ...others] = texts;
    return isSelected(aHook({ matcher }), { subject: about(first), otherSubjects: others.map((text) => about(text)) })
      .why;
  };
  expect([whyOf('one', 'two'), whyOf('no', 'one', 'two'), whyOf('no', 'no')]).toEqual([
    'asked about one',
    'asked about one',
    'asked about no',
  ]);
});

describe('what hooks are asked', () => {
  const call = entry({
    handler: { kind: 'function', call: () => undefined },
    matcher: compileMatcher('everything', {}).matcher,
  });
  const searched = (pattern: string) => compileMatcher('names-or-searched-regex', { pattern }).matcher;
  const rule = (written: string) => compileToolRule(written, 'names-or-searched-regex').matcher;
  const only = (text: string) => ({ subject: about(text), otherSubjects: [] });

  test.each<[string, Partial<Hook>, number]>([
    ['a matcher that refuses the name', { matcher: searched('R.ad'), condition: rule('Bash') }, 1],
    ['a condition that cannot accept the name', { matcher: searched('B.sh'), condition: rule('Read(x)') }, 1],
    ['a condition that accepts the call', { matcher: searched('B.sh'), condition: rule('Bash') }, 2],
  ])('%s leaves so many hooks', (_what, over, count) => {
    expect(indexOf([call, entry(over)]).select(only('Bash'))).toHaveLength(count);
  });

  test('a slow search is not waited for where the event does such searches beside', () => {
    const slow = entry({ matcher: searched('^(?:(a+)+\\1)+$') });
    const start = performance.now();
    const subject = { ...about(`${'a'.repeat(50)}!`), slow: NOT_NOW };
    const found = indexOf([call, slow]).select({ subject, otherSubjects: [] });
    expect(found.map(({ isUndecided }) => isUndecided)).toEqual([undefined, true]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

const NOT_NOW: SlowSearches = { known: () => null, find: () => 'pending', mayTake: (steps) => steps <= 200_000 };
