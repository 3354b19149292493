import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../../process/at-exit.ts';
import { errorCode } from '../../process/errno.ts';
import { descriptorTarget, otherProcessIds } from '../../process/proc.ts';
import { isRunning, signalGroup, signalProcess } from '../../process/signal.ts';

/** A folder that only this user can enter, for spooled events and named pipes; shared by all hookline processes. */
export function privateFolder(): string {
  const shared = join(tmpdir(), `hookline-${process.getuid?.() ?? 'user'}`);
  if (isPrivate(shared) || (made(shared) && isPrivate(shared))) return shared;
  // Another user took the name, so this process uses a folder of its own.
  own ??= ownFolder();
  return own;
}

/** A file name in the folder that no other process uses, and that contains the pid of its owner. */
export function ownName(kind: 'busy' | 'spool'): string {
  counter += 1;
  return `${kind}-${process.pid}-${session}-${counter}`;
}

/** Removes the files of processes that were killed, and kills their hooks. */
export function removeLeftovers(folder: string, names: readonly string[] = readdirSync(folder)): void {
  const left = names.filter((name) => {
    const pid = /^(?:busy|spool)-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  });
  const kept = endOrphans(left.filter((name) => name.startsWith('busy-')).map((name) => join(folder, name)));
  for (const path of left.map((name) => join(folder, name))) if (!kept.includes(path)) removeFile(path);
}

export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // gone already
  }
}

const session = Math.random().toString(36).slice(2, 10);
let counter = 0;
let own: string | undefined;

/** Never through a symlink, never another user's, never open to others. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  return found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o077) === 0;
}

function made(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    return errorCode(error) === 'EEXIST';
  }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-'));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Kills hooks whose host was killed before another process could take them over; they still write to the host's pipes.
 * Returns the pipes that still have a reader: their host is alive, in a pid namespace where its number has no meaning
 * here.
 */
function endOrphans(pipes: readonly string[]): readonly string[] {
  if (process.platform !== 'linux' || pipes.length === 0) return [];
  const alive = pipes.filter(hasReader);
  const dead = new Set(pipes.filter((pipe) => !alive.includes(pipe)));
  for (const pid of dead.size === 0 ? [] : otherProcessIds()) {
    if (!dead.has(descriptorTarget(pid, 1)) && !dead.has(descriptorTarget(pid, 2))) continue;
    signalGroup(pid, 'SIGKILL');
    signalProcess(pid, 'SIGKILL');
  }
  return alive;
}

/** Opening the write end with O_NONBLOCK fails (ENXIO) exactly when the pipe has no reader. */
function hasReader(pipe: string): boolean {
  try {
    if (!lstatSync(pipe).isFIFO()) return false;
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW));
    return true;
  } catch (error) {
    return !['ENXIO', 'ENOENT'].includes(errorCode(error));
  }
}
