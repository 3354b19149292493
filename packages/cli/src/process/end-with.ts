import { writeErr } from '../print/output.ts';
import { isCallersMistake, problemText } from '../call/wrong-call.ts';
import { FAILED, REFUSED, failureStatus } from './failure-status.ts';

/** Runs the command that the words name and ends the process with its status; whatever goes wrong is said. */
export function endWith(words: readonly string[], run: (words: readonly string[]) => Promise<number>): void {
  const failure = failureStatus(words[0], process.env);
  const fail = (error: unknown): void => {
    const status = isCallersMistake(error) ? FAILED : failure;
    writeErr(problemText(error, process.env, status === REFUSED));
    process.exit(status);
  };
  process.on('uncaughtException', fail);
  // All output is written synchronously, so that an exit cuts nothing off.
  run(words).then((status) => process.exit(status), fail);
}
