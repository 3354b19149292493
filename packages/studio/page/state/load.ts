import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { get, Refused } from './http.ts';

export interface Loaded<T> {
  /** What was read last: it stays while something newer is being read. */
  readonly value: T | null;
  readonly failure: Refused | null;
  readonly again: () => void;
}

/** Reads a path, and again when it changes; null reads nothing. */
export function useLoad<T>(path: string | null, everyMs?: number): Loaded<T> {
  const value = useSignal<{ readonly path: string; readonly answer: T } | null>(null);
  const failure = useSignal<Refused | null>(null);
  const count = useSignal(0);
  const current: ReadonlySignal<number> = useComputed(() => count.value);
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Counted from the answer: one that takes longer is waited for, and not asked for anew.
    const readLater = (): void => {
      if (everyMs !== undefined && !stop.signal.aborted) timer = setTimeout(() => (count.value += 1), everyMs);
    };
    get<T>(path, stop.signal).then(
      (answer) => {
        value.value = { path, answer };
        failure.value = null;
        readLater();
      },
      (error: unknown) => {
        if (!stop.signal.aborted && error instanceof Refused) failure.value = error;
        readLater();
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, current.value, everyMs]);
  return {
    value: value.value?.answer ?? null,
    failure: failure.value,
    again: () => (count.value += 1),
  };
}
