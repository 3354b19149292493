import type { Hooks } from '@hookline/core/internal';
import { readFileSync, readSync } from 'node:fs';
import { type Environment, isTerminal, writeErr, writeOut } from '../print/output.ts';
import type { LendHooks } from './lent-hooks.ts';
import { wrongCall } from './wrong-call.ts';

/** Who makes a call: where its words come from, and where the answer goes. */
export interface Caller {
  readonly env: Environment;
  /** The folder that the call was made in; throws a wrong call when it has been removed meanwhile. */
  readonly folder: () => string;
  /** The whole text of a file, or of stdin for `-`. */
  readonly readText: (source: string) => string | Promise<string>;
  readonly isTerminal: (descriptor: 0 | 1 | 2) => boolean;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
  /** Aborted when the caller has gone away; null when that ends this process too. */
  readonly gone: AbortSignal | null;
  /** Asked about the hooks before any of them runs: what carries the call out in a process of its own; null: it goes on here. */
  readonly elsewhere?: (hooks: Hooks) => (() => Promise<number>) | null;
  /** Lends hooks that are kept from one call to the next; absent: they are opened for this call only. */
  readonly lend?: LendHooks;
}

/** The process itself. */
export const THIS_PROCESS: Caller = {
  env: process.env,
  folder: () => {
    try {
      return process.cwd();
    } catch {
      throw wrongCall('the working directory is gone; name the project with --project DIR');
    }
  },
  readText,
  isTerminal,
  writeOut,
  writeErr,
  gone: null,
};

/** The whole text of a file, or of stdin for `-`; `path` is where the file lies for this process. */
export function readText(source: string, path = source): string {
  try {
    return source === '-' ? readStdin() : readFileSync(path, 'utf8');
  } catch (error) {
    throw wrongCall(`cannot read ${source === '-' ? 'stdin' : source}: ${causeOf(error)}`);
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'there is no such file',
};

function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return CAUSES[code ?? ''] ?? message;
}

const CHUNK_BYTES = 65_536;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function readStdin(): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = readSome(chunk);
    if (length === 0) return Buffer.concat(chunks).toString('utf8');
    if (length !== null) chunks.push(chunk.subarray(0, length));
  }
}

// A parent may have made the pipe non-blocking: then EAGAIN is neither an error nor the end.
function readSome(chunk: Buffer): number | null {
  try {
    return readSync(0, chunk);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EOF') return 0;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(PAUSE, 0, 0, 2);
    return null;
  }
}
