import { isJoined } from '../identity/machine.ts';
import { readBackoff } from './backoff.ts';
import { isLocked } from '../identity/lock.ts';

/**
 * Whether lines may wait for which no process ships: the machine has joined, no shipper runs, and it may be tried again. An
 * entry of its own, because every event asks this, and must not load the rest.
 */
export function needsShipper(stateFolder: string): boolean {
  if (!isJoined(stateFolder) || isLocked(stateFolder, 'shipper')) return false;
  return (readBackoff(stateFolder)?.until ?? 0) <= Date.now();
}
