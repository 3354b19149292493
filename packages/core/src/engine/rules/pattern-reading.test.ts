import { beforeEach, describe, expect, it } from 'vitest';
import { matchEverything } from './compiled-matcher.ts';
import { matchNames } from './name-list.ts';
import { readingFor, readPattern, waitingPatterns } from './pattern-reading.ts';
import { startEvent, withoutThinking } from './time-limit.ts';

beforeEach(startEvent);

const on = (text: string | null) => ({ text, toolName: text, toolInput: null, project: '/' });

describe('the reading of one file', () => {
  it('has room for a quarter of a million characters, for the owner of the file', () => {
    expect(readingFor('local')).toEqual({ owner: 'project', left: 250_000, waiting: 0 });
    expect(readingFor('user')).toEqual({ owner: 'user', left: 250_000, waiting: 0 });
  });

  it('reads a pattern at once as long as it fits, each with twenty characters more', () => {
    const reading = { ...readingFor('user'), left: 44 };
    const all = matchEverything('ab');
    expect(readPattern('ab', reading, () => all)).toBe(all);
    expect(reading).toEqual({ owner: 'user', left: 22, waiting: 0 });
    expect(readPattern('ab', reading, () => all)).toBe(all);
    expect(reading).toEqual({ owner: 'user', left: 0, waiting: 0 });
  });

  it('reads nothing at once after the first pattern that does not fit', () => {
    const reading = { ...readingFor('user'), left: 100 };
    const read = () => matchNames('Bash', ['Bash'], 'matches');
    expect(readPattern('x'.repeat(81), reading, read)).toStrictEqual({
      matcher: { text: 'x'.repeat(81), names: null, test: expect.any(Function), looksAt: 'names' },
      problems: [],
    });
    const { matcher } = readPattern('B', reading, read);
    expect(reading).toEqual({ owner: 'user', left: 0, waiting: 2 });
    expect([matcher.test(on('Bash')).matches, matcher.test(on('Read')).matches]).toEqual([true, false]);
  });

  it('is told when patterns wait', () => {
    expect(waitingPatterns(readingFor('user'))).toBeNull();
    expect(waitingPatterns({ ...readingFor('user'), waiting: 3 })).toBe(
      'the file has too many patterns: 3 of them are read at their first use, and not checked before',
    );
  });
});

describe('a pattern that waits', () => {
  it.each([
    ['Read', '"Read"'],
    [null, '""'],
  ])('is not read while nobody may think, and the hook runs on %s', (text, shown) => {
    let reads = 0;
    const { matcher } = readPattern('Ba.h', { ...readingFor('user'), left: 0 }, () => {
      reads += 1;
      return matchNames('Bash', ['Bash'], 'is-empty-text');
    });
    expect(withoutThinking(() => matcher.test(on(text)))).toEqual({
      matches: true,
      why: `matcher "Ba.h" was not asked about ${shown}, since the matchers before it took too long: taken as a match`,
      undecided: 'this-time',
    });
    expect(reads).toBe(0);
    expect([matcher.test(on(text)).matches, matcher.test(on('Bash')).matches, reads]).toEqual([false, true, 1]);
  });
});
