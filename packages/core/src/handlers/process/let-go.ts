import type { LetGoRule, StartedHook } from '../../model/index.ts';
import type { Run } from './run.ts';

/** What the one who supervises a run does when nothing waits for it any more. */
interface Supervisor {
  /** Goes on, with another time limit and signal. */
  readonly keep: (limitMs: number, signal: AbortSignal) => void;
  /** Leaves the run to another process. */
  readonly leave: () => void;
}

/** Listens to what a run prints until it lets go of whoever waits for it; the result stops the listening. */
export function whenLetGo(run: Run, rule: LetGoRule | undefined, { keep, leave }: Supervisor): () => void {
  if (rule === undefined) return NOTHING;
  const { output } = run.streams.stdout;
  const stop = (): void => output.onChunk(null);
  const passOn = (): StartedHook => {
    const hook = passedOn(run);
    leave();
    return hook;
  };
  output.onChunk(() => {
    // One that has ended says all that it has to say.
    if (run.exitSoFar() !== null) return stop();
    const printed = output.text();
    if (printed.length > MOST_PRINTED) return stop();
    if (!rule.isSaidBy(printed)) return;
    stop();
    rule.take({ printed, keep, passOn });
  });
  return stop;
}

const NOTHING = (): void => undefined;
/** A program says so at its very beginning, or not at all. */
const MOST_PRINTED = 16 * 1024;

function passedOn(run: Run): StartedHook {
  const { stdout, stderr } = run.streams;
  stdout.drain();
  stderr.drain();
  const printed = { stdout: stdout.output.text(), stderr: stderr.output.text() };
  const descriptors = run.streams.passOn();
  run.release?.();
  return { handed: { pid: run.pid, startedAt: Date.now(), printed }, descriptors };
}
