import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ownName, privateFolder, removeFile } from './private-folder.ts';

/** A descriptor from which the bytes can be read, from a file that has no name any more; throws as the system does. */
export function spool(bytes: Uint8Array): number {
  try {
    return spoolIn(privateFolder(), bytes);
  } catch (error) {
    return spoolInMemory(bytes, error);
  }
}

/** The same under a name, for another process to open; the caller removes it. */
export function spoolNamed(bytes: Uint8Array): string {
  const path = join(privateFolder(), ownName('spool'));
  const target = openSync(path, 'wx', 0o600);
  try {
    writeAll(target, bytes);
    return path;
  } catch (error) {
    removeFile(path);
    throw error;
  } finally {
    closeSync(target);
  }
}

function spoolIn(folder: string, bytes: Uint8Array): number {
  const path = join(folder, ownName('spool'));
  const target = openSync(path, 'wx', 0o600);
  try {
    writeAll(target, bytes);
    return openSync(path, 'r');
  } finally {
    closeSync(target);
    removeFile(path);
  }
}

/** On a full disk writeSync gives a short count before it throws. */
function writeAll(target: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(target, bytes, written);
}

/** A guard must not be lost because the disk is full: shared memory is tried before giving up. */
function spoolInMemory(bytes: Uint8Array, because: unknown): number {
  try {
    return spoolIn('/dev/shm', bytes);
  } catch {
    throw because;
  }
}
