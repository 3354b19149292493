import { describe, expect, it } from 'vitest';
import { compileMatcher } from './compile-matcher.ts';
import { compileGuardedRegex, type GuardedSearch } from './guarded-regex.ts';
import { estimateRegexCost } from './regex-cost.ts';
import { DECISION_LIMIT_MS, runWithin } from './time-limit.ts';

const CATASTROPHES: readonly (readonly [pattern: string, subject: string])[] = [
  ['^(a+)+$', `${'a'.repeat(50)}!`],
  ['(a+)+$', `${'a'.repeat(50)}!`],
  ['(a|a)*b', 'a'.repeat(50)],
  ['^(a|a)*$', `${'a'.repeat(50)}!`],
  ['(a|aa)+$', `${'a'.repeat(80)}!`],
  ['(.*a){20}', `${'a'.repeat(19)}${'b'.repeat(3000)}`],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(80)],
  ['(x+x+)+y', 'x'.repeat(60)],
  [`${'a?'.repeat(16)}${'a'.repeat(16)}`, 'a'.repeat(15)],
  ['(a*)*b', 'a'.repeat(60)],
  ['(?:a?){40}a{40}', 'a'.repeat(39)],
  ['(.*)(.*)(.*)(.*)(.*)(.*)x$', 'a'.repeat(500)],
  ['(a+)\\1+b', 'a'.repeat(20_000)],
  ['\\s+$', `${' '.repeat(200_000)}x`],
];

/** Time on the processor: the clock on the wall says little while other programs run. */
const elapsedMs = (start: NodeJS.CpuUsage): number => process.cpuUsage(start).user / 1000;

const guard = (source: string): GuardedSearch => {
  const compiled = compileGuardedRegex(source, '');
  if ('why' in compiled) throw new Error(compiled.why);
  return compiled.search;
};

describe('a guarded regular expression', () => {
  it.each(CATASTROPHES)('%s ends within 100 ms', (pattern, subject) => {
    const search = guard(pattern);
    search(['warm'], DECISION_LIMIT_MS);
    const start = process.cpuUsage();
    expect(['refuses', 'undecided']).toContain(search([subject], DECISION_LIMIT_MS));
    expect(elapsedMs(start)).toBeLessThan(100);
  });

  it('is undecided when its time runs out, and works again after that', () => {
    const search = guard('^(a+)+$');
    expect(search([`${'a'.repeat(50)}!`], DECISION_LIMIT_MS)).toBe('undecided');
    expect(search(['aaa'], DECISION_LIMIT_MS)).toBe('accepts');
    expect(search(['aab'], DECISION_LIMIT_MS)).toBe('refuses');
  });

  it('shares one limit between all texts', () => {
    const search = guard('^(a+)+$');
    const start = process.cpuUsage();
    expect(
      search(
        Array.from({ length: 100 }, () => `${'a'.repeat(50)}!`),
        DECISION_LIMIT_MS,
      ),
    ).toBe('undecided');
    expect(elapsedMs(start)).toBeLessThan(100);
  });

  it('is refused when the engine would need too long to make it ready', () => {
    expect(compileGuardedRegex(`${'a?'.repeat(40)}${'a'.repeat(40)}`, '')).toHaveProperty('why');
    expect(compileGuardedRegex('a'.repeat(9000), '')).toHaveProperty('why');
    for (const piece of ['(?:a|)', '(?:|a)', '(?:a|b?)', '(?:a|(?:b|))', '(?:a|\\b)', '(?:a|(?!b))', '(?:a{0}|a)'])
      expect(compileGuardedRegex(`${piece.repeat(40)}${'a'.repeat(40)}`, '')).toHaveProperty('why');
  });

  it('a simple search decides about texts of any length', () => {
    const text = 'x y "z"\n'.repeat(500_000);
    expect(guard('rm -rf /|mkfs')([text], DECISION_LIMIT_MS)).toBe('refuses');
    expect(guard('mkfs')([text, `${text}mkfs`], DECISION_LIMIT_MS)).toBe('accepts');
  });

  it('finds a match in any of the texts', () => {
    expect(guard('b')(['a', 'cb'], 50)).toBe('accepts');
    expect(guard('b')([], 50)).toBe('refuses');
  });

  it('a matcher that cannot decide lets the hook run, says so, and does not think again', () => {
    const subject = { text: `${'a'.repeat(50)}!`, toolName: null, toolInput: null, project: '/' };
    const { matcher } = compileMatcher('names-or-searched-regex', { pattern: '^(a+)+$' });
    const result = matcher.test(subject);
    expect(result).toEqual({
      matches: true,
      why: `matcher "^(a+)+$" could not decide about "${subject.text}" within 50 ms: taken as a match`,
    });
    const start = process.cpuUsage();
    expect(matcher.test(subject)).toBe(result);
    expect(elapsedMs(start)).toBeLessThan(5);
  });

  it('the two expressions of a content matcher share one limit', () => {
    const slow = '^(a+)+$';
    const text = `${'a'.repeat(50)}!`;
    const { matcher } = compileMatcher('tool-and-content-regex', { tool: slow, content: slow });
    const start = process.cpuUsage();
    expect(matcher.test({ text, toolName: text, toolInput: [text, text], project: '/' }).matches).toBe(true);
    expect(elapsedMs(start)).toBeLessThan(100);
  });
});

