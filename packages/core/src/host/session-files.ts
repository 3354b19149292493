import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFolder } from '../engine/session-file.ts';

/** Where hooks of all sessions may leave lines for the commands that run later. */
export const sessionFilesIn = (stateFolder: string): string => join(stateFolder, 'session-env');

/** The files that hooks of a session have written for the commands that run later in it, the newest last. */
export function sessionFilesOf(stateFolder: string, session: string): readonly string[] {
  const folder = sessionFolder(sessionFilesIn(stateFolder), session);
  return namesIn(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => one.writtenAt - other.writtenAt || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.sh'));
  } catch {
    return []; // no hook has written any
  }
}
