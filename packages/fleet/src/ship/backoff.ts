import { fleetFolder, makePrivateFolder, readPrivateFile, writePrivateFile } from '@hookline/core/internal';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** How often sending has failed since it last worked, and until when it is not tried again. */
export interface Backoff {
  readonly failures: number;
  readonly until: number;
  readonly why: string;
}

const FIRST_MS = 1_000;
const MOST_MS = 300_000;

const backoffFile = (stateFolder: string): string => join(fleetFolder(stateFolder), 'backoff.json');

/** The wait before the next try; null: none is needed. */
export function readBackoff(stateFolder: string): Backoff | null {
  try {
    const { failures, until, why } = JSON.parse(readPrivateFile(backoffFile(stateFolder))) as Partial<Backoff>;
    if (typeof failures !== 'number' || typeof until !== 'number') return null;
    return { failures, until: Math.min(until, Date.now() + MOST_MS), why: String(why) };
  } catch {
    return null;
  }
}

/** Notes a failure. Machines that failed together must not come back together, so the wait is anything up to its bound. */
export function noteFailure(
  stateFolder: string,
  why: string,
  retryAfterMs: number | null,
  chance = Math.random(),
): Backoff {
  const failures = (readBackoff(stateFolder)?.failures ?? 0) + 1;
  const bound = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  const waitMs = (retryAfterMs ?? 0) + chance * bound;
  const backoff = { failures, until: Date.now() + Math.min(MOST_MS, waitMs), why };
  makePrivateFolder(fleetFolder(stateFolder));
  writePrivateFile(backoffFile(stateFolder), JSON.stringify(backoff), fleetFolder(stateFolder));
  return backoff;
}

export const clearBackoff = (stateFolder: string): void => rmSync(backoffFile(stateFolder), { force: true });
