import { describe, expect, it } from 'vitest';
import { charactersOf, cutToWidth, widthOf } from './text.ts';

describe('widthOf', () => {
  it.each([
    ['plain text', 'abc', 3],
    ['wide letters', '日本', 4],
    ['an emoji', '🙂', 2],
    ['an emoji of several', '👩‍👩‍👧', 2],
    ['a letter with an accent of its own', 'e\u0301', 1],
    ['a spinner', '⠋ x', 3],
    ['nothing', '', 0],
  ])('of %s', (_what, text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe('cutToWidth', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('cuts %s to %s', (text, cells, shown) => {
    expect(cutToWidth(text, cells)).toBe(shown);
  });
});

describe('charactersOf', () => {
  it.each(['', 'abc', 'a\u0301bc', 'x👩‍👩‍👧y1️⃣z', '日本\n語', '\ud83d', '\u0301a', 'é'.repeat(300)])(
    'parts %j as the segmenter does',
    (text) => {
      expect(charactersOf(text)).toEqual(Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment));
    },
  );
});
