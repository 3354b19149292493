import { join } from 'node:path';
import { isNumber, shaped } from '../text/value-shape.ts';
import { readShared, removeShared, writeShared } from './small-files.ts';

/** So many questions in a row without an answer are enough. */
export const MOST_FAULTS = 5;
/** So long nothing is asked then. */
const REST_MS = 30_000;

interface BreakerState {
  /** Questions in a row that got no answer. */
  readonly faults: number;
  /** Milliseconds since 1970; nothing is asked before. */
  readonly until: number;
}

/** Keeps a machine from waiting again and again for a gateway that does not answer; all its processes share it. */
export interface Breaker {
  /** How long nothing is asked; 0: it may be asked. */
  readonly restMs: () => number;
  readonly answered: () => void;
  readonly failed: () => void;
}

const NONE: BreakerState = { faults: 0, until: 0 };
const isState = shaped({ faults: isNumber, until: isNumber });

/** The breaker of one hook, so that one that is slow at the gateway does not keep others from being asked. */
export function breakerOf(folder: string, org: string, hook: string, now: () => number = Date.now): Breaker {
  const file = join(folder, `${org}.${hook}.json`);
  const state = (): BreakerState => {
    const value = readShared(file);
    return isState(value) ? (value as BreakerState) : NONE;
  };
  return {
    restMs: () => {
      const left = state().until - now();
      return left > 0 && left <= REST_MS ? left : 0; // a clock that was put back does not make it longer
    },
    answered: () => {
      if (state().faults > 0) removeShared(file);
    },
    failed: () => {
      const faults = Math.min(state().faults + 1, MOST_FAULTS);
      writeShared(file, { faults, until: faults >= MOST_FAULTS ? now() + REST_MS : 0 } satisfies BreakerState);
    },
  };
}
