import { expect, test } from 'vitest';
import { zonedTime } from './conversions.ts';

const at = (minutesWestOfGreenwich: number): Date =>
  Object.assign(new Date('2026-12-31T23:45:06.789Z'), { getTimezoneOffset: () => minutesWestOfGreenwich });

test.each([
  [0, '2026-12-31T23:45:06+00:00'],
  [-60, '2027-01-01T00:45:06+01:00'],
  [-345, '2027-01-01T05:30:06+05:45'],
  [300, '2026-12-31T18:45:06-05:00'],
  [210, '2026-12-31T20:15:06-03:30'],
])('now, %d minutes west of Greenwich, is %s', (minutes, told) => {
  expect(zonedTime(undefined, at(minutes))).toBe(told);
});

test.each(['2026-01-02T03:04:05Z', '2026-01-02T03:04+01:00', '2026-01-02T03:04:05.123456-0330'])(
  'the time %s has a zone and is used as it is',
  (given) => {
    expect(zonedTime(given, at(0))).toBe(given);
  },
);

test.each([
  '2026-01-02T03:04:05',
  '2026-01-02',
  '',
  'Z',
  5,
  null,
  {},
  'x2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05Zx',
])('the time %j has no zone: now is used instead', (given) => {
  expect(zonedTime(given, at(0))).toBe('2026-12-31T23:45:06+00:00');
});

test('a list that holds a time with a zone is no time', () => {
  expect(zonedTime(['2026-01-02T03:04:05Z'], at(0))).toBe('2026-12-31T23:45:06+00:00');
});
