import { EVENT_NAMES, type TimelineFilter } from '@hookline/core/internal';
import { type Arguments, valueOf } from './arguments.ts';
import { wrongCall } from './wrong-call.ts';

/** What `--since`, `--session` and `--event` choose of the record; throws a wrong call. */
export function recordFilterOf(given: Arguments): Pick<TimelineFilter, 'since' | 'session' | 'event'> {
  const since = valueOf(given, 'since');
  const session = valueOf(given, 'session');
  const event = valueOf(given, 'event');
  if (event !== undefined) checkEventName(event);
  return {
    ...(since === undefined ? {} : { since: momentOf(since, new Date()) }),
    ...(session === undefined ? {} : { session }),
    ...(event === undefined ? {} : { event }),
  };
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The moment that `--since` means: so long ago, or a date. */
export function momentOf(text: string, now: Date): Date {
  const ago = /^(\d+)([smhd])$/.exec(text);
  const time = ago === null ? Date.parse(text) : now.getTime() - Number(ago[1]) * (UNITS_MS[ago[2] ?? ''] ?? 0);
  if (Number.isNaN(time))
    throw wrongCall(`--since: expected a time such as 15m, 2h, 3d or 2026-01-31, found "${text}"`);
  return new Date(time);
}

/** Throws a wrong call unless it is the name of a neutral event. */
function checkEventName(event: string): void {
  if ((EVENT_NAMES as readonly string[]).includes(event)) return;
  throw wrongCall(`unknown event "${event}"`, { word: event, known: EVENT_NAMES });
}
