import type { Json } from '../model/index.ts';

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/;

/** ISO 8601 with a zone offset: the given time when it has a zone, else now in the local zone. */
export function zonedTime(given: Json | undefined, now: Date): string {
  return typeof given === 'string' && ZONED.test(given) ? given : localTime(now);
}

function localTime(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

const twoDigits = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
