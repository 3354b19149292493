import { closeSync, constants, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { OutsideProjectError } from './real-place.ts';

/** A folder to work in, without any symlink in its path. */
export interface SteadyFolder {
  readonly path: string;
  /** Below which no symlink may come in while the work is done; null: anywhere. */
  readonly root: string | null;
  /** Whether what is missing of it is made. */
  readonly isMade: boolean;
}

/**
 * Calls `work` with a path that means this very folder. Where the system has /proc/self/fd it goes on to mean it whatever is
 * renamed or put in its place meanwhile; elsewhere the folder is looked at once more, directly before the work.
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

/** One step after another, each from the folder that the one before has opened: what openat does. */
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

/** An error of the system speaks of the folder by the name that people know. */
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
