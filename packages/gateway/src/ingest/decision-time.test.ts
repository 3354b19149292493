import { expect, test } from 'vitest';
import { dayOf } from './decision-time.ts';

// Ten digits of milliseconds in Crockford's alphabet: 2026-11-17T23:59:59.000Z.
const ID = `${encoded(Date.parse('2026-11-17T23:59:59.000Z'))}0123456789abcdef`;

function encoded(time: number): string {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  let text = '';
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) text = (digits[rest % 32] ?? '') + text;
  return text;
}

test('start and end of a decision have one day, also when midnight is between them', () => {
  expect(dayOf(ID, Date.parse('2026-11-17T23:59:59.000Z'))).toBe('2026-11-17');
  expect(dayOf(ID, Date.parse('2026-11-18T00:00:03.000Z'))).toBe('2026-11-17');
});

test('an id that says another time than its line, or none, gets the day of the line', () => {
  expect(dayOf(ID, Date.parse('2026-12-24T00:00:00.000Z'))).toBe('2026-12-24');
  expect(dayOf('not an id', Date.parse('2026-12-24T00:00:00.000Z'))).toBe('2026-12-24');
  expect(dayOf('d-1', Date.parse('+275760-09-12T00:00:00.000Z'))).toBe('9999-12-31');
});
