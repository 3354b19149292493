import { onAbort } from './on-abort.ts';

const GRACE_MS = 2000;

/** Does what must still be done after an interruption: the signal of the task is aborted a grace period after the user's. */
export async function withGrace<Result>(
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stopListening = onAbort(signal, () => {
    timer = setTimeout(() => controller.abort(signal.reason), GRACE_MS);
  });
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}
