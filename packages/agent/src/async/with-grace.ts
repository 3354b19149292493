const GRACE_MS = 2000;

/** Does what must still be done after an interruption: the signal of the task is aborted a grace period after the user's. */
export async function withGrace<Result>(
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), GRACE_MS);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  }
}
