import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { mayExecute, statOf } from './file-state.ts';
import { oncePerTurn } from './this-turn.ts';

/** The executable file for a bare name on a PATH; null when there is none. */
export function findProgram(name: string, path: string | undefined): string | null {
  return lookUp(`${name}\0${path ?? DEFAULT_PATH}`).file;
}

const lookUp = oncePerTurn(
  (question): { readonly file: string | null } => {
    const [name = '', path] = question.split('\0');
    return { file: candidates(name, path).find(isExecutableFile) ?? null };
  },
  ({ file }) => file !== null,
);

/** Every path at which a bare name is searched, in order. */
export function candidates(name: string, path: string | undefined): readonly string[] {
  return foldersOf(path).map((folder) => `${folder}${name}`);
}

/** With a trailing slash; the last PATH is cached, because every hook of a session has the same one. */
function foldersOf(path: string | undefined): readonly string[] {
  if (path === latest.path && path !== undefined) return latest.folders;
  const folders = (path ?? DEFAULT_PATH)
    .split(':')
    // An empty or relative entry would run programs from the project's folder.
    .filter(isAbsolute)
    .map((folder) => (folder.endsWith('/') ? folder : `${folder}/`));
  // A folder that is listed twice need not be searched twice.
  latest = { path: path ?? '', folders: [...new Set(folders)] };
  return latest.folders;
}

let latest: { readonly path: string; readonly folders: readonly string[] } = { path: '', folders: [] };

/** The default of the C library when PATH is not set. */
const DEFAULT_PATH = '/bin:/usr/bin';

export function isExecutableFile(path: string): boolean {
  if (!existsSync(path)) return false; // most folders have no such file, and this is the fastest check
  const found = statOf(path);
  return 'stats' in found && found.stats.isFile() && mayExecute(path);
}
