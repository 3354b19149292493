import { describe, expect, test } from 'vitest';
import { cutEnd, keepEnds } from './bounded-text.ts';

function cutMiddle(text: string, limit: number): string {
  const kept = keepEnds(limit);
  kept.push(Buffer.from(text));
  return kept.text();
}

describe('a long text', () => {
  test('keeps its beginning and its end around a note', () => {
    expect(cutMiddle('abcdefghij', 10)).toBe('abcdefghij');
    expect(cutMiddle('abcdefghijk', 10)).toBe('abcde\n[… 1 characters left out …]\nghijk');
    expect(cutMiddle('x'.repeat(100_000), 10)).toBe('xxxxx\n[… 99,990 characters left out …]\nxxxxx');
  });

  test('or keeps its beginning only', () => {
    expect(cutEnd('abcdef', 6)).toBe('abcdef');
    expect(cutEnd('abcdefg', 6)).toBe('abcdef\n[… 1 characters left out …]');
  });

  test('is never cut inside a character', () => {
    expect(cutEnd('ab😀cd', 3)).toBe('ab\n[… 4 characters left out …]');
    const cut = cutMiddle('😀'.repeat(50), 11);
    expect(cut).toBe('😀😀\n[… 92 characters left out …]\n😀😀');
  });
});

test('bytes that come one by one give the same text as all at once', () => {
  const text = 'ä€😀-'.repeat(40);
  for (const limit of [7, 50, 199, 200, 1000]) {
    const kept = keepEnds(limit);
    for (const byte of Buffer.from(text)) kept.push(Uint8Array.of(byte));
    expect(kept.text()).toBe(cutMiddle(text, limit));
  }
});

test('bytes that are no UTF-8 are replaced', () => {
  const kept = keepEnds(10);
  kept.push(Uint8Array.of(0x61, 0xff, 0xc3));
  expect(kept.text()).toBe('a\ufffd\ufffd');
});
