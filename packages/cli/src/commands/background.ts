import { runBackgroundJobs } from '@hookline/core';
import { decodeJobs } from '../process/background-jobs.ts';
import { readText } from '../call/read-text.ts';
import { writeOut } from '../print/output.ts';
import { endRunsOnSignal } from '../process/signals.ts';

/** Runs the hooks that a `fire` left behind, to their end or their timeouts, and tells it once they are on their way. */
export async function background(): Promise<number> {
  endRunsOnSignal();
  const ended = runBackgroundJobs(decodeJobs(readText('-')), { env: process.env, project: '/' });
  setImmediate(() => writeOut('started\n'));
  await ended;
  return 0;
}
