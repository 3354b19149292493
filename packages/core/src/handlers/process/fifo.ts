import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit } from '../../process/at-exit.ts';
import { asking, errorCode, isTransient } from '../../process/errno.ts';
import { findProgram } from './find-program.ts';
import { ownName, privateFolder, removeFile, removeLeftovers } from './private-folder.ts';

/** A named pipe with both ends open; no other process has it open, and it is empty. */
export interface Fifo {
  readonly path: string;
  readonly readEnd: number;
  readonly writeEnd: number;
}

/**
 * Opens a named pipe from the user's store, or a new one; null where the system cannot create any. Node cannot create
 * one itself, and starting `mkfifo` costs as much as a hook, so they are reused, by later processes too.
 */
export async function takeFifo(): Promise<Fifo | null> {
  const ahead = openedAhead.pop();
  if (ahead !== undefined) return ahead;
  for (let unusable = 0; unusable <= STORED_AT_MOST;) {
    const path = idle.pop() ?? claimStored();
    if (path === undefined) {
      making ??= makeSome().finally(() => (making = undefined));
      if (!(await making)) return null;
      continue; // others wait for the same batch, and may have taken all of it
    }
    const fifo = openFifo(path);
    if (fifo !== null) return fifo;
    removeFile(path);
    unusable += 1;
  }
  return null;
}

/** Keeps a pipe for the next run; both its ends must be closed. */
export function giveBackFifo(path: string): void {
  idle.push(path);
}

/** Closes both ends of a pipe that no other process has opened, and keeps it for another run. */
export function putBack({ path, readEnd, writeEnd }: Fifo): void {
  closeSync(readEnd);
  closeSync(writeEnd);
  giveBackFifo(path);
}

/** Opens up to this many idle pipes before they are needed; throws only transient errors. */
export function openFifosAhead(count: number): void {
  while (openedAhead.length < count) {
    const path = idle.pop();
    if (path === undefined) return;
    const fifo = openFifo(path);
    if (fifo === null) removeFile(path);
    else openedAhead.push(fifo);
  }
}

export function closeFifosAhead(): void {
  openedAhead.splice(0).forEach(putBack);
}

/** Discards a pipe that another process may still hold. */
export function discardFifo(path: string): void {
  removeFile(path);
}

/** Starts `mkfifo` from the helper, so that it does not cost a fork of this process. */
export interface Starter {
  readonly run: (file: string, args: readonly string[]) => Promise<boolean>;
}

export function makeFifosBy(other: Starter | null): void {
  starter = other;
}

let starter: Starter | null = null;
const idle: string[] = [];
const openedAhead: Fifo[] = [];
/** Pipes left by earlier processes that this one has not tried yet; undefined until the store was listed. */
let stored: string[] | undefined;
let making: Promise<boolean> | undefined;

const BATCH = 8;
const STORED_AT_MOST = 16;

/** Takes over a pipe that earlier processes left in the store; the rename succeeds for one process only. */
function claimStored(): string | undefined {
  stored ??= lookIntoStore();
  for (let free = stored.pop(); free !== undefined; free = stored.pop()) {
    const path = join(dirname(free), ownName('busy'));
    if (renamed(free, path)) return path;
  }
  return undefined;
}

function lookIntoStore(): string[] {
  atExit(storeIdle);
  const folder = privateFolder();
  const names = readdirSync(folder);
  removeLeftovers(folder, names);
  return names.filter((name) => name.startsWith('free-')).map((name) => join(folder, name));
}

function storeIdle(): void {
  closeFifosAhead();
  const free = new Map<string, number>();
  for (const path of idle) {
    const folder = dirname(path);
    const stored = free.get(folder) ?? readdirSync(folder).filter((name) => name.startsWith('free-')).length;
    free.set(folder, stored + 1);
    if (stored >= STORED_AT_MOST || !renamed(path, path.replace(/busy-(?=[^/]*$)/, 'free-'))) removeFile(path);
  }
}

function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Null for a path that is gone, that another process reads or writes, or that is not a pipe. */
function openFifo(path: string): Fifo | null {
  if (hasReader(path)) return null;
  const readEnd = openOrNull(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  if (readEnd === null) return null;
  try {
    // Opened through hookline's own read end, so that opening cannot block, whatever replaced the name.
    const again = process.platform === 'linux' ? `/proc/self/fd/${readEnd}` : path;
    if (hasNoWriter(readEnd)) return { path, readEnd, writeEnd: openSync(again, constants.O_WRONLY) };
    closeSync(readEnd);
    return null;
  } catch (error) {
    closeSync(readEnd);
    throw error;
  }
}

/** Opening the write end with O_NONBLOCK fails (ENXIO) exactly when the pipe has no reader. */
function hasReader(path: string): boolean {
  const end = openOrNull(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  if (end === null) return false;
  closeSync(end);
  return true;
}

/** Reading returns EOF exactly when the pipe has no writer, and then it is empty too. */
function hasNoWriter(readEnd: number): boolean {
  try {
    return readSync(readEnd, Buffer.allocUnsafe(1)) === 0;
  } catch {
    return false;
  }
}

function openOrNull(path: string, flags: number): number | null {
  try {
    return asking(() => openSync(path, flags));
  } catch (error) {
    if (isTransient(errorCode(error))) throw error;
    return null;
  }
}

/** Creates several at once, at the cost of one process. */
async function makeSome(): Promise<boolean> {
  const program = findProgram('mkfifo', `${process.env['PATH'] ?? ''}:/usr/bin:/bin`);
  if (program === null) return false;
  const folder = privateFolder();
  const paths = Array.from({ length: BATCH }, () => join(folder, ownName('busy')));
  const args = ['-m', '600', ...paths];
  const succeeded = (await starter?.run(program, args)) === true || (await succeeds(program, args));
  if (succeeded) idle.push(...paths);
  return succeeded;
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore', cwd: '/' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}
