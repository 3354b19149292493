import type { CommandRequest, Ending, LetGoRule } from '../../model/index.ts';
import { killDescendants, descendantsOf } from '../../process/descendants.ts';
import { signalGroup } from '../../process/signal.ts';
import { liveGroupsBut, register, startingSince } from './registry.ts';
import type { Exit, Run } from './run.ts';
import { sweep } from '../../process/sweep.ts';
import { whenLetGo } from './let-go.ts';
import { startTimeout } from './timeout.ts';

/**
 * Waits for the end of the run, or ends it when its remaining time is over. When it returns, no process of a
 * foreground run is left, unless that has been let go.
 */
export async function supervise(
  run: Run,
  { atTimeout, timeoutMs, killGraceMs = TERM_GRACE_MS, letGo }: CommandRequest,
  leftMs: number,
  signal?: AbortSignal,
): Promise<Ending> {
  const unregister = register(run);
  const stopWatching = watchSoon(run);
  try {
    const { first, afterMs, isLetGo } = await firstOf(run, { leftMs, wholeMs: timeoutMs, letGo }, signal);
    if (first === 'passed-on') return { how: 'cancelled' };
    if (first === 'timed-out' || first === 'cancelled') {
      await endGroup(run, atTimeout, killGraceMs);
      run.streams.close(false);
      return first === 'cancelled' ? { how: 'cancelled' } : { how: 'timed-out', afterMs };
    }
    const isBackground = run.isBackground || isLetGo;
    if (!isRead(run)) await readRest(run);
    if (!isBackground) signalGroup(run.pid, 'SIGKILL');
    run.streams.close(isBackground);
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
  readonly letGo: LetGoRule | undefined;
}

interface First {
  readonly first: Exit | 'timed-out' | 'cancelled' | 'passed-on';
  /** The time limit that held at last. */
  readonly afterMs: number;
  readonly isLetGo: boolean;
}

function firstOf(run: Run, { leftMs, wholeMs, letGo }: HookTime, signal?: AbortSignal): Promise<First> {
  return new Promise((resolve) => {
    let [afterMs, isLetGo, obeyed] = [wholeMs, false, signal];
    const cancel = (): void => settle('cancelled');
    const timeOut = (): void => settle('timed-out');
    const settle = (first: First['first']): void => {
      stopTimeout();
      stopListening();
      obeyed?.removeEventListener('abort', cancel);
      resolve({ first: first === 'passed-on' ? first : (run.exitSoFar() ?? first), afterMs, isLetGo });
    };
    const obey = (given: AbortSignal | undefined): void => {
      obeyed?.removeEventListener('abort', cancel);
      obeyed = given;
      obeyed?.addEventListener('abort', cancel, { once: true });
      if (obeyed?.aborted === true) cancel();
    };
    let stopTimeout = startTimeout(leftMs, timeOut, wholeMs);
    const keep = (limitMs: number, given: AbortSignal): void => {
      stopTimeout();
      [afterMs, isLetGo, stopTimeout] = [limitMs, true, startTimeout(limitMs, timeOut)];
      obey(given);
    };
    const stopListening = whenLetGo(run, letGo, { keep, leave: () => settle('passed-on') });
    run.exit.then(settle, () => undefined);
    obey(signal);
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
