import { setTimeout as pause } from 'node:timers/promises';
import type { Ending, Report, RunFrame } from '../../model/index.ts';
import { describeThrown, settleWithin, type Settled } from '../function.ts';
import type { Pool, PooledWorker } from './pool.ts';
import { monotonicMs } from '../../text/clock.ts';

/** A report without its duration, and the state of the worker after it. */
export interface Reply extends Omit<Report, 'durationMs'> {
  /** `crashed`: the call killed the worker; `short-of-resources`: it may start a moment later. */
  readonly trouble?: 'crashed' | 'short-of-resources';
}

export interface CallableWorker<Call> extends PooledWorker {
  /**
   * Sends one call; settles with its result, also when the worker died of it; never rejects. A worker that supports it
   * calls `onLoad` when the hook's code is loaded.
   */
  readonly call: (call: Call, loading?: Loading) => Promise<Reply>;
}

/** A call, and the worker that it needs. */
export interface Job<Call> {
  readonly key: string;
  readonly start: () => CallableWorker<Call>;
  readonly call: Call;
  /**
   * What is loaded for the hook, and how long that may take before its own time begins; absent: it counts as the
   * hook's own time.
   */
  readonly load?: { readonly name: string; readonly withinMs: number };
}

/** What is loaded for a call; a worker loads each name once. */
export interface Loading {
  readonly name: string;
  readonly onLoad: () => void;
}

/** The reply of a worker that returned nothing. */
export const bareReply = (ending: Ending): Reply => ({ ending, stdout: '', stderr: '', truncated: [] });

/** Replaces a worker that could not be started. */
export const unstartedWorker = (key: string, why: string): CallableWorker<unknown> => ({
  key,
  hasEnded: () => true,
  isCurrent: () => false,
  call: () => Promise.resolve(bareReply({ how: 'not-started', why })),
  end: () => Promise.resolve(),
});

const PAUSE_MS = 50;

/** Runs a job on a worker of the pool; its time starts when a worker takes it. */
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
  // A call cannot be ended without its worker; a short wait saves what the hook has printed until then.
  pool.discard(worker);
  const lastWords = await settleWithin(replying, LAST_WORDS_MS);
  return { ...(lastWords.how === 'fulfilled' ? lastWords.value : bareReply(settled)), ending: settled };
}

const LAST_WORDS_MS = 250;

interface SettledCall {
  readonly replying: Promise<Reply>;
  readonly settled: Settled<Reply>;
}

/** Waits for the reply: first while the hook's code is loaded, where that has its own limit, then for the hook. */
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
