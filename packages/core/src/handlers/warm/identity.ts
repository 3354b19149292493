import { closeSync, openSync, readSync } from 'node:fs';

/** Tells, as cheaply as can be, what programs inherit from this process and a host may change: its users, groups and mask. */
export interface Identity {
  readonly now: () => string;
  readonly close: () => void;
}

/** Keeps the system's page about this process open, because every run reads it. */
export function openIdentity(): Identity {
  const status = openSync('/proc/self/status', 'r');
  let known: string | null = null;
  const forget = (): void => {
    known = null;
  };
  const ask = (): string => {
    // The hooks of one event start in one go: what comes after it may have been changed by the host.
    process.nextTick(forget);
    return `${process.getuid?.()} ${process.geteuid?.()} ${process.getgid?.()} ${process.getegid?.()} ${maskIn(status)}`;
  };
  return {
    now: () => (known ??= ask()),
    close: () => closeSync(status),
  };
}

/** Asking through `process.umask` would change it for a moment, for all threads. */
const maskIn = (status: number): string =>
  /^Umask:\s*(\d+)/m.exec(start.toString('latin1', 0, readSync(status, start, 0, start.length, 0)))?.[1] ?? '';

/** The mask stands in the second line. */
const start = Buffer.allocUnsafe(64);
