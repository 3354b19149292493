import type { Retention } from '../settings/record-settings.ts';
import type { SpoolLimits } from './shipped-mark.ts';

/** A full file of the record, for the question whether it stays. */
export interface KeptFile {
  readonly size: number;
  /** When it was put aside. */
  readonly asideAt: number;
  /** Bytes of it that wait to be shipped; 0 where nothing is shipped. */
  readonly waiting: number;
}

/** How many of the oldest files go, and whether lines that wait would go with them. */
export interface Removal {
  readonly count: number;
  /** How many of these, the last ones, still hold lines that wait. */
  readonly unshipped: number;
}

const DAY_MS = 86_400_000;

/** How many of the files, oldest first, are more than is to be kept. */
export function surplusOf(files: readonly KeptFile[], retention: Retention, now: number): number {
  const { keepDays, keepFiles, maxTotalBytes } = retention;
  const byCount = keepFiles === undefined ? 0 : files.length - keepFiles;
  const oldest = keepDays === undefined ? Number.NEGATIVE_INFINITY : now - keepDays * DAY_MS;
  const byAge = files.findIndex(({ asideAt }) => asideAt >= oldest);
  let byBytes = 0;
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (; total > (maxTotalBytes ?? Number.POSITIVE_INFINITY); byBytes += 1) total -= files[byBytes]?.size ?? total;
  // The newest stays whatever its size: the record must begin somewhere.
  return Math.min(files.length - 1, Math.max(0, byCount, byAge < 0 ? files.length : byAge, byBytes));
}

/**
 * Only the oldest files go, since a gap would look like removed lines. Those with lines that wait stay, up to the limit
 * of the spool.
 */
export function removalOf(files: readonly KeptFile[], surplus: number, { maxBytes }: SpoolLimits): Removal {
  let waiting = files.reduce((sum, file) => sum + file.waiting, 0);
  let count = 0;
  let unshipped = 0;
  for (const file of files.slice(0, surplus)) {
    if (file.waiting > 0 && waiting <= maxBytes) break;
    waiting -= file.waiting;
    count += 1;
    unshipped += unshipped > 0 || file.waiting > 0 ? 1 : 0;
  }
  return { count, unshipped };
}
