import { killAllRuns } from '@hookline/core/internal';
import { type Interruption, onSignals } from './signals.ts';

/** How far a session has come: what a signal does depends on it. */
type Phase = 'opening' | 'starting' | 'working' | 'ending';

/** Turns the first signal into an orderly end: the turn is interrupted, and the session can still be ended well. */
export interface Breaker {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  readonly caught: () => Interruption | null;
  readonly enter: (phase: Phase) => void;
  /** Does what a signal would do. */
  readonly stop: (interruption: Interruption) => void;
  /** Gives signals their usual meaning back. */
  readonly dispose: () => void;
}

export function createBreaker(): Breaker {
  const controller = new AbortController();
  let phase: Phase = 'opening';
  let caught: Interruption | null = null;
  const stop = (interruption: Interruption): void => {
    // A closing terminal may say so twice; only a person who presses Ctrl-C again wants no more waiting.
    const isImpatient = caught !== null && interruption.signal === 'SIGINT';
    if (phase === 'opening' || isImpatient) endAtOnce(interruption);
    if (caught !== null) return;
    caught = interruption;
    // Nobody else can cut short the hooks of SessionStart and SessionEnd.
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
