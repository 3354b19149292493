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

/** A folder that only this user can enter, for spooled events and named pipes; the same one for all our processes. */
export function privateFolder(): string {
  const shared = join(tmpdir(), `hookline-${process.getuid?.() ?? 'user'}`);
  if (isPrivate(shared) || (made(shared) && isPrivate(shared))) return shared;
  // Another user took the name: a folder for this process alone.
  own ??= ownFolder();
  return own;
}

/** A name in the folder that no other process uses, and that tells who uses it. */
export function ownName(kind: 'busy' | 'spool'): string {
  counter += 1;
  return `${kind}-${process.pid}-${session}-${counter}`;
}

/** Removes what processes left behind that were killed, and ends their hooks. */
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

/** Never through a link, never another user's, never open to others. */
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
 * Ends hooks whose host was killed before another process could be told to look after them: they still write to pipes of the
 * host. Gives those of the pipes that still have a reader; their host lives, where its number means nothing to us.
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

/** Opening the write end without waiting fails exactly when it has no reader. */
function hasReader(pipe: string): boolean {
  try {
    if (!lstatSync(pipe).isFIFO()) return false;
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW));
    return true;
  } catch (error) {
    return !['ENXIO', 'ENOENT'].includes(errorCode(error));
  }
}
