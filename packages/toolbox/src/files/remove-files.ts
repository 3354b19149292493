import { readdirSync, realpathSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { realPlaceOfEntry } from './real-place.ts';
import { inFolder } from './steady-folder.ts';

/**
 * Removes files, and the folders that are then empty, up to but without `top`. Nothing outside `root` is touched,
 * whatever symlinks there are (an OutsideProjectError names the one that leads out); null: the files are the user's
 * own.
 */
export function removeFiles(
  paths: readonly string[],
  { top, root }: { readonly top: string; readonly root: string | null },
): void {
  const within = root === null ? null : realpathSync(root);
  const places = paths.map((path) => (root === null ? path : realPlaceOfEntry(path, root)));
  const end = within ?? top;
  for (const place of places) inParent(place, within, unlinkSync);
  for (const place of places) removeEmpty(dirname(place), end, within);
}

function removeEmpty(folder: string, top: string, root: string | null): void {
  if (!folder.startsWith(`${top}${sep}`) || !isEmpty(folder)) return;
  inParent(folder, root, rmdirSync);
  removeEmpty(dirname(folder), top, root);
}

const inParent = (place: string, root: string | null, work: (path: string) => void): void =>
  inFolder({ path: dirname(place), root, isMade: false }, (folder) => work(`${folder}/${basename(place)}`));

/** One that is gone already does not count as empty. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
