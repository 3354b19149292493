/** The last day that was read: lines of one day follow each other. */
export interface DayCache {
  readonly from: Uint8Array;
  at: number;
}

export const dayCache = (): DayCache => ({ from: new Uint8Array(DAY_LENGTH), at: 0 });

const DAY_LENGTH = 10;
export const TIME_LENGTH = '2026-01-31T00:00:00.000Z'.length;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The time that is written there, if it is written as the record does; else not a number. */
export function timeAt(bytes: Uint8Array, from: number, cache: DayCache): number {
  for (let index = DAY_LENGTH - 1; index >= 0; index -= 1)
    if (bytes[from + index] !== cache.from[index]) return readDay(bytes, from, cache);
  return cache.at + clockAt(bytes, from + DAY_LENGTH);
}

function readDay(bytes: Uint8Array, from: number, cache: DayCache): number {
  const text = Buffer.from(bytes.subarray(from, from + DAY_LENGTH)).toString('latin1');
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(day)) return Number.NaN;
  cache.from.set(bytes.subarray(from, from + DAY_LENGTH));
  cache.at = day;
  return timeAt(bytes, from, cache);
}

const [T, COLON, DOT, Z] = [0x54, 0x3a, 0x2e, 0x5a];

/** The milliseconds of `T00:00:00.000Z`. */
function clockAt(bytes: Uint8Array, at: number): number {
  const isShaped = bytes[at] === T && bytes[at + 3] === COLON && bytes[at + 6] === COLON && bytes[at + 9] === DOT;
  const [hour, minute, second] = [two(bytes, at + 1), two(bytes, at + 4), two(bytes, at + 7)];
  const part = two(bytes, at + 10) * 10 + digit(bytes, at + 12);
  if (!isShaped || bytes[at + 13] !== Z || hour > 23 || minute > 59 || second > 59) return Number.NaN;
  return hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + part;
}

const two = (bytes: Uint8Array, at: number): number => digit(bytes, at) * 10 + digit(bytes, at + 1);

function digit(bytes: Uint8Array, at: number): number {
  const value = (bytes[at] ?? 0) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
