import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requiredText } from './required-text.ts';

test.each<readonly [source: string, flags: string, required: string]>([
  ['.*_write_7', '', '_write_7'],
  ['^Bash$', '', 'Bash'],
  ['abc?def', '', 'def'],
  ['abc*', '', 'ab'],
  ['abc+d', '', 'abc'],
  ['ab{2}c', '', 'ab'],
  ['ab{0,3}cd', '', 'cd'],
  ['ab{1,}?', 'v', 'ab'],
  ['a(bcd)e', '', 'a'],
  ['a(?:bcd)?ef', '', 'ef'],
  ['a(?:b|c)[)(]de', '', 'de'],
  ['[abc]', '', ''],
  ['[a[bc]d]xy', 'v', 'xy'],
  ['[\\]abc]xy', '', 'xy'],
  ['a\\.b\\(c', '', 'a.b(c'],
  ['\\wabc\\d', '', 'abc'],
  ['\\babc', '', 'abc'],
  ['a{b', '', 'a'],
  ['abc|d', '', ''],
  ['abc', 'i', ''],
  ['abc', 'iv', ''],
  ['\\x41bc', '', ''],
  ['\\u0041bc', '', ''],
  ['(a)\\1bc', '', ''],
  ['\\p{L}bc', 'v', ''],
  ['(?<n>a)\\k<n>bc', '', ''],
  ['aé*bc', '', 'bc'],
  ['(?!abc)de', '', 'de'],
  ['(?<=abc)de', '', 'de'],
  ['a.b', 's', 'a'],
  ['', '', ''],
  ['[[b]xy', '', 'xy'],
  ['[a[b]long]xy', 'v', 'xy'],
  ['ab+?c', '', 'ab'],
  ['a{100}b', '', 'a'],
  ['(a\\)bb)c', '', 'c'],
  ['((a)bb)c', '', 'c'],
  ['([)]bb)c', '', 'c'],
  ['ab)(cd', '', ''],
  ['ab(c', '', 'ab'],
  ['ab[c', '', 'ab'],
])('%s with the flags "%s" needs "%s"', (source, flags, required) => {
  expect(requiredText(source, flags)).toBe(required);
});

const PIECES: readonly string[] =
  'a b ab ba . \\w \\. [ab] [^a] (?:ab) (?:a|b) (b) (?=a) (?!b) ^ $ | a? b* a+ b{2} a{0,2} (?:ab)* (?:ba)? \\b - \\x61 \\u0062 { {2 😀 😀?'.split(
    ' ',
  );

test('every text in which an expression is found holds what it needs', () => {
  const piece = fc.constantFrom(...PIECES);
  const source = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '{', '2', '😀'), maxLength: 8 });
  fc.assert(
    fc.property(source, fc.constantFrom('', 'v'), text, (written, flags, subject) => {
      const regex = compiled(written, flags);
      if (regex?.test(subject) === true) expect(subject).toContain(requiredText(written, flags));
    }),
    { numRuns: 20_000 },
  );
});

function compiled(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}
