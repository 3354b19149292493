import { describe, expect, it } from 'vitest';
import { problemText, wrongCall } from './wrong-call.ts';

describe('problemText', () => {
  it('says a mistake of the caller in one line that nothing can forge', () => {
    expect(problemText(wrongCall('no file "a\u001b[2J\nb"'), {})).toBe('hookline: no file "a b"\n');
  });

  it.each([
    ['frie', 'fire', undefined, '; did you mean fire?'],
    ['FIRE', 'fire', undefined, '; did you mean fire?'],
    ['deploy', 'fire', undefined, '; expected one of fire'],
    ['deploy', 'fire', 'see --help', '; see --help'],
  ])('after the unknown word %s guesses at %s, or says %s', (word, known, otherwise, end) => {
    const unknown = { word, known: [known], ...(otherwise === undefined ? {} : { otherwise }) };
    expect(problemText(wrongCall('unknown command', unknown), {})).toBe(`hookline: unknown command${end}\n`);
  });

  it('shows nothing live of what is known either', () => {
    const unknown = { word: 'guard', known: ['guard1\u202e\nhookline: forged'] };
    expect(problemText(wrongCall('unknown hook', unknown), {})).toMatch(/^hookline: unknown hook; [ -~]+\n$/);
  });

  it('says that an error is ours, and shows where only on request', () => {
    const error = new Error('boom\nat all');
    expect(problemText(error, {})).toBe('hookline: internal error: boom at all (HOOKLINE_VERBOSE=1 shows where)\n');
    expect(problemText(error, { HOOKLINE_VERBOSE: '1' })).toMatch(/internal error: Error: boom[\s\S]+wrong-call\.test/);
    expect(problemText('thrown text', {})).toContain('thrown text');
  });
});
