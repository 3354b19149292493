import { runBackgroundJobs } from '@hookline/core/internal';
import { modelOf } from '../call/place.ts';
import { decodeJobs } from '../process/detach.ts';
import { readText } from '../call/caller.ts';
import { endRunsOnSignal } from '../process/signals.ts';

/** Looks after the hooks that a `fire` left behind, to their end or their timeouts. */
export async function background(): Promise<number> {
  endRunsOnSignal();
  await runBackgroundJobs(decodeJobs(readText('-')), {
    ...modelOf(process.env),
    env: process.env,
    project: '/',
    warm: false,
  });
  return 0;
}
