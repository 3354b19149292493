import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFolder } from '../engine/session-file.ts';
import type { AnyEvent } from '../model/index.ts';

/** Where hooks of all sessions may leave lines for the commands that run later. */
export const sessionFilesIn = (stateFolder: string): string => join(stateFolder, 'session-env');

/** The files that hooks of a session have written for the commands that run later in it, the newest last. */
export const sessionFilesOf = (stateFolder: string, session: string): readonly string[] =>
  filesOf(stateFolder, session, '.sh');

/** The variables that hooks of a session have given to its later hooks; of one name the last counts. */
export const sessionVariables =
  (stateFolder: string) =>
  (session: string): Readonly<Record<string, string>> =>
    Object.assign({}, ...filesOf(stateFolder, session, '.json').map(variablesIn)) as Record<string, string>;

function variablesIn(path: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch {
    return {}; // it is being written, or gone
  }
}

function filesOf(stateFolder: string, session: string, extension: string): readonly string[] {
  const folder = sessionFolder(sessionFilesIn(stateFolder), session);
  return namesIn(folder, extension)
    .map((name) => join(folder, name))
    .map((path) => ({ path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => one.writtenAt - other.writtenAt || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Removes the files of a session once its end was told, and with the start of one those of sessions that never ended. */
export function tidySessionFiles(stateFolder: string, { hook_event_name: name, session_id: session }: AnyEvent): void {
  if (name !== 'SessionStart' && name !== 'SessionEnd') return;
  const files = sessionFilesIn(stateFolder);
  try {
    if (name === 'SessionEnd' && typeof session === 'string' && session !== '')
      return rmSync(sessionFolder(files, session), { recursive: true, force: true });
    for (const each of readdirSync(files)) {
      const folder = join(files, each);
      const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {};
      if (Date.now() - mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    // there are none, or the next session removes them
  }
}

function namesIn(folder: string, extension: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(extension));
  } catch {
    return []; // no hook has written any
  }
}
