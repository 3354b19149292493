import type { LetGoRule, Report, RunningOn, StartedHook } from '../model/index.ts';
import { declarationEnd, declarationKey, declaredBackground } from './answers/declared-background.ts';
import type { Prepared, StartedRun } from './background.ts';
import { endOf, handOver, jobOf } from './background.ts';
import { decode } from './decode.ts';
import type { Reading } from './frame.ts';
import type { Step } from './plan.ts';
import type { Firing } from './ports.ts';

/** A hook that may declare itself a background one while it is waited for. */
export interface Declaring {
  readonly letGo: LetGoRule;
  /** Settles once it has declared itself one; for most hooks it never does. */
  readonly declared: Promise<RunningOn>;
}

/** Null for a hook that is waited for to its end. */
export function declaring(step: Step, reading: Reading, { background }: Firing): Declaring | null {
  const key = declarationKey(reading);
  // A process on Windows cannot be passed on, and whoever waits for background hooks waits for this one too.
  if (key === null || step.shadow === true || background !== 'kept' || reading.frame.place.platform === 'win32')
    return null;
  let take: LetGoRule['take'] = () => undefined;
  const declared = new Promise<RunningOn>((resolve) => (take = resolve));
  const isSaidBy = (printed: string): boolean => declarationEnd(printed, key) !== null;
  return { letGo: { isSaidBy, take: (running) => take(running) }, declared };
}

/** A hook that runs on although it was waited for. */
interface Released extends Prepared {
  readonly reading: Reading;
  readonly running: RunningOn;
  /** Settles at its end, where it is watched here. */
  readonly report: Promise<Report>;
}

/** Makes it a background hook: of the process that takes those over, where there is one, else of this one. */
export function letGo({ running, report, reading, ...prepared }: Released, firing: Firing): StartedRun {
  const { ports } = firing;
  const { frame } = reading;
  const { step, admission } = prepared;
  const warnings = decode(reading, soFar(running)).messages ?? [];
  const away = ports.detach === undefined ? null : jobOf(prepared, frame, firing);
  const passed = away === null ? null : passedOn(running);
  if (ports.detach !== undefined && away !== null && passed !== null) {
    const { request } = away.job;
    const job = { ...away.job, request: { ...request, timeoutMs: limitOf(reading) }, running: passed };
    ports.keep(handOver([{ ...away, job }], ports.detach, firing));
    return { step, ended: null, withheld: null, warnings };
  }
  running.keep(limitOf(reading), ports.closing);
  const ended = report.then((whole) => {
    const answer = declaredBackground(reading, whole)?.rest ?? whole;
    return endOf({ step: { ...step, background: true }, admission, report: whole, answer }, frame, firing);
  });
  ports.keep(ended);
  return { step, ended, withheld: null, warnings };
}

const soFar = ({ printed }: RunningOn): Report => ({
  ending: { how: 'exited', code: 0 },
  stdout: printed,
  stderr: '',
  truncated: [],
  durationMs: 0,
});

/** Null where the system does not let another process have it. */
function passedOn(running: RunningOn): StartedHook | null {
  try {
    return running.passOn();
  } catch {
    return null;
  }
}

/** Its own time limit is about those who wait; from then on it has as long as a hook that says nothing about time. */
const limitOf = ({ hook }: Reading): number => Math.max(hook.timeoutMs, LEAST_LIMIT_MS);

const LEAST_LIMIT_MS = 600_000;
