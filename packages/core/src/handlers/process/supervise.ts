import type { CommandRequest, Ending } from '../../model/index.ts';
import { killDescendants, descendantsOf } from '../../process/descendants.ts';
import { signalGroup } from '../../process/signal.ts';
import { liveGroupsBut, register, startingSince } from './registry.ts';
import type { Exit, Run } from './run.ts';
import { sweep } from '../../process/sweep.ts';
import { startTimeout } from './timeout.ts';

/**
 * Waits for the end of the run, or ends it when its remaining time is over. When it returns, no process of a
 * foreground run is left.
 */
export async function supervise(
  run: Run,
  { atTimeout, timeoutMs, killGraceMs = TERM_GRACE_MS }: CommandRequest,
  leftMs: number,
  signal?: AbortSignal,
): Promise<Ending> {
  const unregister = register(run);
  const stopWatching = watchSoon(run);
  try {
    const first = await firstOf(run, { leftMs, wholeMs: timeoutMs }, signal);
    if (first === 'timed-out' || first === 'cancelled') {
      await endGroup(run, atTimeout, killGraceMs);
      run.streams.close(false);
      return first === 'cancelled' ? { how: 'cancelled' } : { how: 'timed-out', afterMs: timeoutMs };
    }
    if (!isRead(run)) await readRest(run);
    if (!run.isBackground) signalGroup(run.pid, 'SIGKILL');
    run.streams.close(run.isBackground);
    return first;
  } finally {
    stopWatching();
    unregister();
  }
}

/** Small outputs fit into the pipes and are read at the exit; only the output of a slow hook is read while it runs. */
const WATCH_AFTER_MS = 5;
const REST_MS = 200;
const TERM_GRACE_MS = 500;
const KILL_GRACE_MS = 250;

function watchSoon({ streams }: Run): () => void {
  const timer = setTimeout(() => {
    streams.stdout.watch();
    streams.stderr.watch();
  }, WATCH_AFTER_MS);
  return () => clearTimeout(timer);
}

interface HookTime {
  readonly leftMs: number;
  readonly wholeMs: number;
}

function firstOf(
  run: Run,
  { leftMs, wholeMs }: HookTime,
  signal?: AbortSignal,
): Promise<Exit | 'timed-out' | 'cancelled'> {
  return new Promise((resolve) => {
    const cancel = (): void => settle('cancelled');
    const settle = (first: Exit | 'timed-out' | 'cancelled'): void => {
      stopTimeout();
      signal?.removeEventListener('abort', cancel);
      resolve(run.exitSoFar() ?? first);
    };
    const stopTimeout = startTimeout(leftMs, () => settle('timed-out'), wholeMs);
    run.exit.then(settle, () => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
  });
}

/** Usually all output is there, and the pipes have no writer left. */
const isRead = ({ streams: { stdout, stderr } }: Run): boolean => stdout.drain() && stderr.drain();

/** A grandchild that keeps the output open neither delays nor changes the answer. */
async function readRest(run: Run): Promise<void> {
  const { stdout, stderr } = run.streams;
  stdout.watch();
  stderr.watch();
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      stop();
      resolve();
    };
    const stop = startTimeout(REST_MS, finish);
    const finishAtEnd = (): void => {
      if (isRead(run)) finish();
    };
    stdout.onEnd(finishAtEnd);
    stderr.onEnd(finishAtEnd);
  });
}

async function endGroup(run: Run, how: 'term' | 'kill', graceMs: number): Promise<void> {
  const descendants = descendantsOf([run.pid]);
  if (how === 'term') {
    signalGroup(run.pid, 'SIGTERM');
    signalGroup(run.pid, 'SIGCONT'); // a stopped process handles no other signal
    await exitWithin(run, graceMs);
  }
  signalGroup(run.pid, 'SIGKILL');
  killDescendants(descendants);
  sweep([run], liveGroupsBut([run]), startingSince());
  await exitWithin(run, KILL_GRACE_MS);
}

async function exitWithin(run: Run, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = startTimeout(graceMs, resolve);
    run.exit.then(
      () => {
        stop();
        resolve();
      },
      () => undefined,
    );
  });
}
