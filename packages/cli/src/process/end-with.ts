import { writeErr } from '../print/output.ts';

/** Ends the process with the status of a call, or with 1 and one line about what went wrong. */
export function endWith(call: Promise<number>): void {
  // All output is written synchronously, so that an exit cuts nothing off.
  call.then((status) => process.exit(status), exitWithProblem);
  process.on('uncaughtException', exitWithProblem);
}

function exitWithProblem(error: unknown): void {
  import('../print/report-problem.ts')
    .then(({ problemText }) => writeErr(problemText(error, process.env)))
    .catch(() => writeErr(`hookline: ${JSON.stringify(String(error))}\n`))
    .finally(() => process.exit(1));
}
