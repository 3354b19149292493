import type { Dialect } from '../../packages/core/src/model/index.ts';
import { SHORT_MS } from './row.ts';

/** The dialect whose deadline cannot be set, with a deadline that tests can wait for; all else is as it is. */
export async function impatient(
  original: () => Promise<{ readonly polytoken: Dialect }>,
  timeoutMs: number = SHORT_MS,
): Promise<{ readonly polytoken: Dialect }> {
  const { polytoken } = await original();
  return { polytoken: { ...polytoken, shape: { ...polytoken.shape, timeoutMs } as Dialect['shape'] } };
}
