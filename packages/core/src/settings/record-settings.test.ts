import { describe, expect, it } from 'vitest';
import { DEFAULT_RETENTION, retentionIn } from './record-settings.ts';

const read = (value: Record<string, unknown>): readonly [unknown, readonly string[]] => {
  const messages: string[] = [];
  return [retentionIn(value, ({ message }) => messages.push(message)), messages];
};

describe('record in the settings', () => {
  it('says how much is kept; without it the ten newest full files are', () => {
    const limits = { keepDays: 90, keepFiles: 500, maxTotalBytes: 1_000_000_000 };
    expect(read({ record: limits })).toEqual([limits, []]);
    expect(read({ record: { keepDays: 30 } })).toEqual([{ keepDays: 30 }, []]);
    expect(read({ record: {} })).toEqual([DEFAULT_RETENTION, []]);
    expect(read({})).toEqual([{ keepFiles: 10 }, []]);
  });

  it.each([
    [[], 'an object was expected'],
    [{ keepDays: '30' }, '"keepDays" must be a whole number from 1 to 36500'],
    [{ keepDays: 0 }, '"keepDays" must be a whole number from 1 to 36500'],
    [{ keepFiles: 1.5 }, '"keepFiles" must be a whole number from 1 to 100000'],
    [{ maxTotalBytes: 1_000 }, '"maxTotalBytes" must be a whole number from 16777216 to 1125899906842624'],
    [{ keepHours: 1, keepDays: 3 }, '"keepHours" is not known; "keepDays", "keepFiles", "maxTotalBytes" are'],
  ])('where %j is wrong, it is told and nothing of it counts', (record, message) => {
    expect(read({ record })).toEqual([DEFAULT_RETENTION, [`record: ${message}`]]);
  });
});
