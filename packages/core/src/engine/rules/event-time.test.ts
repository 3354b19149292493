import { beforeEach, describe, expect, it } from 'vitest';
import type { MatchRule } from '../../model/dialect.ts';
import type { MatchResult, MatchSubject } from '../../model/hook.ts';
import { compileMatcher, type WrittenMatcher } from './compile-matcher.ts';
import { readingFor } from './pattern-reading.ts';
import { startEvent, withoutThinking } from './time-limit.ts';
import { compileToolRule } from './tool-rule.ts';

beforeEach(startEvent);

const on = (text: string): MatchSubject => ({ text, toolName: text, toolInput: { content: text }, project: '/' });

/** Time on the processor: the clock on the wall says little while other programs run. */
const elapsedMs = (start: NodeJS.CpuUsage): number => process.cpuUsage(start).user / 1000;

const SLOW_TEXT = `${'a'.repeat(60)}!`;
const slow = (scope: 'user' | 'project', count = 40) =>
  Array.from({ length: count }, (_, index) => {
    const pattern = `(a+)+[${index}]$`;
    return compileMatcher('names-or-searched-regex', { pattern }, readingFor(scope)).matcher;
  });

/** What is found out when a busy machine has given it its time. */
function settled(test: () => MatchResult | undefined): MatchResult | undefined {
  let result: MatchResult | undefined;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    startEvent();
    result = test();
    if (result?.undecided !== 'this-time') break;
  }
  return result;
}

describe('all matchers of one event together', () => {
  it('think for about as long as one of them may; what is left is taken as a match', () => {
    const matchers = slow('user');
    const start = process.cpuUsage();
    const results = matchers.map((matcher) => matcher.test(on(SLOW_TEXT)));
    expect(elapsedMs(start)).toBeLessThan(200);
    expect(results.every(({ matches }) => matches)).toBe(true);
    expect(results.at(-1)).toEqual({
      matches: true,
      why: `matcher "(a+)+[39]$" was not asked about "${SLOW_TEXT}", since the matchers before it took too long: taken as a match`,
      undecided: 'this-time',
    });
  });

  it('those of a project use up nothing of the time of the user', () => {
    for (const matcher of slow('project')) matcher.test(on(SLOW_TEXT));
    const { matcher } = compileMatcher('names-or-searched-regex', { pattern: '^Ba.h$' });
    expect(matcher.test(on('Bash'))).toEqual({ matches: true, why: 'matcher "^Ba.h$" accepts "Bash"' });
    expect(matcher.test(on('Read')).matches).toBe(false);
  });

  it('what was not asked in one event is asked in the next', () => {
    for (const matcher of slow('user')) matcher.test(on(SLOW_TEXT));
    const { matcher } = compileMatcher('names-or-searched-regex', { pattern: '[R]..[d]' });
    expect(matcher.test(on('Bash')).undecided).toBe('this-time');
    startEvent();
    expect(matcher.test(on('Bash'))).toEqual({ matches: false, why: 'matcher "[R]..[d]" does not accept "Bash"' });
  });

  it('what took as long as it may is not asked again', () => {
    const [matcher] = slow('user', 1);
    expect(settled(() => matcher?.test(on(SLOW_TEXT)))?.undecided).toBe('ever');
    startEvent();
    const start = process.cpuUsage();
    expect(matcher?.test(on(SLOW_TEXT)).undecided).toBe('ever');
    expect(elapsedMs(start)).toBeLessThan(10);
  });

  it('nothing is begun while nobody may think', () => {
    const [matcher] = slow('user', 1);
    expect(withoutThinking(() => matcher?.test(on(SLOW_TEXT)))?.undecided).toBe('this-time');
    const { matcher: plain } = compileMatcher('names-or-searched-regex', { pattern: 'Bash' });
    expect(withoutThinking(() => plain.test(on('Bash')))).toEqual({
      matches: true,
      why: 'matcher "Bash" accepts "Bash"',
    });
  });
});

describe('a very long text', () => {
  it.each(['(?=.*b)(?=.*c)(?=.*d)[e]', '.*.*.*[x]', '\\s+$'])('is not searched for %s, which goes back', (pattern) => {
    const { matcher } = compileMatcher('names-or-searched-regex', { pattern });
    const text = `bcd ${'y'.repeat(4e6)}`;
    const start = process.cpuUsage();
    expect(matcher.test(on(text)).undecided).toBe('ever');
    expect(elapsedMs(start)).toBeLessThan(50);
  });

  it('is searched for what goes through it once', () => {
    const { matcher } = compileMatcher('names-or-searched-regex', { pattern: 'mkf[s]' });
    expect([`${'y'.repeat(4e6)}mkfs`, 'y'.repeat(4e6)].map((text) => matcher.test(on(text)).matches)).toEqual([
      true,
      false,
    ]);
  });
});

