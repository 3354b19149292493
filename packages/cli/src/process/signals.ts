import type { EndReason } from '@hookline/agent';
import { killAllRuns } from '@hookline/core/internal';

/** The exit codes that shells give for an end by these signals. */
const EXIT_STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Makes an interrupted call kill its running hooks; the result restores the usual effect of signals. */
export function endRunsOnSignal(): () => void {
  const names = Object.keys(EXIT_STATUSES) as (keyof typeof EXIT_STATUSES)[];
  const end = (name: NodeJS.Signals): void => {
    killAllRuns();
    process.exit(EXIT_STATUSES[name as keyof typeof EXIT_STATUSES]);
  };
  for (const name of names) process.on(name, end);
  return () => {
    for (const name of names) process.off(name, end);
  };
}

/** A signal that ends a session: the exit code that shells give for it, and the reason that the hooks of SessionEnd get. */
export interface Interruption {
  readonly signal: 'SIGHUP' | 'SIGINT' | 'SIGTERM' | 'SIGPIPE';
  readonly status: number;
  readonly reason: EndReason;
}

/** The terminal is gone. */
export const HANGUP: Interruption = { signal: 'SIGHUP', status: 129, reason: 'sighup' };

const CAUGHT: readonly Interruption[] = [
  HANGUP,
  { signal: 'SIGINT', status: 130, reason: 'other' },
  { signal: 'SIGTERM', status: 143, reason: 'sigterm' },
];

/** The reader of the output is gone; Node gets EPIPE instead of a signal for it. */
export const READER_GONE: Interruption = { signal: 'SIGPIPE', status: 141, reason: 'other' };

/** Calls back on signals instead of ending the process; the result restores their usual effect. */
export function onSignals(react: (interruption: Interruption) => void): () => void {
  const listeners = CAUGHT.map((interruption) => {
    const listener = (): void => react(interruption);
    process.on(interruption.signal, listener);
    return { signal: interruption.signal, listener };
  });
  return () => {
    for (const { signal, listener } of listeners) process.off(signal, listener);
  };
}
