import type { BackgroundJob } from '@hookline/core';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeJobs } from './background-jobs.ts';
import { writeErr } from '../print/output.ts';
import { oneLine } from '../print/one-line.ts';

/** Hands background hooks to a process of their own, which outlives this one and enforces their timeouts. */
export function detach(jobs: readonly BackgroundJob[]): void {
  try {
    const descriptor = spool(encodeJobs(jobs));
    startKeeper(descriptor);
    closeSync(descriptor);
  } catch (error) {
    const names = jobs.map(({ hook }) => hook.id).join(', ');
    writeErr(`hookline: background hooks were not started (${oneLine(names)}): ${(error as Error).message}\n`);
  }
}

// The jobs carry environments, which may hold secrets: the file has no name any more when the keeper gets it.
function spool(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-'));
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
function startKeeper(descriptor: number): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const keeper = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', '__background'], {
    detached: true,
    stdio: [descriptor, 'ignore', 'ignore'],
  });
  keeper.on('error', (error) => writeErr(`hookline: background hooks were not started: ${error.message}\n`));
  keeper.unref();
}
