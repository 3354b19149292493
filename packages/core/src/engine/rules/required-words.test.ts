import { describe, expect, it } from 'vitest';
import { holdsOneOf } from './required-words.ts';

const filled = (length: number): string => 'x'.repeat(length);

describe('words that every match needs', () => {
  it('are found wherever they stand, also across the border of two pieces', async () => {
    for (const at of [0, 999_994, 999_997, 999_999, 1_000_000, 1_999_998, 2_500_000])
      // oxlint-disable-next-line no-await-in-loop -- one text at a time
      expect(await holdsOneOf(['other', 'deploy'], [`${filled(at)}deploy${filled(10)}`], undefined)).toBe(true);
    expect(await holdsOneOf(['deploy'], [filled(3_000_000), 'deploy'], undefined)).toBe(true);
  });

  it('are missing only where none of them stands in any text', async () => {
    expect(await holdsOneOf(['deploy', 'check'], [filled(3_000_000), '', 'deplo'], undefined)).toBe(false);
    expect(await holdsOneOf(['deploy'], [], undefined)).toBe(false);
  });

  it('may be there where the search was given up', async () => {
    expect(await holdsOneOf(['deploy'], [filled(3_000_000)], AbortSignal.abort())).toBe(true);
  });
});
