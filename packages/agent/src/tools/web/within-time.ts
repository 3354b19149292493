import { ToolFailure } from '../tool-failure.ts';
import { onAbort } from '../../async/on-abort.ts';

/** Does work that a signal ends when the time is over or the caller's own signal says so. */
export async function withinTime<Value>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const local = new AbortController();
  const stop = (): void => local.abort();
  const timer = setTimeout(stop, limitMs);
  const stopListening = onAbort(signal, stop);
  try {
    return await work(local.signal);
  } catch (error) {
    if (!local.signal.aborted) throw error;
    signal.throwIfAborted();
    throw new ToolFailure('timeout', `no complete answer within ${limitMs / 1000} s`);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}
