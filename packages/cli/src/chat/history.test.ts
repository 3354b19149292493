import { describe, expect, it } from 'vitest';
import { draftOf } from './editor.ts';
import { newer, NO_HISTORY, older, remember } from './history.ts';

const history = ['one', 'two', 'two'].reduce(remember, NO_HISTORY);

describe('history', () => {
  it('goes back through what was sent and forth to what was being typed', () => {
    const first = older(history, draftOf('draft'));
    expect(first.draft).toEqual(draftOf('two'));
    const second = older(first.history, first.draft);
    expect(second.draft).toEqual(draftOf('one'));
    expect(older(second.history, second.draft)).toEqual(second);
    const third = newer(second.history, second.draft);
    expect(third.draft).toEqual(draftOf('two'));
    const last = newer(third.history, third.draft);
    expect(last.draft).toEqual(draftOf('draft'));
    expect(newer(last.history, last.draft)).toEqual(last);
  });

  it('keeps the newest 500', () => {
    const long = Array.from({ length: 600 }, (_, index) => `line ${index}`).reduce(remember, NO_HISTORY);
    expect(long.entries).toHaveLength(500);
    expect(long.entries.at(-1)).toBe('line 599');
  });
});
