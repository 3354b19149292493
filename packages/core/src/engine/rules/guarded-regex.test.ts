import { beforeEach, describe, expect, it } from 'vitest';
import { compileMatcher } from './compile-matcher.ts';
import { compileGuardedRegex, type GuardedSearch } from './guarded-regex.ts';
import { estimateRegexCost } from './regex-cost.ts';
import type { Finding } from './compiled-matcher.ts';
import { DECISION_LIMIT_MS, runWithin, startEvent } from './time-limit.ts';

/** Matchers share the time that they may hold the event loop. */
const othersHaveTheirTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

beforeEach(othersHaveTheirTurn);

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

/** What is found out when a busy machine has given it its time. */
function settled(search: () => Finding): Finding {
  let finding: Finding = 'postponed';
  for (let attempt = 0; attempt < 50 && finding === 'postponed'; attempt += 1) {
    startEvent();
    finding = search();
  }
  return finding;
}

describe('a guarded regular expression', () => {
  it.each(CATASTROPHES)('%s ends within 100 ms', (pattern, subject) => {
    const search = guard(pattern);
    search(['warm'], DECISION_LIMIT_MS);
    const start = process.cpuUsage();
    expect(['refuses', 'undecided', 'postponed']).toContain(search([subject], DECISION_LIMIT_MS));
    expect(elapsedMs(start)).toBeLessThan(100);
  });

  it('is undecided when its time runs out, and works again after that', () => {
    const search = guard('^(a+)+$');
    expect(settled(() => search([`${'a'.repeat(50)}!`], DECISION_LIMIT_MS))).toBe('undecided');
    startEvent();
    expect(search(['aaa'], DECISION_LIMIT_MS)).toBe('accepts');
    expect(search(['aab'], DECISION_LIMIT_MS)).toBe('refuses');
  });

  it('shares one limit between all texts', () => {
    const search = guard('^(a+)+$');
    const start = process.cpuUsage();
    const texts = Array.from({ length: 100 }, () => `${'a'.repeat(50)}!`);
    expect(['undecided', 'postponed']).toContain(search(texts, DECISION_LIMIT_MS));
    expect(elapsedMs(start)).toBeLessThan(100);
  });

  it('is refused when the engine would need too long to make it ready', () => {
    expect(compileGuardedRegex(`${'a?'.repeat(40)}${'a'.repeat(40)}`, '')).toHaveProperty('why');
    expect(compileGuardedRegex('a'.repeat(9000), '')).toHaveProperty('why');
    for (const piece of ['(?:a|)', '(?:|a)', '(?:a|b?)', '(?:a|(?:b|))', '(?:a|\\b)', '(?:a|(?!b))', '(?:a{0}|a)'])
      expect(compileGuardedRegex(`${piece.repeat(40)}${'a'.repeat(40)}`, '')).toHaveProperty('why');
  });

  it('says why it cannot be used', () => {
    expect(compileGuardedRegex('a'.repeat(8192), '')).toHaveProperty('search');
    expect(compileGuardedRegex('a'.repeat(8193), '')).toEqual({
      refused: 'costly',
      why: 'it is longer than 8192 characters',
    });
    expect(compileGuardedRegex('a?'.repeat(16), '')).toHaveProperty('search');
    expect(compileGuardedRegex('a?'.repeat(17), '')).toEqual({
      refused: 'costly',
      why: 'it has more than 16 optional parts in a row',
    });
    expect(compileGuardedRegex('(', '')).toEqual({
      refused: 'invalid',
      why: expect.stringMatching(/^Invalid regular expression: /),
    });
  });

  it('is searched under its flags', () => {
    const compiled = compileGuardedRegex('^B', 'i');
    expect('search' in compiled && ['abc', 'b', 'B'].map((text) => compiled.search([text], 50))).toEqual([
      'refuses',
      'accepts',
      'accepts',
    ]);
    expect(compiled).toMatchObject({ prefix: '' });
    expect(compileGuardedRegex('^b', '')).toMatchObject({ prefix: 'b' });
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
    let result = matcher.test(subject);
    for (let attempt = 0; attempt < 50 && result.undecided === 'this-time'; attempt += 1) {
      startEvent();
      result = matcher.test(subject);
    }
    expect(result).toEqual({
      matches: true,
      why: `matcher "^(a+)+$" could not decide about "${subject.text}" within 50 ms: taken as a match`,
      undecided: 'ever',
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
    expect(estimateRegexCost(new RegExp('[a[*]]+', 'v'))).toEqual({ factor: 1, degree: 2, optionals: 0, choices: 1 });
    expect(estimateRegexCost(new RegExp('[a[b]*]c', 'v'))).toEqual({ factor: 1, degree: 1, optionals: 0, choices: 1 });
  });
});

describe('an expression that is nested too deeply to be read', () => {
  it('has no bound', () => {
    const nested = (depth: number): RegExp => new RegExp(`${'(?:'.repeat(depth)}a${')'.repeat(depth)}`);
    expect(estimateRegexCost(nested(100))).toEqual({ factor: 1, degree: 1, optionals: 0, choices: 1 });
    expect(estimateRegexCost(nested(101)).degree).toBe(Infinity);
    expect(estimateRegexCost(new RegExp('(?:a)'.repeat(150)))).toEqual({
      factor: 1,
      degree: 1,
      optionals: 0,
      choices: 1,
    });
  });
});

describe('an expression that is not closed', () => {
  it.each(['[a', '(a', 'a\\'])('%s is read to its end', (source) => {
    expect(estimateRegexCost({ source, flags: '' })).toEqual({ factor: 1, degree: 1, optionals: 0, choices: 1 });
  });
});

describe('runWithin', () => {
  const otherwise = { tooLong: 'too long', noTime: 'no time' };

  it('gives the value, or what it was told to give when the work is too slow or fails', () => {
    expect(runWithin({ owner: 'user', limitMs: 50 }, () => 'done', otherwise)).toBe('done');
    expect(
      runWithin(
        { owner: 'user', limitMs: 10 },
        () => {
          for (;;);
        },
        otherwise,
      ),
    ).toMatch(/^too long|no time$/);
    expect(
      runWithin(
        { owner: 'user', limitMs: 50 },
        () => {
          throw new Error('no');
        },
        otherwise,
      ),
    ).toBe('too long');
  });
});

describe('thousands of patterns', () => {
  const subjectOf = (text: string) => ({ text, toolName: null, toolInput: null, project: '/' });
  const matchers = (count: number, pattern: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => compileMatcher('names-or-full-regex', { pattern: pattern(index) }));

  it('that think long share their time: their hooks run', async () => {
    const slow = matchers(1000, (index) => `(a+|b${index})+$`);
    await othersHaveTheirTurn();
    const start = process.cpuUsage();
    expect(slow.every(({ matcher }) => matcher.test(subjectOf(`${'a'.repeat(50)}!`)).matches)).toBe(true);
    expect(elapsedMs(start)).toBeLessThan(2000);
  });

  it('that are ordinary are all decided', async () => {
    const plain = matchers(10_000, (index) => `.*_write_${index}`);
    await othersHaveTheirTurn();
    expect(plain.filter(({ matcher }) => matcher.test(subjectOf('mcp__files_write_77')).matches)).toHaveLength(1);
  });

  it('that take long to be made ready cost nothing before their first use, and then share the time of the event', async () => {
    const start = process.cpuUsage();
    const costly = matchers(1000, (index) => `(?i)x${index}${'\\w'.repeat(40)}`);
    await othersHaveTheirTurn();
    const results = costly.map(({ matcher }) => matcher.test(subjectOf('Bash')));
    expect(elapsedMs(start)).toBeLessThan(5000);
    expect(costly.every(({ problems }) => problems.length === 0)).toBe(true);
    expect(results.at(0)?.matches).toBe(false);
    expect(results.at(-1)).toEqual({ matches: true, undecided: 'this-time', why: expect.any(String) });
  });

  it('that are too costly alone are refused', () => {
    expect(compileGuardedRegex('\\p{L}'.repeat(400), 'v')).toEqual({
      refused: 'costly',
      why: 'it has too many groups and classes of characters',
    });
    expect(compileGuardedRegex('(?:ab|cd)'.repeat(800), '')).toHaveProperty('why');
  });

  it('a long list of words in a very long text is not begun, since it could not be stopped', () => {
    const words = Array.from({ length: 60 }, (_, index) => `aaaa${String.fromCharCode(98 + (index % 24))}.`).join('|');
    expect(guard(words)(['a'.repeat(1e6)], DECISION_LIMIT_MS)).toBe('undecided');
    expect(guard(words)(['a'.repeat(1e5)], DECISION_LIMIT_MS)).toBe('refuses');
    expect(guard(words)([`${'a'.repeat(1e5)}b.`], DECISION_LIMIT_MS)).toBe('accepts');
  });
});
