import type { EndReason } from '@hookline/agent';

/** A signal that ends a session: the status that shells give for it, and what the hooks of SessionEnd hear. */
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

/** What it counts as when nobody reads the output any more; no signal tells it to Node. */
export const READER_GONE: Interruption = { signal: 'SIGPIPE', status: 141, reason: 'other' };

/** Tells of signals instead of dying of them; the result gives them their usual meaning back. */
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
