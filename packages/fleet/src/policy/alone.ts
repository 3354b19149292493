import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../identity/lock.ts';

const WITHIN_MS = 60_000;
const STEP_MS = 100;

/**
 * Does work while no other process of this machine brings a policy into force: of two at once the slower one could put an older
 * state back, or leave one that does not look like what was fetched. Where the lock stays taken, the work is done without it.
 */
export async function alone<Result>(
  stateFolder: string,
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  let release = takeLock(stateFolder, 'policy');
  const hasWaited = release === null;
  for (const until = performance.now() + WITHIN_MS; release === null && performance.now() < until;) {
    await sleep(STEP_MS);
    release = takeLock(stateFolder, 'policy');
  }
  try {
    return await work(hasWaited);
  } finally {
    release?.();
  }
}
