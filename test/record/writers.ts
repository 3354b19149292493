import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '../../packages/core/src/record/reader.ts';
import { openTrustStore } from '../../packages/core/src/trust/store.ts';
import { bundle } from '../support/bundle.ts';

/** What a writing process is to do. */
export interface Job {
  readonly kind: 'record' | 'trust';
  readonly folder: string;
  readonly writer: string;
  readonly count: number;
  readonly maxBytes: number;
  /** Entries in one call, at most. */
  readonly perWrite: number;
  /** Characters in an entry, at most. */
  readonly length: number;
}

/** Processes that write into one place. */
export interface Writers {
  readonly root: string;
  /** Runs a process to its end, or to its death so long after it has begun; tells what it was told to be safe. */
  readonly run: (
    job: Job,
    how?: { readonly killAfterMs?: number; readonly maxBlocks?: number },
  ) => Promise<readonly string[]>;
  readonly remove: () => void;
}

export function createWriters(): Writers {
  const program = bundle("import './test/record/writer-program.ts';");
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-writers-')));
  return {
    root,
    run: (job, { killAfterMs, maxBlocks } = {}) => {
      const limit = maxBlocks === undefined ? '' : `ulimit -f ${maxBlocks};`;
      const words = ['-c', `${limit} exec "$@"`, 'bash', process.execPath, program.path, JSON.stringify(job)];
      const child = spawn('bash', words, { stdio: ['ignore', 'pipe', 'inherit'] });
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      if (killAfterMs !== undefined)
        child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
      // The first line says that it begins. A last line without its end was cut by the death of who said it: it was not said.
      return new Promise((resolve) => {
        child.on('close', () => resolve(Buffer.concat(chunks).toString().split('\n').slice(1, -1)));
      });
    },
    remove: () => {
      program.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Of ids that were told to be safe, those that the record does not hold. */
export function lostOf(folder: string, told: readonly string[]): readonly string[] {
  const held = new Set([...readRecord(folder)].map(({ id }) => id));
  return told.filter((id) => !held.has(id));
}

/** Of contents that were told to be trusted, those that are not. */
export function forgottenOf(folder: string, told: readonly string[]): readonly string[] {
  const store = openTrustStore(folder);
  return told.filter((line) => {
    const [path = '', digest] = line.split(' ');
    return !store.decisions(path).pins.some((pin) => pin.digest === digest);
  });
}

/** How often the tests with chance in them are repeated. */
export const ROUNDS = Number(process.env['HOOKLINE_RECORD_ROUNDS'] ?? 3);
