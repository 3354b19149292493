import { describe, expect, it } from 'vitest';
import { estimateRegexCost } from './regex-cost.ts';

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
    [/(?<n>a)\k<n>/, 1, 2],
    [/^a/m, 1, 1],
    [/^(?:a|b)/, 2, 0],
    [/a|b|c/, 3, 1],
    [/a{3}/, 4, 1],
    [/a{0}/, 2, 1],
    [/(?:a|b){2}/, 5, Infinity],
    [/(?:a|b)?/, 3, 1],
    [/(?:ab){2}c/, 3, 1],
    [/a{12}/, 13, 1],
    [/a{1,12}b/, 13, 1],
    [/[a\]*]b/, 1, 1],
    [/[[*]b*/, 1, 2],
    [/\(a*\)/, 1, 2],
    [/(?<=a*)b/, 1, 2],
    [/(?<!a*)b/, 1, 2],
    [/a+?b*?/, 1, 3],
    [/a??b{2,3}?/, 8, 1],
    [/^(?:a*|b)/, 2, 1],
    [/^(?:a|b*)/, 2, 1],
    [/(?:a*)?/, 2, 2],
    [/(?:a{3})*/, 4, 2],
    [/k\.1/, 1, 1],
    [/\k/, 1, 2],
    [/\kx*<b>/, 1, 3],
  ])('%s grows by its choices', (regex, factor, degree) => {
    expect(estimateRegexCost(regex)).toMatchObject({ factor, degree });
  });

  it.each([/(a+)+/, /(a|b)*/, /(a?){9}/, /(?:(a*)b)*/, /((a|b)c)+/, /(?=a*)(?:x(?=a*))+/, /(a)(?:\1b)*/])(
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
    [/(?:a|(?<!b))/, 1],
    [/(?:a|(?<=b))/, 1],
    [/(?:a|\B)/, 1],
    [/(?:a|(b)\1)/, 0],
    [/(b)(?:a|\1)/, 1],
    [/(?<n>b)(?:a|\k<n>)/, 1],
    [/(?:a|b*)/, 1],
    [/(?:a|b+)/, 0],
    [/(?:a|b{0,3})/, 4],
    [/(?:a|bc?)/, 1],
    [/(?:a|b+?)/, 0],
    [/(?:a|^)/, 1],
    [/(?:a|(?<name>))/, 1],
    [/(?:|)/, 1],
    [/(?:a|[^])/, 0],
    [/a{2,3}/, 1],
    [/a{4}/, 0],
    [/a{0,4}/, 0],
    [/(?:a?){4}/, 1],
    [/a|/, 1],
    [/(?:x|\b<ab>)/, 0],
    [/(?<name>b)(?:a|\k<name>)/, 1],
  ])('%s has optional parts in a row', (regex, optionals) => {
    expect(estimateRegexCost(regex).optionals).toBe(optionals);
  });

  it('sees nested sets under the flag v', () => {
    expect(estimateRegexCost(new RegExp('[a[*]]+', 'v'))).toEqual({ factor: 1, degree: 2, optionals: 0 });
    expect(estimateRegexCost(new RegExp('[a[b]*]c', 'v'))).toEqual({ factor: 1, degree: 1, optionals: 0 });
  });
});

describe('an expression that is nested too deeply to be read', () => {
  it('has no bound', () => {
    const nested = (depth: number): RegExp => new RegExp(`${'(?:'.repeat(depth)}a${')'.repeat(depth)}`);
    expect(estimateRegexCost(nested(100))).toEqual({ factor: 1, degree: 1, optionals: 0 });
    expect(estimateRegexCost(nested(101)).degree).toBe(Infinity);
    expect(estimateRegexCost(new RegExp('(?:a)'.repeat(150)))).toEqual({
      factor: 1,
      degree: 1,
      optionals: 0,
    });
  });
});

describe('an expression that is not closed', () => {
  it.each(['[a', '(a', 'a\\'])('%s is read to its end', (source) => {
    expect(estimateRegexCost({ source, flags: '' })).toEqual({ factor: 1, degree: 1, optionals: 0 });
  });
});
