import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { realPlace } from './real-place.ts';
import { inFolder } from './steady-folder.ts';

/** A file that is created, or that gets a new text. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** Its current text; null: it must not exist yet. */
  readonly before: string | null;
  readonly after: string;
  readonly executable: boolean;
  /** Of a new file, where it is not the usual one. */
  readonly mode?: number;
}

/** A file exists where another was to be written, or has changed since it was read. */
export class ChangedMeanwhileError extends Error {}

/**
 * Applies changes in order. Overwrites nothing but the given texts; when one fails, files created before it are
 * removed again. Nothing outside `root` is written, whatever symlinks there are: an OutsideProjectError names the one
 * that leads out. Null: the files are the user's own, and may be anywhere.
 */
export function writeChanges(changes: readonly FileChange[], root: string | null): void {
  // All paths are checked first: if one may not be written, none is.
  const placed = changes.map((change) => ({ ...change, place: placeOf(change, root) }));
  const within = root === null ? null : realpathSync(root);
  const made: string[] = [];
  try {
    for (const change of placed) {
      if (change.before === null) made.push(make(change, within));
      else replace(change, within);
    }
  } catch (error) {
    for (const place of made) takeBack(place, within);
    throw error;
  }
}

interface PlacedChange extends FileChange {
  /** The path with symlinks resolved. */
  readonly place: string;
}

function placeOf({ path, before }: FileChange, root: string | null): string {
  if (root !== null) return realPlace(path, root);
  return before === null ? resolve(path) : realpathSync(path);
}

function make({ path, place, after, executable, mode }: PlacedChange, root: string | null): string {
  try {
    inFolder({ path: dirname(place), root, isMade: true }, (folder) =>
      writeFileSync(`${folder}/${basename(place)}`, after, { flag: 'wx', mode: mode ?? (executable ? 0o755 : 0o644) }),
    );
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new ChangedMeanwhileError(`${path} exists already; nothing was written`);
    throw error;
  }
  return place;
}

/** Follows a symlink to its file, and writes atomically: a reader sees the old text or the new one. */
function replace({ path, place, before, after }: PlacedChange, root: string | null): void {
  inFolder({ path: dirname(place), root, isMade: false }, (folder) => {
    const file = `${folder}/${basename(place)}`;
    const { text, mode } = contentOf(file);
    if (text !== before)
      throw new ChangedMeanwhileError(`${path} has changed meanwhile; nothing was written, try again`);
    const temporary = `${file}.${process.pid}.new`;
    writeFileSync(temporary, after, { flag: 'wx' });
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  });
}

/** Of the file itself: a path that has become a symlink meanwhile is not followed. */
function contentOf(file: string): { readonly text: string; readonly mode: number } {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return { text: readFileSync(descriptor, 'utf8'), mode: fstatSync(descriptor).mode & 0o7777 };
  } finally {
    closeSync(descriptor);
  }
}

function takeBack(place: string, root: string | null): void {
  inFolder({ path: dirname(place), root, isMade: false }, (folder) =>
    rmSync(`${folder}/${basename(place)}`, { force: true }),
  );
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
