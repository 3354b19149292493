import type { InternalOptions } from '../model/index.ts';

/** The callbacks by which a host is only told something. */
const TELLING = ['onWake', 'onContext', 'onMessage', 'onStart', 'onDebug', 'onRecordFailure'] as const;

/** It may be an async function; its promise is not awaited. */
type Told = (...said: readonly never[]) => unknown;

/**
 * The same options with callbacks that do no harm when they throw or reject: no decision changes, and no process ends because
 * nothing catches the error of a background hook's callback. The error becomes a warning of the process.
 */
export function withSafeCallbacks(options: InternalOptions): InternalOptions {
  const safe = TELLING.flatMap((name) => {
    const callback: Told | undefined = options[name];
    return callback === undefined ? [] : [[name, safely(name, callback)] as const];
  });
  return safe.length === 0 ? options : { ...options, ...Object.fromEntries(safe) };
}

const safely =
  (name: string, callback: Told): Told =>
  (...said) => {
    try {
      const result = callback(...said);
      if (result instanceof Promise) result.catch((error: unknown) => warnOf(name, error));
    } catch (error) {
      warnOf(name, error);
    }
  };

function warnOf(name: string, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  const detail = error instanceof Error ? error.stack : undefined;
  process.emitWarning(`the callback ${name} of createHooks threw an error: ${why}`, {
    type: 'HooklineWarning',
    ...(detail === undefined ? {} : { detail }),
  });
}
