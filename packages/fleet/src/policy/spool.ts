import { DEFAULT_SPOOL, type SpoolLimits } from '@hookline/core/internal';
import { policiesHere } from './policies-here.ts';

/** How much may wait to be shipped, as the first policy that says it; where one cannot be read, what was known before stays. */
export function spoolOfPolicy(stateFolder: string, known: SpoolLimits = DEFAULT_SPOOL): SpoolLimits {
  try {
    return policiesHere(stateFolder).find(({ settings }) => settings.spool !== null)?.settings.spool ?? DEFAULT_SPOOL;
  } catch {
    return known; // damaged: every decision and hookline policy status say so
  }
}
