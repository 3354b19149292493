import { setTimeout as sleep } from 'node:timers/promises';
import { readBackoff } from './backoff.ts';
import { takeLock } from '../identity/lock.ts';
import { needsShipper } from './needs-shipper.ts';
import { createNews, type News } from './news.ts';
import { isTemporary, shipLocked, type ShipPlace, waitingOf } from './ship.ts';

/** How long lines are gathered, unless the gateway says otherwise; a refusal or a fault waits only the short time. */
const GATHER_MS = 60_000;
const URGENT_MS = 2_000;
const MANY_LINES = 500;
const MOST_GATHER_MS = 600_000;
const STEP_MS = 1_000;

/**
 * Ships in the background as long as lines come: gathers them for a minute, sends refusals and faults within seconds, and
 * ends when a whole minute brought none, or the gateway is away for long. False: another process does that already.
 */
export async function shipInBackground(place: ShipPlace): Promise<boolean> {
  for (;;) {
    const release = takeLock(place.stateFolder, 'shipper');
    if (release === null) return false;
    try {
      await shipWhileLinesCome(place);
    } finally {
      release();
    }
    // Who wrote a line just before the lock was free has started no shipper.
    if (!needsShipper(place.stateFolder) || (await waitingOf(place)) === 0) return true;
  }
}

async function shipWhileLinesCome(place: ShipPlace): Promise<void> {
  const news = createNews(place.recordFolder);
  news();
  let gatherMs = GATHER_MS;
  for (;;) {
    const isSent = await sendGathered(place, (seconds) => void (gatherMs = Math.min(MOST_GATHER_MS, seconds * 1000)));
    if (!isSent && !(await waitOut(place.stateFolder))) return;
    if (isSent && !(await gather(news, gatherMs * (0.8 + 0.4 * Math.random())))) return;
  }
}

/** False: the gateway is away. */
async function sendGathered(place: ShipPlace, onInterval: (seconds: number) => void): Promise<boolean> {
  try {
    const seconds = (await shipLocked(place))?.intervalSeconds ?? null;
    if (seconds !== null) onInterval(seconds);
    return true;
  } catch (error) {
    if (!isTemporary(error)) throw error;
    return false;
  }
}

/** Waits until it may be tried again; false: that is too long for a process to stay. */
async function waitOut(stateFolder: string): Promise<boolean> {
  const waitMs = (readBackoff(stateFolder)?.until ?? 0) - Date.now();
  if (waitMs > GATHER_MS) return false;
  await sleep(Math.max(STEP_MS, waitMs));
  return true;
}

/** Waits until it is time to send; false: nothing came. */
async function gather(news: News, gatherMs: number): Promise<boolean> {
  let [count, urgentAt]: [number, number] = [0, Number.POSITIVE_INFINITY];
  // Not by the clock: where that is set back by a day, lines would wait for a day.
  for (const end = performance.now() + gatherMs; performance.now() < Math.min(end, urgentAt);) {
    await sleep(STEP_MS);
    const { lines, isUrgent } = news();
    count += lines;
    if (isUrgent || count >= MANY_LINES) urgentAt = Math.min(urgentAt, performance.now() + URGENT_MS - STEP_MS);
  }
  return count > 0;
}
