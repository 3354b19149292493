import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { errorCode } from '../../process/errno.ts';
import { descriptorTarget, otherProcessIds } from '../../process/proc.ts';
import { signalGroup, signalProcess } from '../../process/signal.ts';

/**
 * Ends hooks whose host was killed before anybody could be told to look after them: they still write to pipes of the
 * host. Gives those of the pipes that somebody still reads; their host lives, where its number means nothing to us.
 */
export function endOrphans(pipes: readonly string[]): readonly string[] {
  if (process.platform !== 'linux' || pipes.length === 0) return [];
  const alive = pipes.filter(hasReader);
  const dead = new Set(pipes.filter((pipe) => !alive.includes(pipe)));
  for (const pid of dead.size === 0 ? [] : otherProcessIds()) {
    if (!dead.has(descriptorTarget(pid, 1)) && !dead.has(descriptorTarget(pid, 2))) continue;
    signalGroup(pid, 'SIGKILL');
    signalProcess(pid, 'SIGKILL');
  }
  return alive;
}

/** Opening the write end without waiting fails exactly when nobody reads. */
function hasReader(pipe: string): boolean {
  try {
    if (!lstatSync(pipe).isFIFO()) return false;
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW));
    return true;
  } catch (error) {
    return !['ENXIO', 'ENOENT'].includes(errorCode(error));
  }
}
