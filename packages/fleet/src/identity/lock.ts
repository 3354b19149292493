import { fleetFolder, isAlive, makePrivateFolder } from '@hookline/core/internal';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** `send`: one round of sending; `shipper`: the process that ships in the background; `policy`: a policy comes into force. */
export type LockName = 'send' | 'shipper' | 'policy';

const lockFile = (stateFolder: string, name: LockName): string => join(fleetFolder(stateFolder), `${name}.lock`);

/** Whether a living process holds a lock. */
export function isLocked(stateFolder: string, name: LockName): boolean {
  const file = lockFile(stateFolder, name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const pid = pidIn(file);
  // A file without a number is being written at this moment, or its writer died then.
  return pid === null ? Date.now() - stats.mtimeMs < WRITING_MS : isAlive(pid, stats.mtime);
}

const WRITING_MS = 5_000;

/**
 * Takes a lock, also that of a dead process; null: it is held. For shippers locks only save work: two at once lose nothing and
 * send nothing twice, because the gateway takes a chunk only after the line that it follows.
 */
export function takeLock(stateFolder: string, name: LockName): (() => void) | null {
  makePrivateFolder(fleetFolder(stateFolder));
  const file = lockFile(stateFolder, name);
  if (!create(file)) {
    if (isLocked(stateFolder, name)) return null;
    rmSync(file, { force: true });
    if (!create(file)) return null;
  }
  return () => {
    if (pidIn(file) === process.pid) rmSync(file, { force: true });
  };
}

function create(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch {
    return false;
  }
}

function pidIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'latin1')) || null;
  } catch {
    return null;
  }
}
