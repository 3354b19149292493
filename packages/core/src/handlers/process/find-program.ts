import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { mayExecute, statOf } from './file-state.ts';
import { oncePerTurn } from './this-turn.ts';

/** The executable file that a bare name stands for on a PATH; null when there is none. */
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

/** Every place where a bare name is looked for, in order. */
export function candidates(name: string, path: string | undefined): readonly string[] {
  return foldersOf(path).map((folder) => `${folder}${name}`);
}

/** With a slash at the end; the last PATH is remembered, because every hook of a session has the same. */
function foldersOf(path: string | undefined): readonly string[] {
  if (path === latest.path && path !== undefined) return latest.folders;
  const folders = (path ?? DEFAULT_PATH)
    .split(':')
    // An empty or relative entry would run programs out of the project's folder.
    .filter(isAbsolute)
    .map((folder) => (folder.endsWith('/') ? folder : `${folder}/`));
  // A folder that is named twice holds no other programs the second time.
  latest = { path: path ?? '', folders: [...new Set(folders)] };
  return latest.folders;
}

let latest: { readonly path: string; readonly folders: readonly string[] } = { path: '', folders: [] };

/** What the C library takes when PATH is not set. */
const DEFAULT_PATH = '/bin:/usr/bin';

export function isExecutableFile(path: string): boolean {
  if (!existsSync(path)) return false; // most folders have no such file, and this is the quickest question
  const found = statOf(path);
  return 'stats' in found && found.stats.isFile() && mayExecute(path);
}
