import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forTerminal } from './visible.ts';
import { tries } from '../../../../test/support/tier.ts';

const ESC = '\x1b';

test.each([
  ['plain text', 'plain text'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['Größe 你好 עברית', 'Größe 你好 עברית'],
  [`${ESC}[31mred${ESC}[0m`, 'red'],
  [`${ESC}[2J${ESC}[1;1Hstop ${ESC}[38:2::1:2:3mhere`, 'stop here'],
  [`${ESC}[?25l${ESC}[4 qx`, 'x'],
  ['\x9b31mred', 'red'],
  [`${ESC}]0;title\x07a${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\`, 'alink'],
  ['\x9d0;title\x9cb', 'b'],
  [`${ESC}P1$r0m${ESC}\\c\x90q#0\x9cd`, 'cd'],
  [`${ESC}_apc${ESC}\\${ESC}^pm${ESC}\\${ESC}Xsos${ESC}\\e`, 'e'],
  ['\x9fa\x9c\x9ep\x9c\x98s\x9cf', 'f'],
  [`${ESC}cg${ESC}7h${ESC}(Bi${ESC}#8j`, 'ghij'],
])('complete terminal sequences are removed: %j', (text, shown) => {
  expect(forTerminal(text)).toBe(shown);
});

test.each([
  [`${ESC}[31`, '\\x1b[31'],
  [`${ESC}`, '\\x1b'],
  [`${ESC}]0;never ended`, '\\x1b]0;never ended'],
  [`${ESC}P bell does not end it\x07`, '\\x1bP bell does not end it\\x07'],
  [`${ESC}]0;a${ESC}[31mb`, '\\x1b]0;ab'],
  [`${ESC}${ESC}[2J[2J`, '\\x1b[2J'],
  [`${ESC}[${ESC}[2J2J`, '\\x1b[2J'],
  ['\x9b\x9b2J2J', '\\x9b2J'],
  ['a\rb\bc\x00\x7f', 'a\\rb\\bc\\x00\\x7f'],
  ['next\x85line', 'next\\x85line'],
  ['one\r\ntwo', 'one\ntwo'],
  ['\r\r\n', '\\r\n'],
])('what is no complete sequence is shown escaped: %j', (text, shown) => {
  expect(forTerminal(text)).toBe(shown);
});

test.each([
  ['abc\u202Edef\u2066\u2069\u200f\u061c', 'abc\\u202edef\\u2066\\u2069\\u200f\\u061c'],
  ['a\u200bb\u2060c\ufeffd\u00ade', 'a\\u200bb\\u2060c\\ufeffd\\xade'],
  ['a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['hi\u{e0041}\u{e0100}\ufe00', 'hi\\u{e0041}\\u{e0100}\\ufe00'],
  ['a\u200db \u200d👩', 'a\\u200db \\u200d👩'],
  ['a\ufe0f', 'a\\ufe0f'],
  ['lone \ud800 and \udc00', 'lone \ufffd and \ufffd'],
])('bidi controls, invisible characters and lone surrogates are made visible: %j', (text, shown) => {
  expect(forTerminal(text)).toBe(shown);
});

test.each(['⚠️ stop', '❤️‍🔥 👩🏽‍💻 🏳️‍🌈', '1️⃣'])('an emoji stays whole: %s', (text) => {
  expect(forTerminal(text)).toBe(text);
});

const nasty = fc.constantFrom(
  ESC,
  '[',
  ']',
  'P',
  '\\',
  '2',
  'J',
  ';',
  ' ',
  '\x07',
  '\x9b',
  '\x9c',
  '\x9d',
  '\x90',
  '\x18',
  '\r',
  '\n',
  '\t',
  '\u200d',
  '\ufe0f',
  '👩',
  '❤',
  '1',
  '\ud83d',
  '\udc69',
  '\u202e',
  '\u{e0041}',
  'x',
  '\x85',
  '\b',
  '\u{1f3fd}',
);
const texts = fc.oneof(
  fc.string({ unit: nasty, maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
);

test('no output holds a control but line feed and tab, a bidi control, or a lone surrogate; once more changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = forTerminal(text);
      expect(shown).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\p{Bidi_Control}\u2028\u2029\p{Cs}]/u);
      expect(shown).not.toMatch(/[\u200b\u200c\u2060-\u2064\ufeff\u{e0000}-\u{e0fff}]/u);
      expect(forTerminal(shown)).toBe(shown);
    }),
    { numRuns: tries(20_000) },
  );
});

test.each([
  `${ESC}]`,
  `${ESC}[`,
  `${ESC}`,
  '\x9d',
  '\x9b1',
  `${ESC}P${ESC}`,
  '❤\ufe0f\u200d',
  '\u202e',
  `${ESC}( `,
  'plain ',
])('the time grows in line with the text: %j', (piece) => {
  // Processor time, and the best of five tries: other work on the machine must not decide.
  const timeOf = (length: number): number => {
    const text = piece.repeat(length / piece.length);
    const before = process.cpuUsage();
    forTerminal(text);
    return process.cpuUsage(before).user;
  };
  // 32 times the text; a quadratic scan would take 1,024 times as long.
  const isInLine = (): boolean => timeOf(320_000) < Math.max(timeOf(10_000), 1_000) * 320;
  expect([1, 2, 3, 4, 5].some(isInLine)).toBe(true);
});
