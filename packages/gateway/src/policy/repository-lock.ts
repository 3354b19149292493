import { isAlive } from '@hookline/core/internal';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const WAIT_MS = 10_000;
const STEP_MS = 20;
const WRITING_MS = 5_000;

/** Does work on a repository alone: two who sign at once would take each other's numbers. Throws when it stays locked. */
export function underLock<Result>(folder: string, work: () => Result): Result {
  const file = join(folder, 'lock');
  const until = Date.now() + WAIT_MS;
  while (!take(file)) {
    if (isLeft(file)) rmSync(file, { force: true });
    else if (Date.now() > until) throw new Error(`another process works on ${folder}; if none does, remove ${file}`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that took the lock has ended. */
function isLeft(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const pid = Number(readFileSync(file, 'latin1'));
  return pid > 0 ? !isAlive(pid, stats.mtime) : Date.now() - stats.mtimeMs > WRITING_MS;
}
