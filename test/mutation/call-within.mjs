import { Script } from 'node:vm';

/** Thrown when a call did not come back. */
export class Hung extends Error {}

/** Thrown when a call had no chance to come back, since other programs had the processor. */
export class Starved extends Error {}

const CALL = new Script('globalThis.__callWithin()');
const processorTime = process.cpuUsage.bind(process);

/** Calls `work`, and stops it when it does not come back in time: the process goes on, which is quicker than a new one. */
export function callWithin(limitMs, work) {
  let result;
  globalThis.__callWithin = () => {
    result = work();
  };
  const before = processorTime();
  try {
    CALL.runInThisContext({ timeout: Math.ceil(limitMs), displayErrors: false });
  } catch (error) {
    if (error?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const { user, system } = processorTime(before);
    const spentMs = (user + system) / 1000;
    const isStarved = spentMs < limitMs / 3;
    throw new (isStarved ? Starved : Hung)(`stopped after ${Math.round(spentMs)} ms on the processor`);
  }
  return result;
}
