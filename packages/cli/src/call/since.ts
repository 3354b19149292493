import { wrongCall } from './wrong-call.ts';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The moment that `--since` means: so long ago, or a date. */
export function momentOf(text: string, now: Date): Date {
  const ago = /^(\d+)([smhd])$/.exec(text);
  const time = ago === null ? Date.parse(text) : now.getTime() - Number(ago[1]) * (UNITS_MS[ago[2] ?? ''] ?? 0);
  if (Number.isNaN(time))
    throw wrongCall(`--since: expected a time such as 15m, 2h, 3d or 2026-01-31, found "${text}"`);
  return new Date(time);
}
