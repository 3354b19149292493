import type { Ending, FunctionRequest, Report } from '../model/index.ts';
import { startTimeout, type Stop } from './process/timeout.ts';
import { monotonicMs } from '../text/clock.ts';

/** Calls a function of the host with little overhead; never throws, whatever the function does. */
export function runFunction(request: FunctionRequest, signal?: AbortSignal): Promise<Report> {
  const startedAt = monotonicMs();
  if (signal?.aborted === true) return Promise.resolve(reportOf({ how: 'cancelled' }, startedAt));
  try {
    const result = request.call();
    if (isThenable(result)) return awaitResult(result, request.timeoutMs, startedAt, signal);
    return Promise.resolve(reportOf({ how: 'answered' }, startedAt, result));
  } catch (error) {
    return Promise.resolve(reportOf({ how: 'raised', why: describeThrown(error) }, startedAt));
  }
}

const NOTHING_CUT: Report['truncated'] = [];

function reportOf(ending: Ending, startedAt: number, value?: unknown): Report {
  return { ending, stdout: '', stderr: '', truncated: NOTHING_CUT, durationMs: monotonicMs() - startedAt, value };
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

async function awaitResult(
  result: PromiseLike<unknown>,
  timeoutMs: number,
  startedAt: number,
  signal?: AbortSignal,
): Promise<Report> {
  const settled = await settleWithin(result, timeoutMs, signal);
  switch (settled.how) {
    case 'fulfilled':
      return reportOf({ how: 'answered' }, startedAt, settled.value);
    case 'rejected':
      return reportOf({ how: 'raised', why: describeThrown(settled.error) }, startedAt);
    case 'timed-out':
    case 'cancelled':
      return reportOf(settled, startedAt);
  }
}

/** How a promise ended; `timed-out` and `cancelled` are endings as in a report. */
export type Settled<Value> =
  | { readonly how: 'fulfilled'; readonly value: Value }
  | { readonly how: 'rejected'; readonly error: unknown }
  | { readonly how: 'timed-out'; readonly afterMs: number }
  | { readonly how: 'cancelled' };

/**
 * Waits for a promise, but no longer than the timeout or the signal allow; never rejects, and late rejections are
 * ignored.
 */
export function settleWithin<Value>(
  result: PromiseLike<Value>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Settled<Value>> {
  return new Promise((resolve) => {
    let isSettled = false;
    let stopTimeout: Stop | undefined;
    const settle = (settled: Settled<Value>): void => {
      isSettled = true;
      stopTimeout?.();
      signal?.removeEventListener('abort', cancel);
      resolve(settled);
    };
    const cancel = (): void => settle({ how: 'cancelled' });
    const wait = (): void => {
      if (isSettled) return;
      stopTimeout = startTimeout(timeoutMs, () => settle({ how: 'timed-out', afterMs: timeoutMs }));
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted === true) cancel();
    };
    Promise.resolve(result).then(
      (value) => settle({ how: 'fulfilled', value }),
      (error: unknown) => settle({ how: 'rejected', error }),
    );
    // Most hosts answer at once, so a timer is created only for a promise that is still pending a tick later.
    queueMicrotask(wait);
  });
}

/** The thrown value in one line; never throws itself, whatever the value. */
export function describeThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `threw ${String(thrown)}`;
  } catch {
    return 'threw a value that has no text';
  }
}
