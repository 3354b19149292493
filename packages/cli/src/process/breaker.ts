import { killAllRuns } from '@hookline/core/internal';
import { type Interruption, onSignals } from './signals.ts';

/** How far a session has come: what a signal does depends on it. */
type Phase = 'opening' | 'starting' | 'working' | 'ending';

/** Turns the first signal into an orderly end: the turn is interrupted, and the session is still ended with its hooks. */
export interface Breaker {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  readonly caught: () => Interruption | null;
  readonly enter: (phase: Phase) => void;
  /** Does what a signal would do. */
  readonly stop: (interruption: Interruption) => void;
  /** Restores the usual effect of signals. */
  readonly dispose: () => void;
}

export function createBreaker(): Breaker {
  const controller = new AbortController();
  let phase: Phase = 'opening';
  let caught: Interruption | null = null;
  const stop = (interruption: Interruption): void => {
    // A closing terminal may send its signal twice; only a second Ctrl-C means that a person will not wait.
    const isImpatient = caught !== null && interruption.signal === 'SIGINT';
    if (phase === 'opening' || isImpatient) endAtOnce(interruption);
    if (caught !== null) return;
    caught = interruption;
    // The hooks of SessionStart and SessionEnd do not listen to the abort signal.
    if (phase === 'starting' || phase === 'ending') killAllRuns();
    controller.abort(new Error(`interrupted by ${interruption.signal}`));
  };
  return {
    signal: controller.signal,
    caught: () => caught,
    enter: (next) => {
      phase = next;
    },
    stop,
    dispose: onSignals(stop),
  };
}

function endAtOnce({ status }: Interruption): never {
  killAllRuns();
  process.exit(status);
}
