import { forTerminal } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { flowForProgram, flowForTerminal, type TextFlow } from './text-flow.ts';

const flow = (text: TextFlow, ...pieces: readonly string[]): string =>
  pieces.map((piece) => text.push(piece)).join('') + text.flush();

describe('a text in pieces', () => {
  it.each([
    ['plain', 'Hello, world.\n'],
    ['an escape sequence', 'a\u001b[31mred\u001b[0m b'],
    ['a title', 'a\u001b]0;title\u0007b'],
    ['an emoji of several', 'a 👩‍👩‍👧 b ❤️ c 1️⃣ d'],
    ['a line break of two', 'a\r\nb'],
    ['controls', 'a\u0007\u202eb\u009bc'],
  ])('with %s is shown on a terminal as if it had come whole, wherever it is cut', (_what, text) => {
    for (let at = 0; at <= text.length; at += 1) {
      expect(flow(flowForTerminal(), text.slice(0, at), text.slice(at)), `cut at ${at}`).toBe(forTerminal(text));
    }
    expect(flow(flowForTerminal(), ...text.split(''))).toBe(forTerminal(text));
  });

  it('is shown at once where nothing is open', () => {
    const text = flowForTerminal();
    expect([text.push('Hel'), text.push('lo')]).toEqual(['Hel', 'lo']);
  });

  it('does not hold an endless sequence back for ever', () => {
    const text = flowForTerminal();
    text.push('\u001b]0;');
    expect(text.push('x'.repeat(300))).toContain('x'.repeat(300));
  });

  it('reaches a program as it is, with whole characters only', () => {
    const text = flowForProgram();
    expect([text.push('a\u001b[31m\ud83d'), text.push('\ude42b')]).toEqual(['a\u001b[31m', '🙂b']);
  });
});
