import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { statsOf } from './paths.ts';

/** Creates a folder that only its owner may use, unless it exists; synced, so that it survives a power cut. */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Why a folder must not be trusted: others could have written into it; null when it is safe or does not exist. */
export function folderProblem(folder: string): string | null {
  const stats = statsOf(folder);
  if (stats === null) return null;
  if (!stats.isDirectory()) return `${folder} is not a folder`;
  return ownerProblem(folder, stats);
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a file that only its owner may write; throws when it is missing, not a regular file, too large, or writable by
 * others.
 */
export function readPrivateFile(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(descriptor);
    const problem =
      stats.isFile() && stats.size <= MAX_BYTES ? ownerProblem(path, stats) : `${path} is not a plain file`;
    if (problem !== null) throw new Error(problem);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a file atomically, also when the machine stops in between; throws when that fails. The temporary file is in
 * `waitingFolder`, on the same disk, where a process that empties the file's own folder cannot remove it.
 */
export const writePrivateFile = (path: string, text: string, waitingFolder: string): void =>
  putPrivateFile(text, path, { waitingFolder, move: moveInto });

/** The same, only into a folder that is there. */
export const addPrivateFile = (path: string, text: string, waitingFolder: string): void =>
  putPrivateFile(text, path, { waitingFolder, move: renameSync });

interface Putting {
  readonly waitingFolder: string;
  readonly move: (from: string, to: string) => void;
}

function putPrivateFile(text: string, path: string, { waitingFolder, move }: Putting): void {
  const temporary = temporaryIn(waitingFolder);
  try {
    writeAndSync(temporary, Buffer.from(text));
    move(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  for (const folder of new Set([dirname(path), waitingFolder])) syncFolder(folder);
}

const temporaryIn = (folder: string): string =>
  join(folder, `.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`);

const MOVE_ATTEMPTS = 100;

/** Retries when the folder was removed between the two calls. */
function moveInto(temporary: string, path: string, attempt = 1): void {
  try {
    makePrivateFolder(dirname(path));
    renameSync(temporary, path);
  } catch (error) {
    if (!isMissingError(error) || attempt === MOVE_ATTEMPTS) throw error;
    moveInto(temporary, path, attempt + 1);
  }
}

/** Removes a file; a missing one is no error. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissingError(error)) throw error;
  }
}

/**
 * Removes a folder and its files in one step: what comes later, or is put into it meanwhile, finds it gone. A missing
 * one is no error.
 */
export function discardFolder(folder: string, waitingFolder: string): void {
  const discarded = temporaryIn(waitingFolder);
  try {
    renameSync(folder, discarded);
  } catch (error) {
    if (isMissingError(error)) return;
    throw error;
  }
  syncFolder(waitingFolder);
  try {
    rmSync(discarded, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  } catch {
    // A writer that had found the folder before may still put a file into it. It counts no more, and goes later.
  }
}

/** Syncs renames and removals in a folder to disk; a folder that is gone is skipped. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  try {
    const descriptor = openSync(folder, constants.O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!isMissingError(error)) throw error;
  }
}

const STALE_MS = 3_600_000;

/** Removes what writers that were killed have left. */
export function removeStaleFiles(waitingFolder: string): void {
  for (const name of readdirSync(waitingFolder).filter((each) => each.endsWith('.tmp'))) {
    const path = join(waitingFolder, name);
    if (Date.now() - (statsOf(path)?.mtimeMs ?? 0) > STALE_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** True for ENOENT: the file or folder does not exist. */
export const isMissingError = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

function writeAndSync(path: string, bytes: Buffer): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    // A full disk first shows as a short count.
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function ownerProblem(path: string, stats: Stats): string | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  if (stats.uid !== user) return `${path} belongs to another user (${stats.uid}, not ${user})`;
  return (stats.mode & 0o022) === 0 ? null : `${path} can be written by others; run: chmod go-w '${path}'`;
}
