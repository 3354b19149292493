import { describe, expect, it } from 'vitest';
import { momentOf } from './record-filter.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

describe('momentOf', () => {
  it.each([
    ['30s', '2026-11-15T11:59:30.000Z'],
    ['15m', '2026-11-15T11:45:00.000Z'],
    ['2h', '2026-11-15T10:00:00.000Z'],
    ['3d', '2026-11-12T12:00:00.000Z'],
    ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  ])('reads %s', (text, moment) => {
    expect(momentOf(text, NOW).toISOString()).toBe(moment);
  });

  it('refuses what is no time', () => {
    expect(() => momentOf('yore', NOW)).toThrow(
      '--since: expected a time such as 15m, 2h, 3d or 2026-01-31, found "yore"',
    );
  });
});
