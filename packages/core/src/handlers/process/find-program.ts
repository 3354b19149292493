import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The executable file that a bare name stands for on a PATH; null when there is none. */
export function findProgram(name: string, path: string | undefined): string | null {
  return candidates(name, path).find(isExecutableFile) ?? null;
}

/** Every place where a bare name is looked for, in order. */
export function candidates(name: string, path: string | undefined): readonly string[] {
  // An empty or relative entry would run programs out of the project's folder.
  return (path ?? DEFAULT_PATH)
    .split(':')
    .filter(isAbsolute)
    .map((folder) => join(folder, name));
}

/** What the C library takes when PATH is not set. */
const DEFAULT_PATH = '/bin:/usr/bin';

export function isExecutableFile(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
