import { describe, expect, it } from 'vitest';
import type { Finding, SlowSearches } from '../../model/hook.ts';
import { compileMatcher } from './compile-matcher.ts';
import { compilePythonRegex } from './python-regex.ts';
import { compileSearch, type Search } from './search.ts';
import { createEventSearches } from './slow-searches.ts';

/** For a look that must be quick: what is slow stays open. */
const NOT_NOW: SlowSearches = { known: () => null, find: () => 'pending', mayTake: (steps) => steps <= 200_000 };

const search = (source: string, flags = ''): Search => {
  const compiled = compileSearch(source, flags);
  if ('why' in compiled) throw new Error(compiled.why);
  return compiled.search;
};

/** As an event does it: asked, waited for, and asked again. */
async function settled(own: Search, texts: readonly string[]): Promise<Finding> {
  const searches = createEventSearches();
  own(texts, searches);
  await searches.settle();
  return own(texts, searches);
}

const LINES = '- step: deploy the staging service and check its health\n'.repeat(20_000);

describe('a search', () => {
  it.each<readonly [pattern: string, finding: Finding]>([
    ['deploy.*prod|kubectl.*production', 'refuses'],
    ['(curl|wget)\\s+[^|]*\\|\\s*(ba)?sh', 'refuses'],
    ['https?://[^\\s]+\\.onion', 'refuses'],
    ['\\beval\\s*\\(', 'refuses'],
    ['(deploy.*|check.*)+health$', 'accepts'],
    ['\\.env(\\.\\w+)?$', 'refuses'],
  ])('for %s in a megabyte of lines is decided, at once and beside others alike', async (pattern, finding) => {
    const compiled = compilePythonRegex(pattern, 'search');
    if ('problem' in compiled) throw new Error(compiled.problem.message);
    expect(compiled.search([LINES])).toBe(finding);
    expect(await settled(compiled.search, [LINES])).toBe(finding);
  });

  it('that would hold up the event loop waits, and lets others have their turn', async () => {
    const own = search('(?:a|b)*a(?:a|b){12}c');
    const texts = [Array.from({ length: 1_500_000 }, (_, at) => ((at * 7919) % 13 < 6 ? 'a' : 'b')).join('')];
    expect(own(texts, NOT_NOW)).toBe('pending');
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);
    expect(await settled(own, texts)).toBe('refuses');
    clearInterval(count);
    expect(turns).toBeGreaterThan(1);
  });

  it('with a back-reference or a look-around runs in a thread where it could be slow', async () => {
    const own = search('(d\\w+)\\b.*\\1 to prod');
    const text = `${LINES.replaceAll('\n', ' ').slice(0, 5000)} to prod`;
    expect(own([text], NOT_NOW)).toBe('pending');
    expect(await settled(own, [text, 'deploy deploy to prod'])).toBe('accepts');
    expect(await settled(own, [text])).toBe('refuses');
    expect(own([text])).toBe('refuses');
  });

  it('of a slow pattern takes nothing from another', async () => {
    const searches = createEventSearches();
    const slow = search('^(?:(a+)+\\1)+$');
    const quick = search('(?=.*yy)x.*z');
    const texts = [`${'a'.repeat(18)}!`, `${'x'.repeat(900)}yyz`];
    expect([slow(texts, searches), quick(texts, searches)]).toEqual(['pending', 'pending']);
    await searches.settle();
    expect([slow(texts, searches), quick(texts, searches)]).toEqual(['refuses', 'accepts']);
  });

  it('is refused only where it is no expression, or where making it ready could take forever', () => {
    expect(compileSearch('(', '')).toEqual({
      refused: 'invalid',
      why: expect.stringMatching(/^Invalid regular expression: /),
    });
    expect(compileSearch('a'.repeat(8193), '')).toEqual({
      refused: 'costly',
      why: 'it is longer than 8192 characters',
    });
    expect(compileSearch(`(?=ab)${'a?'.repeat(17)}`, '')).toMatchObject({ refused: 'costly' });
    expect(search(`^${'a?'.repeat(40)}${'a'.repeat(40)}$`)(['a'.repeat(60)])).toBe('accepts');
    expect(search('\\p{L}'.repeat(400), 'v')(['ä'.repeat(399), 'ä'.repeat(400)])).toBe('accepts');
    expect(search('(?:ab|cd)'.repeat(800))(['abcd'.repeat(399)])).toBe('refuses');
  });

  it('is made under its flags, and knows what its texts begin with', () => {
    expect(['abc', 'b', 'B'].map((text) => search('^B', 'i')([text]))).toEqual(['refuses', 'accepts', 'accepts']);
    expect(compileSearch('^B', 'i')).toMatchObject({ prefix: '' });
    expect(compileSearch('^b', '')).toMatchObject({ prefix: 'b' });
    expect([search('b')(['a', 'cb']), search('b')([])]).toEqual(['accepts', 'refuses']);
  });

  it('of thousands of matchers gives each its answer', () => {
    const on = (text: string) => ({ text, toolName: null, toolInput: null, project: '/' });
    const matchers = Array.from({ length: 1000 }, (_, index) =>
      compileMatcher('names-or-full-regex', { pattern: `(?i)[a-z]\\w*\\.\\w+\\d${index}` }),
    );
    expect(matchers.filter(({ matcher }) => matcher.test(on('Read')).matches)).toEqual([]);
    expect(matchers.filter(({ matcher }) => matcher.test(on('a.b1777')).matches)).toHaveLength(3);
  });
});
