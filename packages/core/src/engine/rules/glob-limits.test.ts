import { describe, expect, it } from 'vitest';
import { compileMatcher } from './compile-matcher.ts';
import { compileGlob, LONGEST_GLOB } from './glob.ts';
import { globTest } from './glob-program.ts';
import { compileToolRule } from './tool-rule.ts';

const elapsedMs = (start: NodeJS.CpuUsage): number => process.cpuUsage(start).user / 1000;

const fits = (glob: string, text: string): boolean => {
  const compiled = compileGlob(glob, 'free');
  return 'program' in compiled && globTest(compiled.program)([text]) === 'accepts';
};

describe('a glob with alternatives', () => {
  it.each<readonly [string, string, boolean]>([
    ['{a,b}', 'b', true],
    ['{a,b', '{a,b', true],
    ['{{a,b}', '{b', true],
    ['{{a,b},c}d', 'ad', true],
    ['{a}', '{a}', true],
    ['a,b}', 'a,b}', true],
    ['{a\\,b,c}', 'a,b', true],
    ['{[,}],b}', '}', true],
    ['{[z-a],b}', '[z-a]', true],
    ['{,a}b', 'b', true],
    ['{a,b}', 'c', false],
  ])('%s on %s: %s', (glob, text, expected) => {
    expect(fits(glob, text)).toBe(expected);
  });
});

describe('a glob made of brackets', () => {
  const half = LONGEST_GLOB / 2;
  it.each([
    '{'.repeat(LONGEST_GLOB),
    '['.repeat(LONGEST_GLOB),
    '{['.repeat(half),
    `${'{'.repeat(half - 4)}${'['.repeat(half - 4)}z-a]`,
    `${'{a,'.repeat(1000)}${'}'.repeat(1000)}`,
    '{a,b}'.repeat(800),
    '*'.repeat(LONGEST_GLOB),
    '*a'.repeat(half),
  ])('%.12s is read within 100 ms of the processor', (glob) => {
    compileToolRule('WebFetch(warm*)', 'names-or-searched-regex');
    const start = process.cpuUsage();
    compileToolRule(`WebFetch(${glob.slice(0, -12)})`, 'names-or-searched-regex');
    compileMatcher('segment-glob', { pattern: glob });
    expect(elapsedMs(start)).toBeLessThan(300);
  });

  it('that is too long is said to be, and its hook runs', () => {
    const long = '*a'.repeat(LONGEST_GLOB);
    const why = 'is too costly to search: it is longer than 4096 characters; the hook runs for every';
    const subject = { text: 'Bash', toolName: 'Bash', toolInput: { command: 'x' }, project: '/' };
    const glob = compileMatcher('segment-glob', { pattern: long });
    expect(glob.problems[0]?.message).toContain(`${why} subject`);
    expect(glob.matcher.test(subject).matches).toBe(true);
    const rule = compileToolRule(`Bash(${long})`, 'names-or-searched-regex');
    expect(rule.problems[0]?.message).toContain(`${why} call`);
    expect(rule.matcher.test(subject).matches).toBe(true);
  });
});
