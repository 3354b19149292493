import type { HandlerRow } from '../model/index.ts';

/** A time limit as the key `timeout` of a handler has it; the row reads it back as the same time. */
export function writtenTimeout(row: HandlerRow | undefined, timeoutMs: number): number {
  const isMs =
    row?.timeoutUnit === 'milliseconds' || (row?.timeoutUnit === 'milliseconds-from-1000' && timeoutMs >= 1_000_000);
  return isMs ? timeoutMs : timeoutMs / 1000;
}
