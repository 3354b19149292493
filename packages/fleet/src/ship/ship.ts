import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, Unreachable } from '../identity/client.ts';
import type { Machine } from '../identity/machine.ts';
import { shipLevel, UnknownLevel } from '../policy/ship-level.ts';
import { clearBackoff, noteFailure, readBackoff } from './backoff.ts';
import { readPosition } from './cursor.ts';
import { moveFence } from './fence.ts';
import { lookAtCheckpoints } from './look-at-checkpoints.ts';
import { takeLock } from '../identity/lock.ts';
import { TryLater } from './requests.ts';
import { linesWaiting, type ShipperOptions, type ShipRound, shipRound } from './shipper.ts';

/** Where lines are taken from, and whose they are. */
export interface ShipPlace {
  readonly stateFolder: string;
  readonly recordFolder: string;
  readonly machine: Machine;
  readonly version: string;
  readonly onAlarm: (text: string) => void;
  /** Writes down what is wrong with what the gateway has signed; the machine's person is told as well. */
  readonly onFinding?: (text: string) => Promise<void>;
  readonly onShipped?: ShipperOptions['onShipped'];
}

/** What `hookline ship` says. */
export interface ShipReport {
  readonly shipped: number;
  readonly waiting: number;
  readonly head: string | null;
  /** Why lines still wait; null: none do. */
  readonly why: string | null;
}

/** Sends what waits and tries again while the gateway is away, until nothing waits or the time is over. */
export async function shipFor(place: ShipPlace, waitMs: number): Promise<ShipReport> {
  const until = performance.now() + waitMs; // a clock that jumps must not make it wait
  let [shipped, why]: [number, string | null] = [0, null];
  const note = ({ shipped: count }: ShipRound): void => void (shipped += count);
  for (let failures = 0; ;) {
    try {
      const isSent = await underLock(
        place,
        note,
        AbortSignal.timeout(Math.max(MIN_MS, Math.ceil(until - performance.now()))),
      );
      why = isSent ? null : 'another process is sending at this moment';
      if (isSent && (await waitingOf(place)) === 0) break;
      if (!isSent) failures += 1;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      why = (error as Error).message;
      failures += 1;
    }
    const pauseMs = Math.min(PAUSE_MS * 2 ** Math.min(failures, 5) * (0.5 + Math.random()), until - performance.now());
    if (pauseMs <= 0) break;
    await sleep(pauseMs);
  }
  const waiting = await waitingOf(place);
  const head = readPosition(place.stateFolder, place.machine.machine)?.head ?? null;
  return { shipped, waiting, head, why: waiting === 0 ? null : why };
}

const PAUSE_MS = 50;
const MIN_MS = 1_000;

export const isTemporary = (error: unknown): boolean =>
  error instanceof TryLater || error instanceof Unreachable || error instanceof UnknownLevel;

export const waitingOf = ({ stateFolder, recordFolder, machine }: ShipPlace): Promise<number> =>
  linesWaiting(stateFolder, recordFolder, machine.machine);

/** One round, unless another process is at it; false: it is. */
async function underLock(
  place: ShipPlace,
  onRound: (round: ShipRound) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  const release = takeLock(place.stateFolder, 'send');
  if (release === null) return false;
  try {
    onRound(await shipNow(place, signal));
    return true;
  } finally {
    release();
  }
}

/** One round, whoever else sends; failures are remembered for those who come later. */
async function shipNow(place: ShipPlace, signal?: AbortSignal): Promise<ShipRound> {
  const { stateFolder, recordFolder, version, onAlarm, onShipped } = place;
  const client = await createClient(place.machine, onAlarm);
  try {
    const { machine, ship } = place.machine;
    const level = shipLevel(stateFolder, ship);
    const round = await shipRound(
      {
        stateFolder,
        recordFolder,
        machine,
        level,
        client,
        version,
        onAlarm,
        ...(onShipped === undefined ? {} : { onShipped }),
      },
      signal,
    );
    if (readBackoff(stateFolder) !== null) clearBackoff(stateFolder);
    await lookAtCheckpoints(place, client, round);
    return round;
  } catch (error) {
    if (isTemporary(error))
      noteFailure(stateFolder, (error as Error).message, error instanceof TryLater ? error.retryAfterMs : null);
    throw error;
  } finally {
    client.close();
    await moveFence(place, readPosition(stateFolder, place.machine.machine)?.files ?? {});
  }
}

/** Rounds under the lock for the background shipper; null: another process is sending. */
export async function shipLocked(place: ShipPlace): Promise<ShipRound | null> {
  let done: ShipRound | null = null;
  await underLock(place, (round) => void (done = round));
  return done;
}