describe('the estimate of a search', () => {
  it.each<readonly [RegExp, number, number]>([
    [/abc/, 1, 1],
    [/^abc$/, 1, 0],
    [/^abc|x/, 2, 1],
    [/^mcp__.*/, 1, 1],
    [/.*a.*/, 1, 3],
    [/a?b?/, 4, 1],
    [/a{2,5}/, 6, 1],
    [/a{2,}/, 1, 2],
    [/(?:abc)+/, 1, 2],
    [/(?<name>a|b)c/, 2, 1],
    [/[(+*|]\*\(/, 1, 1],
    [/(a)\1/, 1, 2],
  ])('%s grows by its choices', (regex, factor, degree) => {
    expect(estimateRegexCost(regex)).toMatchObject({ factor, degree });
  });

  it.each([/(a+)+/, /(a|b)*/, /(a?){9}/, /(?:(a*)b)*/, /((a|b)c)+/, /(?=a*)(?:x(?=a*))+/])(
    '%s has no bound',
    (regex) => {
      expect(estimateRegexCost(regex).degree).toBe(Infinity);
    },
  );

  it.each<readonly [RegExp, number]>([
    [/a?b?c/, 2],
    [/a?|b?c?/, 3],
    [/(?:a|)(?:|b)/, 2],
    [/(?:a|b)(?:cd|e+)/, 0],
    [/(?:a|b?)/, 2],
    [/(?:a|(?=b))(?:\b|^c)(?:d|$)/, 3],
    [/(?:(?=a))(?:)/, 0],
    [/(?:(?:a|)b|c)(?:d|e{0,9}|(?:))/, 2],
    [/(?:a|\.b|c\d)/, 0],
    [/a{1,3}/, 2],
    [/(?:a?){3}/, 3],
    [/(?:a?){40}/, 1],
    [/a*b+c{2,9}/, 0],
  ])('%s has optional parts in a row', (regex, optionals) => {
    expect(estimateRegexCost(regex).optionals).toBe(optionals);
  });

  it('sees nested sets under the flag v', () => {
    expect(estimateRegexCost(new RegExp('[a[*]]+', 'v'))).toEqual({ factor: 1, degree: 2, optionals: 0 });
  });
});

describe('runWithin', () => {
  it('gives the value, or null when the work is too slow or fails', () => {
    expect(runWithin(50, () => 7)).toBe(7);
    expect(
      runWithin(10, () => {
        for (;;);
      }),
    ).toBe(null);
    expect(
      runWithin(50, () => {
        throw new Error('no');
      }),
    ).toBe(null);
  });
});
