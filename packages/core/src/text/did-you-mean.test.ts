import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

describe('didYouMean', () => {
  it.each([
    ['mather', 'matcher'],
    ['evnet', 'event'],
    ['pre_tool_use', 'PreToolUse'],
    ['pretooluze', 'PreToolUse'],
    ['sh', 'bash'],
  ])('takes %j for %j', (word, meant) => {
    expect(didYouMean(word, ['event', 'matcher', 'PreToolUse', 'bash'])).toBe(meant);
  });

  it('makes no guess when nothing is near', () => {
    expect(didYouMean('colour', ['name', 'trigger', 'timeout'])).toBeNull();
    expect(didYouMean('', ['name'])).toBeNull();
    expect(didYouMean('x'.repeat(1_000_000), ['name'])).toBeNull();
    expect(didYouMean('name', [])).toBeNull();
  });

  it('reaches further when told so', () => {
    expect(didYouMean('foo', ['stop'])).toBeNull();
    expect(didYouMean('foo', ['stop'], 0.75)).toBe('stop');
  });

  it('finds every word that was written with one slip', () => {
    const slip = fc.record({ at: fc.nat({ max: 10 }), letter: fc.constantFrom('q', 'x', 'z') });
    fc.assert(
      fc.property(slip, ({ at, letter }) => {
        const word = 'description';
        expect(didYouMean(word.slice(0, at) + letter + word.slice(at + 1), ['name', word, 'trigger'])).toBe(word);
      }),
    );
  });
});
