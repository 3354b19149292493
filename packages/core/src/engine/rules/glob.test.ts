import { describe, expect, it } from 'vitest';
import { globTest } from './glob-program.ts';
import { compileFreeGlobs, compileGlob } from './glob.ts';
import { fitsSegmentGlob } from './segment-glob.ts';

const fits = (pattern: string, text: string): boolean => {
  const finding = globTest(compileFreeGlobs([pattern]))([text]);
  expect(['accepts', 'refuses']).toContain(finding);
  return finding === 'accepts';
};

describe('a glob in the free syntax', () => {
  it.each<readonly [pattern: string, fitting: readonly string[], others: readonly string[]]>([
    ['a?b', ['a/b', 'axb'], ['ab', 'a//b']],
    ['a*b', ['ab', 'a/x/b'], ['a', 'abc']],
    ['a[!x]b', ['a/b', 'ayb'], ['axb', 'ab']],
    ['[^a]', ['b', '^', '/'], ['a', '']],
    ['[a^]', ['a', '^'], ['b']],
    ['[aze]', ['a', 'z', 'e'], ['c', 'b', ']', '[']],
    ['[a-c]', ['a', 'b', 'c'], ['-', 'd', ']']],
    ['[z-a]', ['[z-a]'], ['z', 'a', '-']],
    ['[a', ['[a'], ['a']],
    ['\\*', ['*'], ['\\*', 'x', '\\x', '']],
    ['\\?', ['?'], ['\\?', 'x', '\\x']],
    ['\\[a\\]', ['[a]'], ['a', '\\a']],
    ['\\{a,b\\}', ['{a,b}'], ['a', 'b', '\\a']],
    ['\\,\\\\', [',\\'], ['\\,\\\\', ',\\\\']],
    ['a\\b', ['a\\b'], ['ab']],
    ['a\\', ['a\\'], ['a', 'a\\\\']],
    ['{a,b}', ['a', 'b'], ['{a,b}', 'a,b', '', 'ab']],
    ['{a}', ['{a}'], ['a']],
    ['{}', ['{}'], ['']],
    ['{a,b', ['{a,b'], ['a', 'b']],
    ['a},b', ['a},b'], ['a', 'b']],
    ['{a\\,b,c}', ['a,b', 'c'], ['a\\', 'b', 'a']],
    ['{a\\}b,c}', ['a}b', 'c'], ['a}', 'ab']],
    ['{[,],b}', [',', 'b'], ['[', '[,', ']']],
    ['{[^],],b}', ['x', 'b'], [',', ']', '^],']],
    ['{[,b}', ['[', 'b'], ['[,b']],
    ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd'], ['a', 'ab', 'cd', 'acd']],
    ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['b', 'ad', 'd']],
    ['{,a}b', ['b', 'ab'], ['aab', '']],
    ['**/x', ['x', 'a/x', 'a/b/x'], ['ax', 'x/a']],
    ['a/**/x', ['a/x', 'a/b/x'], ['ax', 'a/bx']],
    ['a**/x', ['a/x', 'ab/x', 'a/b/x'], ['ax']],
    ['{**/x,y}', ['x', 'a/x', 'y'], ['ax', 'a/y']],
    ['{y,**/x}', ['x', 'a/x', 'y'], ['ax', 'a/y']],
    ['{a**/x,y}', ['a/x', 'ab/x', 'y'], ['ax']],
    ['{**/x', ['{/x', '{a/x'], ['{x', 'x']],
    ['a,**/x', ['a,/x', 'a,b/x'], ['a,x']],
    ['{a,b},**/x', ['a,/x', 'b,c/x'], ['a,x']],
  ])('%s', (pattern, fitting, others) => {
    expect([...fitting, ...others].filter((text) => fits(pattern, text))).toEqual(fitting);
  });

  it('alternatives are nested twenty deep at most; deeper braces are ordinary characters', () => {
    const nested = (depth: number): string => `${'{'.repeat(depth)}a,b}${',c}'.repeat(depth - 1)}`;
    expect(['a', 'b', 'c', '{a,b}'].map((text) => fits(nested(20), text))).toEqual([true, true, true, false]);
    expect(['a', 'b', 'c', '{a,b}'].map((text) => fits(nested(21), text))).toEqual([false, false, true, true]);
    expect(fits(`${'{a,b}'.repeat(30)}`, 'ab'.repeat(15))).toBe(true);
  });

  it('one program tells whether any of several globs fits any of several texts', () => {
    const program = compileFreeGlobs(['git', 'git *']);
    expect(globTest(program)(['git'])).toBe('accepts');
    expect(globTest(program)(['gitk', 'git x'])).toBe('accepts');
    expect(globTest(program)(['gitk', 'x git'])).toBe('refuses');
    expect(globTest(program)([])).toBe('refuses');
    expect(globTest(compileFreeGlobs([]))([''])).toBe('refuses');
  });

  it('takes no longer when there are many ways through it', () => {
    expect(globTest(compileFreeGlobs([`${'{a,aa}'.repeat(40)}b`]))(['a'.repeat(60)])).toBe('refuses');
  });

  it('decides about a long text, however many stars it has', () => {
    expect(globTest(compileFreeGlobs([`${'*a'.repeat(300)}b`]))(['a'.repeat(60_000)])).toBe('refuses');
  });
});

describe('a glob of segments', () => {
  it.each([
    ['a[', 'a [ is not closed'],
    ['[!]', 'a [ is not closed'],
    ['a[z-a]b', 'the range z-a is reversed'],
    ['x[ab9-0]', 'the range 9-0 is reversed'],
    ['[b-a][', 'the range b-a is reversed'],
  ])('%s says what is wrong with it', (pattern, why) => {
    expect(compileGlob(pattern, 'segments')).toEqual({ why });
    expect(compileGlob(pattern, 'free')).toHaveProperty('program');
  });

  it.each([
    ['.env.*', '.env.local', true],
    ['.env.*', 'a/.env.local', false],
    ['**/.git/**', 'a/.git/hooks/x', true],
    ['.git/**', '.git', false],
    ['a[', 'a[', false],
  ])('%s fits %s as a whole: %s', (pattern, text, fits) => {
    expect(fitsSegmentGlob(pattern, text)).toBe(fits);
  });
});
