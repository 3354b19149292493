import { describe, expect, it } from 'vitest';
import { compileMatcher } from './compile-matcher.ts';
import { matchEverything } from './compiled-matcher.ts';
import { matchNames } from './name-list.ts';
import { newReading, readPattern, waitingPatterns } from './pattern-reading.ts';

const on = (text: string | null) => ({ text, toolName: text, toolInput: null, project: '/' });

describe('the reading of one file', () => {
  it('has room for a quarter of a million characters', () => {
    expect(newReading()).toEqual({ left: 250_000, waiting: 0 });
  });

  it('reads a pattern at once as long as it fits, each with twenty characters more', () => {
    const reading = { ...newReading(), left: 44 };
    const all = matchEverything('ab');
    expect(readPattern('ab', reading, () => all)).toBe(all);
    expect(reading).toEqual({ left: 22, waiting: 0 });
    expect(readPattern('ab', reading, () => all)).toBe(all);
    expect(reading).toEqual({ left: 0, waiting: 0 });
  });

  it('reads nothing at once after the first pattern that does not fit', () => {
    const reading = { ...newReading(), left: 100 };
    const read = () => matchNames('Bash', ['Bash'], 'matches');
    expect(readPattern('x'.repeat(81), reading, read)).toStrictEqual({
      matcher: { text: 'x'.repeat(81), names: null, test: expect.any(Function), looksAt: 'names' },
      problems: [],
    });
    const { matcher } = readPattern('B', reading, read);
    expect(reading).toEqual({ left: 0, waiting: 2 });
    expect([matcher.test(on('Bash')).matches, matcher.test(on('Read')).matches]).toEqual([true, false]);
  });

  it('is told when patterns wait', () => {
    expect(waitingPatterns(newReading())).toBeNull();
    expect(waitingPatterns({ ...newReading(), waiting: 3 })).toBe(
      'the file has too many patterns: 3 of them are read at their first use, and not checked before',
    );
  });
});

describe('a pattern that waits', () => {
  it('is read once, when it is first asked', () => {
    let reads = 0;
    const { matcher } = readPattern('Ba.h', { ...newReading(), left: 0 }, () => {
      reads += 1;
      return matchNames('Bash', ['Bash'], 'is-empty-text');
    });
    expect(reads).toBe(0);
    expect([matcher.test(on(null)).matches, matcher.test(on('Bash')).matches, reads]).toEqual([false, true, 1]);
  });

  it('means what its rule says, invalid ones too', () => {
    const reading = { ...newReading(), left: 0 };
    const full = compileMatcher('names-or-full-regex', { pattern: 'Bash(' }, reading).matcher;
    const searched = compileMatcher('names-or-searched-regex', { pattern: 'Bash(' }, reading).matcher;
    expect(['Bash', 'Bash('].map((text) => full.test(on(text)).matches)).toEqual([false, false]);
    expect(['Bash', 'Bash('].map((text) => searched.test(on(text)).matches)).toEqual([false, true]);
  });
});
