import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAutomaton } from './automaton.ts';
import { parseExpression } from './expression.ts';
import { requiredTexts } from './nodes.ts';
import { programOf } from './program.ts';
import { tries } from '../../../../../test/support/tier.ts';

const automaton = (source: string, flags = 'v') => {
  const node = parseExpression(source, flags);
  const program = node === null ? null : programOf(node);
  return program === null ? null : createAutomaton(program, 'search', /[uv]/.test(flags));
};

const finds = (source: string, text: string, flags = 'v'): boolean | null =>
  automaton(source, flags)?.begin([text]).goOn(Infinity) ?? null;

// prettier-ignore
const ATOMS = [
  'a', 'b', 'A', '.', '\\w', '\\d', '\\s', '\\W', '[ab]', '[^a]', '[\\w\\-]', '\\n', 'é', '\\u{e9}', '^', '$', '\\b', '\\B', '(?=\\n?$)',
  '(?=\\n|$)', '(?:^|(?<=\\n))', '(?<=\\p{L})', '(?<![\\p{L}_])', '(?=[a-c])', '(?!b)', '(?!a|$)', '\\x41', '\\cJ', '\\.', '😀', 'ſ', 'k', '',
];
const QUANTIFIERS = ['', '', '', '*', '+', '?', '{2}', '{0,1}', '{1,3}', '{2,}', '*?', '+?', '{0}'];

const { expression } = fc.letrec<{ expression: string; term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...ATOMS),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('expression'))
      .map(([open, inner]) => `${open.replace('n', `n${inner.length}x${Math.abs(hash(inner))}`)}${inner})`),
  ),
  expression: fc
    .array(fc.tuple(tie('term'), fc.constantFrom(...QUANTIFIERS), fc.constantFrom('', '', '', '|')), { maxLength: 4 })
    .map((terms) => terms.map(([term, count, bar]) => term + count + bar).join('')),
}));

const hash = (text: string): number => Array.from(text).reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) | 0, 7);

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'A', 'K', ' ', '\n', 'é', '1', '_', '-', '\r', '😀', '\ud83d', 's', 'ſ'),
  maxLength: 8,
});

const ASK = new Script('ask.texts.some((text) => new RegExp(ask.source, ask.flags).test(text))');
const asked = createContext({ ask: null });

/** What the engine of the language finds; null where it refuses the pattern, or takes forever, which a random pattern can make it do. */
function ordinaryAnswer(source: string, flags: string, texts: readonly string[]): boolean | null {
  asked['ask'] = { source, flags, texts };
  try {
    return ASK.runInContext(asked, { timeout: 100 }) as boolean;
  } catch {
    return null;
  }
}

describe('the automaton of an expression', () => {
  it.each(['', 'v', 'iv', 'u', 'i'])('finds what the ordinary engine finds, under the flags "%s"', (flags) => {
    let decided = 0;
    fc.assert(
      fc.property(expression, fc.array(text, { minLength: 1, maxLength: 3 }), (source, texts) => {
        const own = automaton(source, flags);
        const ordinary = own === null ? null : ordinaryAnswer(source, flags, texts);
        if (own === null || ordinary === null) return;
        decided += 1;
        expect(own.begin(texts).goOn(Infinity)).toBe(ordinary);
      }),
      { numRuns: tries(2000) },
    );
    expect(decided).toBeGreaterThan(tries(500));
  });

  it.each(['(a)\\1', '(?=ab)', '(?<=ab)c', '(?!a*)', '(?<n>a)\\k<n>', 'a{30000}'])('is none for %s', (source) => {
    expect(automaton(source)).toBeNull();
  });

  it.each<readonly [source: string, text: string]>([
    ['^(a+)+$', `${'a'.repeat(50_000)}!`],
    ['(a|aa)+$', `${'a'.repeat(50_000)}!`],
    ['(.*a){20}b', 'a'.repeat(20_000)],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['(?:a?){40}a{40}b', 'a'.repeat(50_000)],
    ['(?:){1000000000}b', 'a'.repeat(50_000)],
  ])('decides %s, which is a catastrophe elsewhere, in time that grows with the text', (source, subject) => {
    const start = process.cpuUsage();
    expect(finds(source, subject)).toBe(false);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
  });

  it('goes on where it was interrupted, and ends the same', () => {
    const own = automaton('a.*b$', 'v');
    const run = own?.begin(['x'.repeat(100), `${'x'.repeat(50)}a😀${'y'.repeat(50)}b`]);
    let pauses = 0;
    let found = run?.goOn(7);
    for (; found === null && pauses < 1000; pauses += 1) found = run?.goOn(7);
    expect(found).toBe(true);
    expect(pauses).toBeGreaterThan(10);
    expect(own?.begin([]).goOn(1)).toBe(false);
  });

  it('forgets what it knows when it is too much, and stays right', () => {
    const own = automaton('(?:a|b)*a(?:a|b){14}c', 'v');
    const texts = Array.from({ length: 60 }, (_, seed) =>
      Array.from({ length: 500 }, (_each, index) => ((index * (seed + 7) * 2654435761) % 97 < 48 ? 'a' : 'b')).join(''),
    );
    expect(own?.begin(texts).goOn(Infinity)).toBe(false);
    expect(own?.begin([`${texts.join('')}a${'b'.repeat(14)}c`]).goOn(Infinity)).toBe(true);
  });
});

describe('what every match holds', () => {
  it.each<readonly [source: string, required: readonly string[] | null]>([
    ['deploy.*prod|kubectl.*production', ['deploy', 'production']],
    ['a(?:bc)+d', ['bc']],
    ['rm -rf', ['rm -rf']],
    ['a?b*', null],
    ['a|b?', null],
    ['\\bfoo\\b', ['foo']],
    ['(?=ab)x', ['x']],
    ['(a)\\1', ['a']],
  ])('%s: %j', (source, required) => {
    const node = parseExpression(source, 'v');
    expect(node === null ? null : requiredTexts(node)).toEqual(required);
  });
});
