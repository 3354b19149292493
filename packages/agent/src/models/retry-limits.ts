import { UsageProblem } from '../contract/model.ts';

/** How often a provider is asked again, and how long it may stay silent. */
export interface RetryLimits {
  readonly retries: number;
  /** A stream that is silent for so long is aborted. */
  readonly idleMs: number;
}

/** From HOOKLINE_MODEL_RETRIES and HOOKLINE_MODEL_IDLE_MS; throws a UsageProblem when one is no whole number. */
export const readRetryLimits = (env: Readonly<Record<string, string | undefined>>): RetryLimits => ({
  retries: wholeNumber(env, 'HOOKLINE_MODEL_RETRIES', { fallback: 2, least: 0, most: 10 }),
  idleMs: wholeNumber(env, 'HOOKLINE_MODEL_IDLE_MS', { fallback: 120_000, least: 1, most: 3_600_000 }),
});

function wholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  { fallback, least, most }: { readonly fallback: number; readonly least: number; readonly most: number },
): number {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageProblem(`${variable} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
}
