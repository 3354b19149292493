import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readPrivateFile } from '../trust/private-files.ts';

/** A value that processes of this machine share; null: there is none that can be relied on. */
export function readShared(file: string): unknown {
  try {
    return JSON.parse(readPrivateFile(file)) as unknown;
  } catch {
    return null; // missing, half-written by a machine that stopped, or writable by others: as if it were not there
  }
}

/** By rename, and not synced to disk: what is lost when the machine stops is asked again. */
export function writeShared(file: string, value: object): void {
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, JSON.stringify(value), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes a value; a missing one is no error. */
export const removeShared = (file: string): void => rmSync(file, { force: true });
