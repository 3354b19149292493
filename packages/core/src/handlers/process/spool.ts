import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ownName, privateFolder, removeFile } from './private-folder.ts';

/** A descriptor from which the bytes can be read, of an unlinked file; throws the system's errors. */
export function spool(bytes: Uint8Array): number {
  const ahead = openedAhead;
  openedAhead = null;
  try {
    return filled(ahead ?? openEmpty(privateFolder()), bytes);
  } catch (error) {
    return spoolInMemory(bytes, error);
  }
}

/** Opens the file of the next call in advance; throws the system's errors. */
export function openSpoolAhead(): void {
  openedAhead ??= openEmpty(privateFolder());
}

export function closeSpoolAhead(): void {
  if (openedAhead === null) return;
  closeSync(openedAhead.target);
  closeSync(openedAhead.source);
  openedAhead = null;
}

let openedAhead: Empty | null = null;

/** An unlinked, empty file and its two descriptors. */
interface Empty {
  readonly target: number;
  readonly source: number;
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

function openEmpty(folder: string): Empty {
  const path = join(folder, ownName('spool'));
  const target = openSync(path, 'wx', 0o600);
  try {
    return { target, source: openSync(path, 'r') };
  } catch (error) {
    closeSync(target);
    throw error;
  } finally {
    removeFile(path);
  }
}

/** The descriptor to read from. */
function filled({ target, source }: Empty, bytes: Uint8Array): number {
  try {
    writeAll(target, bytes);
    return source;
  } catch (error) {
    closeSync(source);
    throw error;
  } finally {
    closeSync(target);
  }
}

/** On a full disk writeSync returns a short count before it throws (ENOSPC). */
function writeAll(target: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(target, bytes, written);
}

/** A guard must not fail because the disk is full, so shared memory is tried before giving up. */
function spoolInMemory(bytes: Uint8Array, because: unknown): number {
  try {
    return filled(openEmpty('/dev/shm'), bytes);
  } catch {
    throw because;
  }
}
