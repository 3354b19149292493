import { type BackgroundJob, type RunningJob, startJobs } from '@hookline/core/internal';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../call/caller.ts';
import { oneLine } from '../print/text.ts';
import { argumentsFor } from './this-program.ts';

/** Starts background hooks and hands them to a process that outlives this one and enforces their timeouts. */
export const detachFor =
  (caller: Caller) =>
  (jobs: readonly BackgroundJob[]): Promise<void> =>
    detach(jobs, caller);

async function detach(jobs: readonly BackgroundJob[], caller: Caller): Promise<void> {
  try {
    const running = await startJobs(jobs, { env: caller.env });
    const pipes = running.flatMap((job) => job.running?.descriptors ?? []);
    const spooled = spool(encodeJobs(running.map((job) => asKeptBy(job, pipes))));
    startKeeper(spooled, pipes, caller, folderFor(jobs, caller));
    [spooled, ...pipes].forEach((descriptor) => closeSync(descriptor));
  } catch (error) {
    const names = jobs.map(({ hook }) => hook.id).join(', ');
    caller.writeErr(`hookline: background hooks were not started (${oneLine(names)}): ${(error as Error).message}\n`);
  }
}

/** The keeper gets the pipes behind its own three streams, in this order. */
function asKeptBy(job: RunningJob, pipes: readonly number[]): RunningJob {
  if (job.running === null) return job;
  const descriptors = job.running.descriptors.map((descriptor) => 3 + pipes.indexOf(descriptor));
  return { ...job, running: { ...job.running, descriptors } };
}

// The jobs carry environments, which may hold secrets: the file has no name any more when the keeper gets it.
function spool(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-jobs-'));
  try {
    const descriptor = openSync(join(folder, 'jobs.json'), 'wx+', 0o600);
    writeAtStart(descriptor, Buffer.from(text));
    return descriptor;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Written by position, so that the keeper reads from the start.
function writeAtStart(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, written);
  }
}

/** Programs that answer for a model run where the caller is, which a server is not; undefined: the keeper stays where we are. */
function folderFor(jobs: readonly BackgroundJob[], { gone, folder }: Caller): string | undefined {
  const asksModel = jobs.some(({ request: { kind } }) => kind === 'prompt' || kind === 'agent');
  if (gone === null || !asksModel) return undefined;
  try {
    return folder();
  } catch {
    return undefined; // it is gone; the keeper must start all the same, since it enforces the timeouts
  }
}

function startKeeper(
  jobs: number,
  pipes: readonly number[],
  { env, writeErr }: Caller,
  folder: string | undefined,
): void {
  const keeper = spawn(process.execPath, argumentsFor('__background'), {
    detached: true,
    cwd: folder,
    env: { ...env },
    stdio: [jobs, 'ignore', 'ignore', ...pipes],
  });
  keeper.on('error', (error) =>
    writeErr(
      `hookline: background hooks run without a time limit, because the process that watches them could not be started: ${error.message}\n`,
    ),
  );
  keeper.unref();
}

interface SpooledJob {
  readonly job: RunningJob;
  /** What the hook is given, in base64: JSON knows no bytes. */
  readonly bytes: string;
}

/** Jobs as text; the bytes that a hook is given survive unchanged. */
export function encodeJobs(jobs: readonly RunningJob[]): string {
  const spooled = jobs.map((job): SpooledJob => ({
    job: withBytes(job, new Uint8Array()),
    bytes: Buffer.from(bytesOf(job)).toString('base64'),
  }));
  return JSON.stringify(spooled);
}

/** The jobs that `encodeJobs` wrote. */
export const decodeJobs = (text: string): readonly RunningJob[] =>
  (JSON.parse(text) as readonly SpooledJob[]).map(({ job, bytes }) => withBytes(job, Buffer.from(bytes, 'base64')));

function bytesOf({ request }: RunningJob): Uint8Array {
  switch (request.kind) {
    case 'command':
      return request.stdin;
    case 'http':
      return request.body;
    case 'python':
    case 'module':
    case 'prompt':
    case 'agent':
    case 'mcp_tool':
    case 'central':
      return new Uint8Array();
  }
}

function withBytes(job: RunningJob, bytes: Uint8Array): RunningJob {
  const { request } = job;
  switch (request.kind) {
    case 'command':
      return { ...job, request: { ...request, stdin: bytes } };
    case 'http':
      return { ...job, request: { ...request, body: bytes } };
    case 'python':
    case 'module':
    case 'prompt':
    case 'agent':
    case 'mcp_tool':
    case 'central':
      return job;
  }
}
