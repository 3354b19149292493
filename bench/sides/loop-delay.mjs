// The longest time for which the event loop was blocked, while many events were in flight or while nothing was done.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { smallEvent } from '../work.mjs';
import { checkOutcome, openHooks } from './hookline.mjs';

const SESSIONS = 10;
const IDLE_MS = 1000;

export async function prepare({ what, events, folder }) {
  if (what === 'idle') return { run: () => longestStall(() => wait(IDLE_MS)) };
  const hooks = await openHooks('inline', join(folder, 'crowd'));
  const fire = (number) => hooks.fire({ ...smallEvent(folder), session_id: `session-${number % SESSIONS}` });
  const crowd = async () => {
    const outcomes = await Promise.all(Array.from({ length: events }, (_, number) => fire(number)));
    for (const outcome of outcomes) checkOutcome(outcome, 1);
  };
  return { run: () => longestStall(crowd), close: hooks.close };
}

/** In milliseconds, as a timer that should ring every millisecond sees it. */
async function longestStall(work) {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  clearInterval(timer);
  look();
  return longest;
}
