import { runBackgroundJobs } from '@hookline/core/internal';
import type { Command } from '../call/arguments.ts';
import { readText } from '../call/caller.ts';
import { modelOf } from '../call/place.ts';
import { decodeJobs } from '../process/detach.ts';
import { endRunsOnSignal } from '../process/signals.ts';

export const BACKGROUND: Command = {
  name: '__background',
  about: 'Run the jobs on stdin.',
  options: [],
  examples: [],
  hidden: true,
  run: background,
};

/** Looks after the hooks that a `fire` left behind, to their end or their timeouts. */
async function background(): Promise<number> {
  endRunsOnSignal();
  await runBackgroundJobs(decodeJobs(readText('-')), {
    ...modelOf(process.env),
    env: process.env,
    project: '/',
    warm: false,
  });
  return 0;
}
