import type { AnyEvent } from '@hookline/core/internal';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hookEnvironment } from '../central/central-hooks.ts';
import type { PublishedFiles } from '../policy/repository.ts';
import type { FromWorker, ReplayedRun, ToWorker } from './worker.ts';

/** The program, with its arguments, in which `runReplayWorker` is called. */
export type ReplayProgram = readonly [file: string, ...words: readonly string[]];

/** A process that runs the hooks of a policy. */
export interface ReplayWorker {
  readonly policy: string;
  readonly version: number;
  readonly names: readonly string[];
  /** Null: the time was over first. Throws a {@link ReplayFailed}. */
  readonly run: (event: AnyEvent) => Promise<readonly ReplayedRun[] | null>;
  readonly close: () => Promise<void>;
}

/** The process of the hooks has ended, or could not use the policy. */
export class ReplayFailed extends Error {}

const MEGABYTES = 512;
const LOW_PRIORITY = 10;
const END_MS = 5_000;
const READY_MS = 60_000;

type Ready = Extract<FromWorker, { kind: 'ready' }>;

/** Starts it with bounds: memory, time (from when it is ready), an empty folder, none of the gateway's environment, and no connection to its database. */
export async function startReplayWorker(
  [file, ...words]: ReplayProgram,
  files: PublishedFiles,
  longestMs: number,
): Promise<ReplayWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-replay-'));
  const child = spawn(file, words, {
    cwd: folder,
    // What it leaves behind goes with its folder.
    env: {
      ...hookEnvironment(),
      TMPDIR: folder,
      TEMP: folder,
      TMP: folder,
      NODE_OPTIONS: `--max-old-space-size=${MEGABYTES}`,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const heard = listen(child);
  const close = (): Promise<void> => ending(child).finally(() => rmSync(folder, { recursive: true, force: true }));
  try {
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    tell(child, { kind: 'policy', text: files.text, blobs: blobsOf(files) });
    const ready = await Promise.race([heard.ready, heard.ended, sleep(READY_MS, null, { ref: false })]);
    if (ready === null) throw new ReplayFailed('the hooks were not ready in time');
    const { policy, version, names } = ready;
    return { policy, version, names, run: runsIn(child, heard, longestMs), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function tell(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message);
}

function runsIn(child: ChildProcess, { ended, runs }: Heard, longestMs: number): ReplayWorker['run'] {
  const over = sleep(longestMs, null, { ref: false });
  let next = 0;
  return (event) => {
    const n = (next += 1);
    const ran = new Promise<readonly ReplayedRun[]>((resolve) => void runs.set(n, resolve));
    tell(child, { kind: 'event', n, event });
    return Promise.race([ran, ended, over]).finally(() => runs.delete(n));
  };
}

interface Heard {
  readonly ready: Promise<Ready>;
  /** Rejects when the process has ended, or says that it cannot go on. */
  readonly ended: Promise<never>;
  /** Who waits for which run. */
  readonly runs: Map<number, (hooks: readonly ReplayedRun[]) => void>;
}

function listen(child: ChildProcess): Heard {
  const runs: Heard['runs'] = new Map();
  const ready = new Promise<Ready>((resolve) => {
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve(message);
      else if (message.kind === 'ran') runs.get(message.n)?.(message.hooks);
    });
  });
  const ended = new Promise<never>((_, reject) => {
    const fail = (why: string): void => reject(new ReplayFailed(why));
    child.once('error', (error) => fail(`the process of the hooks could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      fail(`the process of the hooks has ended (${signal ?? `exit ${code}`}); it may have ${MEGABYTES} MB of memory`),
    );
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') fail(message.why);
    });
  });
  ended.catch(() => undefined); // whoever waits for it hears of it
  return { ready, ended, runs };
}

/** It ends by itself when no one talks to it any more, with its hooks; one that does not is killed, and its watchdog kills them. */
async function ending(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect();
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exit;
  clearTimeout(timer);
}

function blobsOf({ text, blobOf }: PublishedFiles): Record<string, string> {
  const { hooks } = JSON.parse(text) as {
    readonly hooks: readonly { readonly files?: readonly { readonly sha256: string }[] }[];
  };
  const digests = new Set(hooks.flatMap(({ files = [] }) => files.map(({ sha256 }) => sha256)));
  return Object.fromEntries(Array.from(digests, (digest) => [digest, blobOf(digest).toString('base64')]));
}
