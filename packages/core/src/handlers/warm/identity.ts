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
    return whoIn(start.toString('latin1', 0, readSync(status, start, 0, start.length, 0)));
  };
  return {
    now: () => (known ??= ask()),
    close: () => closeSync(status),
  };
}

/** The mask, the users and the groups; where they are not found, a text that is never the same again. */
function whoIn(page: string): string {
  const found = /^Umask:(.*)[^]*?^Uid:(.*)\nGid:(.*)$/m.exec(page);
  return found === null ? page : `${found[1]}${found[2]}${found[3]}`;
}

/** Long enough for the first ten lines; asking through `process.umask` would change the mask for a moment, for all threads. */
const start = Buffer.allocUnsafe(512);
