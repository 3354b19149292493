import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Reads, as cheaply as possible, what programs inherit from this process and a host may change: its users, groups and
 * umask.
 */
export interface Identity {
  readonly now: () => string;
  readonly close: () => void;
}

/** Keeps `/proc/self/status` open, because every run reads it. */
export function openIdentity(): Identity {
  const status = openSync('/proc/self/status', 'r');
  let known: string | null = null;
  const forget = (): void => {
    known = null;
  };
  const ask = (): string => {
    // The hooks of one event start in one turn; after it, the host may have changed these values.
    process.nextTick(forget);
    return whoIn(start.toString('latin1', 0, readSync(status, start, 0, start.length, 0)));
  };
  return {
    now: () => (known ??= ask()),
    close: () => closeSync(status),
  };
}

/** The umask, the users and the groups; where they are not found, a string that is always different. */
function whoIn(page: string): string {
  const found = /^Umask:(.*)[^]*?^Uid:(.*)\nGid:(.*)$/m.exec(page);
  return found === null ? page : `${found[1]}${found[2]}${found[3]}`;
}

/** Enough for the first ten lines; calling `process.umask` would change the umask for a moment, for all threads. */
const start = Buffer.allocUnsafe(512);