describe('a pattern that is refused for its cost', () => {
  const optionals = `^(?:mcp__)?(?:${Array.from('abcdefghijklmnop', (letter) => `${letter}?`).join('')})Bash$`;
  const long = `^(?:${'x'.repeat(8192)}|Bash)$`;
  const anywhere = (result: MatchResult | undefined) => ({ matches: result?.matches, why: result?.why.slice(0, 17) });
  const TAKEN = { matches: true, why: 'taken as a match:' };

  it.each<readonly [rule: MatchRule, written: WrittenMatcher, why: string]>([
    ['names-or-searched-regex', { pattern: optionals }, 'it has more than 16 optional parts in a row'],
    ['names-or-searched-regex', { pattern: long }, 'it is longer than 8192 characters'],
    ['basenames-or-searched-regex', { pattern: long }, 'it is longer than 8192 characters'],
    ['names-or-full-regex', { pattern: optionals }, 'it has more than 16 optional parts in a row'],
    ['names-or-full-regex', { pattern: long }, 'it is longer than 8192 characters'],
    ['segment-glob', { pattern: `*${'x'.repeat(4096)}` }, 'it is longer than 4096 characters'],
  ])('of the rule %s selects every subject and says why', (rule, written, why) => {
    const { matcher, problems } = compileMatcher(rule, written);
    expect(anywhere(matcher.test(on('Bash')))).toEqual(TAKEN);
    expect(anywhere(matcher.test(on('Read')))).toEqual(TAKEN);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: 'warning', isCostly: true });
    expect(problems[0]?.message).toMatch(/ is too costly to search: it .*; the hook runs for every subject$/);
    expect(problems[0]?.message).toContain(why);
  });

  it('of a content matcher leaves the other part to decide', () => {
    const { matcher, problems } = compileMatcher('tool-and-content-regex', { tool: '^Shell$', content: long });
    expect(['Shell', 'Read'].map((name) => matcher.test(on(name)).matches)).toEqual([true, false]);
    expect(problems.map(({ isCostly }) => isCostly)).toEqual([true]);
    const alone = compileMatcher('tool-and-content-regex', { content: long });
    expect(alone.matcher.test(on('Read')).matches).toBe(true);
    expect(alone.problems.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('in an if rule lets the hook run, as far as the rest of it holds', () => {
    const rule = compileToolRule(optionals, 'names-or-searched-regex');
    expect(rule.matcher.test(on('Read')).matches).toBe(true);
    expect(rule.problems.map(({ isCostly }) => isCostly)).toEqual([true]);
    const withArgument = compileToolRule(`${optionals}(git *)`, 'names-or-searched-regex');
    const running = (command: string): MatchSubject => ({ ...on('PowerShell'), toolInput: { command } });
    expect(['git push', 'ls'].map((command) => withArgument.matcher.test(running(command)).matches)).toEqual([
      true,
      false,
    ]);
  });
});

describe('the patterns of one file', () => {
  it('are read at once up to a bound, and later at their first use', () => {
    const reading = { ...readingFor('project'), left: 100 };
    const matchers = Array.from({ length: 5 }, (_, index) =>
      compileMatcher('names-or-full-regex', { pattern: `Ba.h|x${index}` }, reading),
    );
    expect(reading.waiting).toBe(2);
    expect(matchers.map(({ matcher }) => matcher.test(on('Bash')).matches)).toEqual([true, true, true, true, true]);
    expect(matchers.map(({ matcher }) => matcher.test(on('Read')).matches)).toEqual(Array(5).fill(false));
  });

  it('that are invalid mean what their rule says, whenever they are read', () => {
    const reading = { ...readingFor('user'), left: 0 };
    const full = compileMatcher('names-or-full-regex', { pattern: 'Bash(' }, reading).matcher;
    const searched = compileMatcher('names-or-searched-regex', { pattern: 'Bash(' }, reading).matcher;
    expect(['Bash', 'Bash('].map((text) => full.test(on(text)).matches)).toEqual([false, false]);
    expect(['Bash', 'Bash('].map((text) => searched.test(on(text)).matches)).toEqual([false, true]);
  });

  it('that there is no time to read are taken as a match', () => {
    const reading = { ...readingFor('user'), left: 0 };
    for (const matcher of slow('user')) matcher.test(on(SLOW_TEXT));
    const { matcher } = compileMatcher('names-or-full-regex', { pattern: 'Ba.h' }, reading);
    expect(matcher.test(on('Read'))).toMatchObject({ matches: true, undecided: 'this-time' });
    startEvent();
    expect(matcher.test(on('Read'))).toEqual({ matches: false, why: 'matcher "Ba.h" does not accept "Read"' });
  });
});
