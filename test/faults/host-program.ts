import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createHooks } from '../../packages/core/src/internal.ts';
import type { AnyEvent, Outcome } from '../../packages/core/src/model/index.ts';
import type { Shortage } from './row.ts';

/** What a host in a process of its own is asked to do. */
export interface Job {
  readonly options: NonNullable<Parameters<typeof createHooks>[0]>;
  readonly shortage: Shortage | null;
  readonly events: readonly { readonly event: AnyEvent; readonly wait: boolean }[];
  /** One after another, so that the memory of one is seen; else at the same time. */
  readonly inTurn: boolean;
  readonly next: AnyEvent;
}

export interface JobResult {
  readonly shots: readonly { readonly outcome: Outcome; readonly tookMs: number }[];
  readonly next: Outcome;
  /** How much more memory there was than before the first event, at the worst moment. */
  readonly grewBytes: number;
}

const SHORTAGE_MS = 300;

const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
const hooks = await createHooks(job.options);
await hooks.fire(job.next); // what the first run opens and loads is no growth
const before = process.memoryUsage.rss();
let highest = before;
// Asking for the memory takes a descriptor, so only those are asked that have one.
const look = (): void => {
  if (job.shortage === null) highest = Math.max(highest, process.memoryUsage.rss());
};
const watch = setInterval(look, 20);

const release = await runShort(job.shortage);
const shots: JobResult['shots'][number][] = [];
if (job.inTurn) for (const each of job.events) shots.push(await shoot(each));
else shots.push(...(await Promise.all(job.events.map(shoot))));
await release();
clearInterval(watch);

const next = await hooks.fire(job.next);
await hooks.close();
const result: JobResult = { shots, next, grewBytes: highest - before };
process.stdout.write(JSON.stringify(result));

async function shoot({ event, wait: waits }: Job['events'][number]): Promise<JobResult['shots'][number]> {
  const startedAt = performance.now();
  const outcome = await hooks.fire(event, { wait: waits });
  return { outcome, tookMs: performance.now() - startedAt };
}

/** Uses something up; the result gives it back. */
async function runShort(shortage: Shortage | null): Promise<() => Promise<void>> {
  switch (shortage) {
    case null:
    case 'no temporary folder':
      return async () => undefined;
    case 'no descriptors':
      return takeDescriptors();
    case 'no processes':
      return takeProcesses();
    case 'no descriptors for a while':
      return forAWhile(takeDescriptors());
    case 'no processes for a while':
      return forAWhile(await takeProcesses());
  }
}

function forAWhile(giveBack: () => Promise<void>): () => Promise<void> {
  const given = wait(SHORTAGE_MS).then(giveBack);
  return () => given;
}

function takeDescriptors(): () => Promise<void> {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    return async () => taken.forEach((descriptor) => closeSync(descriptor));
  }
}

async function takeProcesses(): Promise<() => Promise<void>> {
  const taken: ChildProcess[] = [];
  for (;;) {
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
    sleeper.on('error', () => undefined);
    if (sleeper.pid === undefined) break;
    taken.push(sleeper);
  }
  return async () => {
    await Promise.all(
      taken.map(
        (sleeper) =>
          new Promise((resolve) => {
            sleeper.once('exit', resolve);
            sleeper.kill('SIGKILL');
          }),
      ),
    );
  };
}
