import { setTimeout as pause } from 'node:timers/promises';
import type { Ending, Report, RunFrame } from '../../model/index.ts';
import { describeThrown, settleWithin, type Settled } from '../function.ts';
import type { Pool, PooledWorker } from './pool.ts';
import { monotonicMs } from '../../text/clock.ts';

/** A report but for its duration, and what it says about the worker. */
export interface Reply extends Omit<Report, 'durationMs'> {
  /** `crashed`: the call took the worker with it; `short-of-resources`: it may start a moment later. */
  readonly trouble?: 'crashed' | 'short-of-resources';
}

export interface CallableWorker<Call> extends PooledWorker {
  /** Hands over one call; settles with what came of it, also when the worker died of it; never rejects. A worker that can tell calls `onLoad` when what the hook needs is loaded. */
  readonly call: (call: Call, loading?: Loading) => Promise<Reply>;
}

/** A call, and the worker that it needs. */
export interface Job<Call> {
  readonly key: string;
  readonly start: () => CallableWorker<Call>;
  readonly call: Call;
  /** What is loaded for the hook, and how long that may take before its own time begins; absent: it counts as the hook's own time. */
  readonly load?: { readonly name: string; readonly withinMs: number };
}

/** What is loaded for a call; a worker loads each name once. */
export interface Loading {
  readonly name: string;
  readonly onLoad: () => void;
}

/** A reply of a worker that had nothing else to say. */
export const bareReply = (ending: Ending): Reply => ({ ending, stdout: '', stderr: '', truncated: [] });

/** Stands in for a worker that could not be started. */
export const unstartedWorker = (key: string, why: string): CallableWorker<unknown> => ({
  key,
  hasEnded: () => true,
  isCurrent: () => false,
  call: () => Promise.resolve(bareReply({ how: 'not-started', why })),
  end: () => Promise.resolve(),
});

const PAUSE_MS = 50;

/** Has a job done by a worker of the pool; the time for it runs from the moment that a worker takes it. */
export async function callWorker<Call>(
  pool: Pool<CallableWorker<Call>>,
  job: Job<Call>,
  frame: RunFrame,
  signal?: AbortSignal,
): Promise<Reply & Report> {
  const startedAt = monotonicMs();
  let reply = await attempt(pool, job, frame, signal);
  for (const triedAt = monotonicMs(); reply.trouble === 'short-of-resources';) {
    const leftMs = frame.timeoutMs - (monotonicMs() - triedAt);
    if (leftMs <= PAUSE_MS || signal?.aborted === true) break;
    await pause(PAUSE_MS);
    reply = await attempt(pool, job, { ...frame, timeoutMs: leftMs }, signal);
  }
  return { ...reply, durationMs: monotonicMs() - startedAt };
}

async function attempt<Call>(
  pool: Pool<CallableWorker<Call>>,
  job: Job<Call>,
  { timeoutMs, mayStart }: RunFrame,
  signal?: AbortSignal,
): Promise<Reply> {
  const start = (): CallableWorker<Call> => {
    const why = mayStart?.() ?? null;
    return why === null ? job.start() : unstartedWorker(job.key, why);
  };
  const worker = await pool.take(job.key, start, signal);
  if (worker === null) return bareReply({ how: 'cancelled' });
  const refused = mayStart?.() ?? null;
  if (refused !== null) {
    pool.release(worker);
    return bareReply({ how: 'not-started', why: refused });
  }
  const { replying, settled } = await settledCall(worker, job, timeoutMs, signal);
  if (settled.how === 'fulfilled' || settled.how === 'rejected') {
    pool.release(worker);
    return settled.how === 'fulfilled'
      ? settled.value
      : bareReply({ how: 'raised', why: describeThrown(settled.error) });
  }
  // A call cannot be ended without its worker; what the hook printed until then is worth a short wait.
  pool.discard(worker);
  const lastWords = await settleWithin(replying, LAST_WORDS_MS);
  return { ...(lastWords.how === 'fulfilled' ? lastWords.value : bareReply(settled)), ending: settled };
}

const LAST_WORDS_MS = 250;

interface SettledCall {
  readonly replying: Promise<Reply>;
  readonly settled: Settled<Reply>;
}

/** Waits for the reply: first while the hook's code is loaded, where that has a bound of its own, then for the hook. */
async function settledCall<Call>(
  worker: CallableWorker<Call>,
  { call, load }: Job<Call>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<SettledCall> {
  if (load === undefined) {
    const replying = worker.call(call);
    return { replying, settled: await settleWithin(replying, timeoutMs, signal) };
  }
  let onLoad = (): void => undefined;
  const loaded = new Promise<null>((resolve) => {
    onLoad = () => resolve(null);
  });
  const replying = worker.call(call, { name: load.name, onLoad });
  const first = await settleWithin(Promise.race([loaded, replying]), load.withinMs, signal);
  if (first.how !== 'fulfilled') return { replying, settled: first };
  return { replying, settled: await settleWithin(replying, timeoutMs, signal) };
}
