import type { BackgroundJob } from '@hookline/core';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneLine } from '../print/one-line.ts';
import { writeErr } from '../print/output.ts';
import { encodeJobs } from './background-jobs.ts';

/** Hands background hooks to a keeper: a process that outlives this one and enforces their timeouts. */
export interface Detacher {
  readonly detach: (jobs: readonly BackgroundJob[]) => void;
  /** Resolves when the hooks have been started, which is known soon, or cannot be; never waits for their end. */
  readonly started: () => Promise<void>;
}

export function createDetacher(): Detacher {
  const starting: Promise<void>[] = [];
  return {
    detach: (jobs) => starting.push(handOver(jobs)),
    started: async () => {
      await Promise.all(starting);
    },
  };
}

async function handOver(jobs: readonly BackgroundJob[]): Promise<void> {
  try {
    const descriptor = spool(encodeJobs(jobs));
    const keeper = startKeeper(descriptor);
    closeSync(descriptor);
    await acknowledged(keeper);
  } catch (error) {
    const names = jobs.map(({ hook }) => hook.id).join(', ');
    writeErr(`hookline: background hooks were not started (${oneLine(names)}): ${oneLine(String(error))}\n`);
  }
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

// The module is taken when it is needed: most calls start nothing here, and loading it is slow.
function startKeeper(descriptor: number): ChildProcess {
  const { spawn } = process.getBuiltinModule('node:child_process');
  return spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', '__background'], {
    detached: true,
    stdio: [descriptor, 'pipe', 'ignore'],
  });
}

const START_LIMIT_MS = 2000;

/** Waits for the keeper's word; on a machine that is too busy for it, not for long. */
function acknowledged(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(resolve, START_LIMIT_MS);
    keeper.on('error', reject);
    keeper.on('exit', (status) => reject(new Error(`their keeper ended with ${status ?? 'a signal'}`)));
    keeper.stdout?.on('data', () => {
      clearTimeout(limit);
      resolve();
    });
  });
}
