import { closeSync, constants, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { OutsideProjectError } from './real-place.ts';

/** A folder to work in, without any symlink in its path. */
export interface SteadyFolder {
  readonly path: string;
  /** The folder below which no symlink may appear while the work is done; null: any. */
  readonly root: string | null;
  /** Whether its missing parts are created. */
  readonly isMade: boolean;
}

/**
 * Calls `work` with a path of exactly this folder. Where the system has /proc/self/fd, the path stays valid whatever
 * is renamed or replaced meanwhile; elsewhere the folder is checked again directly before the work.
 */
export function inFolder<Result>(folder: SteadyFolder, work: (path: string) => Result): Result {
  const { path, root, isMade } = folder;
  if (root !== null && existsSync(DESCRIPTORS)) return byDescriptor({ ...folder, root }, work);
  if (isMade) mkdirSync(path, { recursive: true });
  if (root !== null && realpathSync(path) !== path) throw swapped(path);
  return work(path);
}

const DESCRIPTORS = '/proc/self/fd';
const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** One step after another, each relative to the folder opened before, as openat does. */
function byDescriptor<Result>(
  { path, root, isMade }: SteadyFolder & { readonly root: string },
  work: (path: string) => Result,
): Result {
  let descriptor = openSync(root, FOLDER_ITSELF);
  try {
    let shown = root;
    for (const part of relative(root, path).split(sep).filter(Boolean)) {
      shown = join(shown, part);
      const next = step(`${DESCRIPTORS}/${descriptor}/${part}`, shown, isMade);
      closeSync(descriptor);
      descriptor = next;
    }
    return named(`${DESCRIPTORS}/${descriptor}`, path, work);
  } finally {
    closeSync(descriptor);
  }
}

/** A system error names the folder by the path that people know. */
function named<Result>(handle: string, path: string, work: (path: string) => Result): Result {
  try {
    return work(handle);
  } catch (error) {
    const failed = error as NodeJS.ErrnoException;
    if (failed.path?.startsWith(handle) !== true) throw error;
    const name = `${path}${failed.path.slice(handle.length)}`;
    throw Object.assign(new Error(failed.message.replaceAll(handle, path)), { code: failed.code, path: name });
  }
}

function step(path: string, shown: string, isMade: boolean): number {
  try {
    if (isMade && !existsSync(path)) mkdirSync(path);
    return openSync(path, FOLDER_ITSELF);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'EEXIST') throw swapped(shown);
    throw Object.assign(new Error(`${code ?? 'error'}: ${shown}`), { code, path: shown });
  }
}

const swapped = (path: string): Error =>
  new OutsideProjectError(
    `${path} was to be a folder of the project and is a symlink or a file now; nothing was changed there. Look at it, then try again`,
  );
