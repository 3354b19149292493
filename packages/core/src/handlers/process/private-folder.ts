import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../../process/at-exit.ts';
import { errorCode } from '../../process/errno.ts';
import { isRunning } from '../../process/signal.ts';
import { endOrphans } from './orphans.ts';

/** A folder that only this user can enter, for spooled events and named pipes; the same one for all our processes. */
export function privateFolder(): string {
  const shared = join(tmpdir(), `hookline-${process.getuid?.() ?? 'user'}`);
  if (isPrivate(shared) || (made(shared) && isPrivate(shared))) return shared;
  // Somebody else took the name: a folder for this process alone.
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
