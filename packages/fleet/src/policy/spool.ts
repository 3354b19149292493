import { DEFAULT_SPOOL, DIALECTS, policyFolderIn, readPolicy, type SpoolLimits } from '@hookline/core/internal';

/** How much may wait to be shipped, as the policy in force says; where that cannot be read, what was known before stays. */
export function spoolOfPolicy(stateFolder: string, known: SpoolLimits = DEFAULT_SPOOL): SpoolLimits {
  try {
    return readPolicy(policyFolderIn(stateFolder), DIALECTS)?.policy.settings.spool ?? DEFAULT_SPOOL;
  } catch {
    return known; // damaged: every decision and hookline policy status say so
  }
}
